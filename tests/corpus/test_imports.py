"""What this room imports, and when."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("code", "unwanted"),
    [
        ("import steelyard.corpus", ["pyarrow", "numpy"]),
        (
            "import steelyard; steelyard.read([('a', 'x'), ('b', 'y')])",
            ["pandas", "sklearn", "numba", "scipy", "matplotlib"],
        ),
    ],
)
def test_heavy_packages_stay_out(code, unwanted):
    shown = f"{code}\nimport sys\nprint([name for name in {unwanted} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
