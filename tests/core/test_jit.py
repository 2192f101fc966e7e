"""The compiled cache: found again by a new process, never stale, and verbs cost nothing to find."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from steelyard import _cache, _jit

pytestmark = pytest.mark.skipif(not _jit.ENABLED, reason="compilation is off")

# One process: run a loop over rows and losses; say what it gave and whether its machine code came from the disk.
PROGRAM = """
import numpy as np
from steelyard.core import losses
from steelyard.core.objective import _total_loss
from steelyard.core.blocks import Block
{define}
result = _total_loss(loss, np.array([1.0]), np.array([1.0]), np.array([0.25]), Block(0, 1))
stats = _total_loss.stats
print(result, sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""
HINGE = "loss = losses.Hinge()"


def run(package_root: Path, cache: Path, define: str = HINGE, extra_path: Path | None = None) -> tuple[float, int, int]:
    environment = dict(os.environ, STEELYARD_CACHE=str(cache), PYTHONDONTWRITEBYTECODE="1")
    environment["PYTHONPATH"] = os.pathsep.join(str(p) for p in (package_root, extra_path) if p)
    program = PROGRAM.format(define=define)
    out = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    value, hits, misses = out.stdout.split()
    return float(value), int(hits), int(misses)


def copy_package(to: Path) -> Path:
    shutil.copytree(_cache.PACKAGE, to / "steelyard", ignore=shutil.ignore_patterns("__pycache__"))
    return to


def test_a_new_process_finds_the_machine_code(tmp_path: Path) -> None:
    root = copy_package(tmp_path / "package")
    assert run(root, tmp_path / "cache") == (0.75, 0, 1)
    assert run(root, tmp_path / "cache") == (0.75, 1, 0)


def test_an_edited_loss_never_runs_with_its_old_formula(tmp_path: Path) -> None:
    root = copy_package(tmp_path / "package")
    assert run(root, tmp_path / "cache")[0] == 0.75
    losses = root / "steelyard" / "core" / "losses.py"
    before = losses.read_text()
    edited = before.replace("return max(0.0, 1.0 - y * z)", "return max(0.0, 3.0 - y * z)")
    assert edited != before
    losses.write_text(edited)
    assert run(root, tmp_path / "cache") == (2.75, 0, 1)
    losses.write_text(before)  # the old formula comes back, and its machine code with it
    assert run(root, tmp_path / "cache")[0] == 0.75


MY_LOSS = """
from typing import NamedTuple
from steelyard.core.losses import value
class Mine(NamedTuple):
    scale: float
@value.on(Mine)
def _(loss, y, z):
    return loss.scale * {formula}
"""
USE_MINE = "from mine import Mine; loss = Mine(2.0)"


def test_a_loss_of_ones_own_is_cached_and_never_stale(tmp_path: Path) -> None:
    root, own = copy_package(tmp_path / "package"), tmp_path / "own"
    own.mkdir()
    (own / "mine.py").write_text(MY_LOSS.format(formula="y * z"))
    assert run(root, tmp_path / "cache", USE_MINE, own) == (0.5, 0, 1)
    assert run(root, tmp_path / "cache", USE_MINE, own) == (0.5, 1, 0)
    (own / "mine.py").write_text(MY_LOSS.format(formula="(y - z)"))
    assert run(root, tmp_path / "cache", USE_MINE, own) == (1.5, 0, 1)


def test_a_verb_says_which_kinds_it_knows() -> None:
    from steelyard.core.rows import dot

    with pytest.raises(TypeError, match=r"dot.*str.*CSR, ndarray"):
        dot("text", 0, [])  # type: ignore[arg-type]
