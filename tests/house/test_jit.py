"""The laws of `_jit.py` and `_cache.py`, each seen from new processes, as a user meets them.

`tests/core/test_jit.py` has those of verbs and kinds.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from steelyard import _cache, _jit

compiled_only = pytest.mark.skipif(not _jit.ENABLED, reason="compilation is off")

LOOP = """
from steelyard._jit import jit
{imports}
@jit
def total(x):
    s = 0.0
    for i in range(x.size):
        s += formula(x[i])
    return s
"""
FORMULA = """
from steelyard._jit import jit
@jit
def formula(x):
    return {expression}
"""
CALL = "import numpy as np\nfrom steelyard.core.loop_of_test import total\nprint(total(np.arange(4.0)))\n"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A package with what compiled code needs and nothing else: a loop in one file, its formula in another."""
    core = tmp_path / "house" / "steelyard" / "core"
    core.mkdir(parents=True)
    for name in ("__init__.py", "_jit.py", "_cache.py", "errors.py"):
        shutil.copy(_cache.PACKAGE / name, core.parent)
    (core / "__init__.py").touch()
    write(core.parents[1])
    return core.parents[1]


def write(house: Path, expression: str = "2.0 * x", imports: str = "from .formula_of_test import formula") -> None:
    core = house / "steelyard" / "core"
    (core / "formula_of_test.py").write_text(FORMULA.format(expression=expression))
    (core / "loop_of_test.py").write_text(LOOP.format(imports=imports))


def run(house: Path, program: str = CALL, **environment: str) -> str:
    kept = {k: v for k, v in os.environ.items() if k not in ("STEELYARD_JIT", "NUMBA_DISABLE_JIT")}
    settings = {"STEELYARD_CACHE": str(house.parent / "cache"), "PYTHONDONTWRITEBYTECODE": "1", **environment}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**kept, **settings, "PYTHONPATH": str(house)},
        cwd=house.parent,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def code_files(house: Path) -> set[str]:
    return {path.as_posix() for path in house.parent.rglob("*.code")}


def test_a_new_process_makes_no_new_files(house: Path) -> None:
    assert run(house) == "12.0"
    made = code_files(house)
    assert len(made) == 2  # the loop, and the formula that it calls
    assert run(house) == "12.0"
    assert code_files(house) == made
    assert not list(house.rglob("*.nb?")), "Numba's own cache must stay out of it"


IMPORTS = [
    "from .formula_of_test import formula",
    "from . import formula_of_test\nformula = formula_of_test.formula",
    "from steelyard.core import formula_of_test as f; formula = f.formula",
    "import os, steelyard.core.formula_of_test as f\nformula = f.formula",
    "from steelyard.core.formula_of_test import (  # the one :)\n    formula,\n)",
    "from steelyard.core.formula_of_test \\\n    import formula",
]


@pytest.mark.parametrize("imports", IMPORTS)
def test_the_digest_sees_each_way_to_import(imports: str, house: Path) -> None:
    write(house, imports=imports)
    loop = house / "steelyard" / "core" / "loop_of_test.py"
    found = _imported_in(house, loop)
    assert house / "steelyard" / "core" / "formula_of_test.py" in found


def _imported_in(house: Path, source: Path) -> set[Path]:
    program = f"from steelyard import _cache as c; from pathlib import Path; p = Path({str(source)!r})\n"
    return {
        Path(line)
        for line in run(house, program + "print(*c.imported_files(p, p.read_bytes()), sep='\\n')").split("\n")
    }


@compiled_only
def test_an_edited_formula_never_runs_from_a_stale_cache(house: Path) -> None:
    assert run(house) == "12.0"
    write(house, expression="3.0 * x")
    assert run(house) == "18.0"
    write(house, expression="2.0 * x")
    made = code_files(house)
    assert run(house) == "12.0"
    assert code_files(house) == made, "the first formula's code is found again"


@compiled_only
def test_a_formula_edited_while_a_process_runs_does_not_poison_the_next(house: Path) -> None:
    """The process has the old formula in memory and compiles the loop after the edit: its code is the old text's."""
    formula = house / "steelyard" / "core" / "formula_of_test.py"
    edit = f"import steelyard.core.formula_of_test\nfrom pathlib import Path\np = Path({str(formula)!r})\n"
    edit += "p.write_text(p.read_text().replace('2.0', '5.0'))\n"
    assert run(house, edit + CALL) == "12.0"
    assert run(house) == "30.0"


