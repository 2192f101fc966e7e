"""A file is written whole or not at all: by killed processes, on full disks, by several at a time."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from steelyard.errors import ModelWriteError, SettingError
from steelyard.store import load, save
from steelyard.store.saving import about, model_arrays, pieces
from steelyard.store.writing import clear_drafts, lock, write_whole
from tests.store.models import TEXTS, VIEWS, model_of

# Written over and over again: a file of zeros, a file of ones, a thousand pieces each
WRITER = """
import sys
from steelyard.store.writing import write_whole
def pieces(byte):
    for _ in range(200):
        yield byte * 1000
for turn in range(10_000):
    write_whole(sys.argv[1], pieces(b"01"[turn % 2 : turn % 2 + 1]))
    print(turn, flush=True)
"""


@pytest.mark.parametrize("turn", range(6))
def test_who_is_killed_leaves_a_whole_file(turn: int, tmp_path: Path) -> None:
    target = tmp_path / "m.steelyard"
    with subprocess.Popen([sys.executable, "-c", WRITER, str(target)], stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        time.sleep(float(np.random.default_rng(turn).uniform(0.0, 0.02)))
        process.kill()
    assert target.read_bytes() in (b"0" * 200_000, b"1" * 200_000)
    write_whole(target, [b"next"])
    assert target.read_bytes() == b"next" and list(tmp_path.iterdir()) == [target]  # no draft is left


class CrashError(Exception):
    pass


def crashing(pieces_: Iterator[bytes], after: int) -> Iterator[bytes]:
    for number, piece in enumerate(pieces_):
        if number == after:
            raise CrashError
        yield piece


@pytest.mark.parametrize("after", range(4))
def test_a_crash_between_pieces_leaves_the_old_file_and_no_draft(after: int, tmp_path: Path) -> None:
    model = model_of(VIEWS["words"])
    path = save(model, tmp_path / "m.steelyard")
    old = path.read_bytes()
    other = replace(model, b=model.b + 1.0)
    with pytest.raises(CrashError):
        write_whole(path, crashing(pieces(about(other), model_arrays(other)), after))
    assert path.read_bytes() == old and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_disk_that_fails_is_named_and_the_old_file_stays(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_whole(tmp_path / "m.steelyard", [b"old"])

    def fail(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(*{"fsync": (os, "fsync"), "replace": (Path, "replace")}[step], fail)
    with pytest.raises(ModelWriteError, match="No space left") as caught:
        write_whole(path, [b"new"])
    assert path.read_bytes() == b"old" and str(path) in str(caught.value) and caught.value.next
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="this system has no limit on the size of a file")
def test_a_full_disk_is_named_and_the_old_file_stays(tmp_path: Path) -> None:
    path = write_whole(tmp_path / "m.steelyard", [b"old"])
    program = (
        "import resource, sys\n"
        "from steelyard.errors import ModelWriteError\n"
        "from steelyard.store.writing import write_whole\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))\n"
        "try:\n"
        "    write_whole(sys.argv[1], [b'x' * 4000] * 3)\n"
        "except ModelWriteError as error:\n"
        "    print(error.what)"
    )
    done = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True)
    assert "could not be written" in done.stdout
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelWriteError, match="No such file or directory"):
        write_whole(tmp_path / "nowhere" / "m.steelyard", [b"x"])
    with pytest.raises(ModelWriteError):
        write_whole(tmp_path, [b"x"])


def test_permissions_and_links_stay(tmp_path: Path) -> None:
    target = write_whole(tmp_path / "m.steelyard", [b"old"])
    target.chmod(0o640)
    link = tmp_path / "link.steelyard"
    link.symlink_to(target)
    write_whole(link, [b"new"])
    assert link.is_symlink() and target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_who_maps_the_old_file_goes_on_with_it(tmp_path: Path) -> None:
    model = model_of(VIEWS["words"])
    path = save(model, tmp_path / "m.steelyard")
    mapped, scores = load(path), model.scores(TEXTS)
    save(replace(model, v=np.zeros_like(model.v)), path)
    np.testing.assert_array_equal(mapped.scores(TEXTS), scores)
    assert not load(path).v.any()


def test_a_draft_that_is_being_written_is_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "m.steelyard"
    mine, left = (tmp_path / f".m.steelyard.{name}.draft" for name in ("mine", "left"))
    left.touch()
    with mine.open("wb") as file:
        if not lock(file.fileno()):
            pytest.skip("this system has no such locks")
        assert clear_drafts(target) == [left]
        assert mine.exists()
    assert clear_drafts(target) == [mine]


def test_several_may_write_at_a_time(tmp_path: Path) -> None:
    target = tmp_path / "m.steelyard"
    contents = [bytes([65 + k]) * 50_000 for k in range(4)]

    def write(content: bytes) -> None:
        for _ in range(10):
            write_whole(target, [content[:30_000], content[30_000:]])

    threads = [threading.Thread(target=write, args=(content,)) for content in contents]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert target.read_bytes() in contents and list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"v": np.float32(np.nan)}, "v are no numbers"),
        ({"scale": np.float32(np.inf)}, "scale are no numbers"),
        ({"calibration": (np.nan, 0.0)}, "calibration"),
        ({"classes": ("fine", "\ud800")}, "plain data"),
        ({"card": {"model": object()}}, "plain data"),
        ({"card": {"too much": list(range(300_000))}}, "more values"),
        ({"card": {"too long": "x" * (1 << 23)}}, "bytes"),
    ],
)
def test_what_could_not_be_read_again_is_not_written(change: dict[str, object], told: str, tmp_path: Path) -> None:
    model = model_of(VIEWS["words"])
    arrays = {name: np.full_like(getattr(model, name), value) for name, value in change.items() if np.isscalar(value)}
    with pytest.raises(SettingError, match=told):
        save(replace(model, **{**change, **arrays}), tmp_path / "m.steelyard")
    assert not list(tmp_path.iterdir())


def test_numbers_of_a_card_that_have_no_end_become_null(tmp_path: Path) -> None:
    model = replace(model_of(VIEWS["words"]), card={"gap": np.inf, "losses": np.array([np.nan, 1.0])})
    assert load(save(model, tmp_path / "m.steelyard")).card == {"gap": None, "losses": [None, 1.0]}
