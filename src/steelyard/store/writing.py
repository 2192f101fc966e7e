"""A file is written whole or not at all.

The bytes go to a draft beside the file; when they are on the disk, the draft takes the file's name, and the folder is
synced. Who is killed in between leaves the old file, and a draft `.NAME.XXXX.draft` that the next writing clears
away. A draft that is being written is locked, so nobody clears away another's.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from steelyard.errors import ModelWriteError

ENDING = ".draft"


def write_whole(path: str | os.PathLike[str], pieces: Iterable[Any]) -> Path:
    """Write the pieces as one file; an old file of that name is replaced and its permissions are kept."""
    target = Path(os.path.realpath(path))  # a link stays a link
    try:
        clear_drafts(target)
        with _draft(target) as (draft, file):
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
            draft.replace(target)
        _sync_folder(target.parent)
    except OSError as error:
        what = f"the file could not be written: {error.strerror or error}."
        raise ModelWriteError(what, "What was there before is as it was.", str(path)) from error
    return Path(path)


@contextmanager
def _draft(target: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """A new file beside the target, open and locked; removed if it did not become the target."""
    draft, number = _new_draft(target)
    try:
        with os.fdopen(number, "wb") as file:
            with suppress(FileNotFoundError):
                os.chmod(draft, stat.S_IMODE(target.stat().st_mode))  # noqa: PTH101 (Path.chmod is the same)
            yield draft, file
    finally:
        draft.unlink(missing_ok=True)


def _new_draft(target: Path) -> tuple[Path, int]:
    """A draft, open and locked. Between the two another writer may have cleared it away: then the next one."""
    while True:
        draft = target.with_name(f".{target.name}.{secrets.token_hex(6)}{ENDING}")
        number = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        lock(number)
        if draft.exists():
            return draft, number
        os.close(number)


def clear_drafts(target: Path) -> list[Path]:
    """Remove the drafts of this file that nobody is writing any more; returns them."""
    gone = []
    with suppress(OSError):
        for draft in target.parent.iterdir():
            if draft.name.startswith(f".{target.name}.") and draft.name.endswith(ENDING) and _is_left(draft):
                draft.unlink(missing_ok=True)
                gone.append(draft)
    return gone


def _is_left(draft: Path) -> bool:
    try:
        with draft.open("rb") as file:
            return lock(file.fileno())
    except OSError:
        return False


def lock(number: int) -> bool:
    """Lock an open file as long as it is open; False if another process has, or where there are no such locks."""
    try:
        import fcntl

        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (ImportError, OSError):
        return False
    return True


def _sync_folder(folder: Path) -> None:
    """So that the new name outlives a power cut; not every system lets a folder be synced."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