@compiled_only
def test_a_copy_of_the_same_sources_uses_the_same_code(house: Path, tmp_path: Path) -> None:
    assert run(house) == "12.0"
    made = code_files(house)
    copy = tmp_path / "copy"
    shutil.copytree(house, copy)
    assert run(copy) == "12.0"
    assert code_files(house) == made


@compiled_only
def test_processes_that_compile_at_once_do_not_take_each_others_code(house: Path) -> None:
    program = CALL.replace("np.arange(4.0)", "np.arange(4, dtype={kind!r})")
    kinds = ["f8", "f4", "i8", "i4"]
    first = [
        subprocess.Popen(
            [sys.executable, "-c", program.format(kind=kind)],
            env={**os.environ, "PYTHONPATH": str(house), "STEELYARD_CACHE": str(house.parent / "cache")},
            stdout=subprocess.PIPE,
            text=True,
        )
        for kind in kinds
    ]
    assert [process.communicate()[0].strip() for process in first] == ["12.0"] * 4
    made = code_files(house)
    assert len(made) == 8
    assert [run(house, program.format(kind=kind)) for kind in kinds] == ["12.0"] * 4
    assert code_files(house) == made


@compiled_only
@pytest.mark.parametrize("damage", [b"", b"\x80\x04", b"no code at all"])
def test_a_cut_file_is_compiled_again(damage: bytes, house: Path) -> None:
    run(house)
    for path in code_files(house):
        Path(path).write_bytes(damage)
    assert run(house) == "12.0"
    assert all(Path(path).stat().st_size > 1000 for path in code_files(house))


@pytest.mark.parametrize("switch", [{"STEELYARD_JIT": "0"}, {"NUMBA_DISABLE_JIT": "1"}])
def test_off_means_plain_python_without_numba(switch: dict[str, str], house: Path) -> None:
    program = CALL + "import sys\nprint(type(total).__name__, 'numba' in sys.modules)"
    assert run(house, program, **switch).split() == ["12.0", "function", "False"]
    assert not code_files(house)


@compiled_only
def test_a_home_that_cannot_be_written_falls_back(house: Path, tmp_path: Path) -> None:
    blocked, temporary = tmp_path / "a_file", tmp_path / "temporary"
    blocked.touch()
    temporary.mkdir()
    settings = {"STEELYARD_CACHE": str(blocked / "below"), "TMPDIR": str(temporary)}
    assert run(house, **settings) == "12.0"
    made = code_files(house)
    assert made and all(path.startswith(temporary.as_posix()) for path in made)
    assert run(house, **settings) == "12.0"
    assert code_files(house) == made
    assert {path.stat().st_mode & 0o077 for path in temporary.iterdir()} == {0}, "others must not put code there"


@compiled_only
@pytest.mark.skipif(not hasattr(os, "getuid"), reason="POSIX permissions")
def test_a_temporary_folder_that_others_may_write_is_not_used(house: Path, tmp_path: Path) -> None:
    (tmp_path / "a_file").touch()
    open_to_all = tmp_path / "temporary" / f"steelyard-{os.getuid()}"
    open_to_all.mkdir(parents=True)
    open_to_all.chmod(0o777)
    settings = {"STEELYARD_CACHE": str(tmp_path / "a_file" / "below"), "TMPDIR": str(open_to_all.parent)}
    assert run(house, **settings) == "12.0"
    assert not code_files(house)


@compiled_only
def test_a_function_without_a_file_is_compiled_and_not_kept(house: Path) -> None:
    program = "from steelyard._jit import jit\n@jit\ndef f(x):\n    return x + 1\nprint(f(1), len(f.signatures))"
    assert run(house, program) == "2 1"
    assert not code_files(house)


def test_folders_that_nobody_used_for_two_months_are_removed(tmp_path: Path) -> None:
    ages = {"new": 0, "used": _cache.KEPT_DAYS - 1, "old": _cache.KEPT_DAYS + 1}
    for name, days in ages.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "loop.code").touch()
        os.utime(tmp_path / name, times=(time.time() - days * _cache.DAY,) * 2)
    _cache.prune(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"new", "used"}
