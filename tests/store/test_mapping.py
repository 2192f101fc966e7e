"""Loading is a memory map: arrays are the file's own bytes, shared, never written back."""

from __future__ import annotations

import mmap
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from steelyard.store import load, save
from tests.store.models import TEXTS, VIEWS, model_of

ARRAYS = ("v", "b", "scale", "df")


def root_of(array: np.ndarray) -> object:
    """What an array's numbers lie in."""
    base: object = array
    while isinstance(base, np.ndarray | memoryview):
        base = base.base if isinstance(base, np.ndarray) else base.obj
    return base


def test_no_array_is_copied(tmp_path: Path) -> None:
    model = load(save(model_of(VIEWS["words and characters"]), tmp_path / "m.steelyard"))
    arrays = [getattr(model, name) for name in ARRAYS]
    for tree, lookup in zip(model.columns.trees, model.columns.lookups, strict=True):
        arrays += [tree.parent, tree.symbol, tree.column, tree.symbols.blob, tree.symbols.starts, *lookup[:3]]
    assert len({id(root_of(array)) for array in arrays}) == 1
    assert all(isinstance(root_of(array), mmap.mmap) for array in arrays)
    assert all(array.flags.aligned and array.flags.c_contiguous for array in arrays)


def test_what_is_written_to_a_model_stays_in_the_process(tmp_path: Path) -> None:
    path = save(model_of(VIEWS["words"]), tmp_path / "m.steelyard")
    before, model = path.read_bytes(), load(path)
    model.v[:] = 0.0
    assert not model.scores(TEXTS).any() or model.b.any()
    assert path.read_bytes() == before and load(path).v.any()


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="this system does not tell a process's memory")
def test_opening_a_large_file_takes_no_memory(tmp_path: Path) -> None:
    """What plain Python opens, the checksum left out, is its header: the arrays' pages are not even touched."""
    path = save(model_of(VIEWS["characters"], 1000, texts=[chr(0x4E00 + k) * 2 for k in range(9_000)]), tmp_path / "m")
    assert path.stat().st_size > 70e6
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "def held():\n"
        "    lines = Path('/proc/self/status').read_text().splitlines()\n"
        "    return next(int(line.split()[1]) for line in lines if line.startswith('VmRSS'))\n"
        "from steelyard.store.plain import open_plain\n"
        "open_plain(sys.argv[2])\n"
        "before = held()\n"
        "model = open_plain(sys.argv[1], verify=False)\n"
        "print(held() - before)"
    )
    small = save(model_of(VIEWS["characters"]), tmp_path / "small")
    done = subprocess.run(
        [sys.executable, "-c", program, str(path), str(small)], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) < 8_000  # kilobytes: the alphabet, and the header
