"""Some hundred mutated files in this process; `python -m benchmarks attacks` tries ten thousand in one of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import attacks, hostile
from benchmarks.hostile import ACCIDENTS, ENEMIES

FILES = 250


def test_mutated_files_are_named_and_take_no_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "m.steelyard"
    found = [attacks.outcome(number, 1, path) for number in range(10)]
    monkeypatch.setattr(attacks.memory, "available", lambda: False)  # a measurement takes half a second
    found += [attacks.outcome(number, 1, path) for number in range(10, FILES)]
    assert not [each for each in found if each.wrong]
    assert {each.kind for each in found} == {kind.__name__ for kind in (*ACCIDENTS, *ENEMIES)}
    assert len({each.said for each in found}) > 5  # many kinds of error, and some models


@pytest.mark.parametrize("name", attacks.bases())
def test_the_files_that_are_mutated_are_sound(name: str, tmp_path: Path) -> None:
    path = tmp_path / "m.steelyard"
    path.write_bytes(attacks.bases()[name])
    assert attacks.tried(path, accident=False) == ("a model", "")
    assert attacks.tried(path, accident=True)[1] == "load and plain and classifier and training saw nothing"


def test_the_same_number_is_the_same_file() -> None:
    assert all(attacks.mutant(number, 0) == attacks.mutant(number, 0) for number in range(30))
    assert attacks.mutant(0, 0) != attacks.mutant(0, 1)


def test_an_enemy_leaves_the_checksums_right(tmp_path: Path) -> None:
    """Else the checksum would answer for everything else."""
    path, said = tmp_path / "m.steelyard", set()
    for number in range(FILES):
        kind, _, file = attacks.mutant(number, 2)
        if kind in {each.__name__ for each in hostile.ENEMIES}:
            path.write_bytes(file)
            said.add(attacks.tried(path, accident=False)[0])
    assert "ChecksumError" not in said and {"a model", "IndexRangeError", "ArrayError", "LayoutError"} <= said


def test_who_ends_the_process_is_blamed_when_he_does_it_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    class Process:
        def __init__(self, words: list[str], **_: object) -> None:
            self.first, self.last = int(words[5]), int(words[6])

        def __enter__(self) -> Process:
            return self

        def __exit__(self, *_: object) -> None: ...

        def wait(self) -> int:
            return -9

    def heard(process: Process) -> list[object]:
        lines: list[object] = []
        for number in range(process.first, process.last):
            lines.append(number)
            if number == 2:
                break
            lines.append([number, "cut", "words", "CutShortError", "", 0.0])
        return lines

    monkeypatch.setattr(attacks.subprocess, "Popen", Process)
    monkeypatch.setattr(attacks, "heard", heard)
    found = list(attacks.outcomes(5, 0))
    assert [each.number for each in found] == [0, 1, 2, 3, 4]
    assert [bool(each.wrong) for each in found] == [False, False, True, False, False]
