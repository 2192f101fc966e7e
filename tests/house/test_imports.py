"""What is light stays light: the package and the command line's help import nothing heavy.

A law about imports and not about time, so that it holds on every machine.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("sklearn", "numba", "llvmlite", "pyarrow", "matplotlib", "scipy", "numpy", "pandas", "rich")

CASES = {
    "import steelyard": "import steelyard; dir(steelyard)",
    "steelyard --help": "from steelyard.cli import main\ntry:\n    main(['--help'])\nexcept SystemExit: pass",
    "steelyard --version": "from steelyard.cli import main\ntry:\n    main(['--version'])\nexcept SystemExit: pass",
    "a wrong verb": "from steelyard.cli import main\ntry:\n    main(['weigh'])\nexcept SystemExit: pass",
}


def imported_by(statement: str) -> set[str]:
    report = "\nimport sys\nprint('\\n'.join(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", statement + report], capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in done.stderr.split()}


@pytest.mark.parametrize("case", CASES)
def test_nothing_heavy_is_imported(case: str) -> None:
    found = imported_by(CASES[case])
    assert "steelyard" in found
    assert sorted(found & set(HEAVY)) == []
