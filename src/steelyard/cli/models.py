"""What verbs that take a MODEL have in common."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from steelyard.cli.sources import DEMO
from steelyard.errors import SettingError

if TYPE_CHECKING:
    from steelyard.classifier.working import Plain

MODEL = click.argument("model", type=click.Path(path_type=Path))
THREADS = click.option("--threads", type=click.IntRange(1), help="How many; all cores if not given.")
JSON = click.option("--json", "as_json", is_flag=True, help="What is said, for machines, complete.")
PRIORS = click.option("--priors", metavar="SHARES", help="The classes' shares where texts come from: pos=0.1,neg=0.9.")


def open_model(path: Path, threads: int | None = None) -> Plain:
    """The classifier in a file."""
    from steelyard.classifier.saved import filled
    from steelyard.classifier.working import Plain

    return filled(Plain(threads=threads), path)


def source_of(words: tuple[str, ...]) -> str | list[str]:
    """The words of a source, as `read` takes them."""
    return list(words) if len(words) > 1 else words[0]


def priors_of(words: str | None, classes: tuple[str, ...]) -> list[float] | None:
    """pos=0.01,neg=0.99 in the order of the classes."""
    if words is None:
        return None
    found: dict[str, float] = {}
    for part in words.split(","):
        name, equals, share = part.rpartition("=")
        try:
            found[name.strip()] = float(share)
        except ValueError:
            equals = ""
        if not equals or not 0 <= found[name.strip()] < float("inf"):
            raise SettingError(f"--priors: {part!r} is no share of a class.", "Write pos=0.01,neg=0.99.")
    if set(found) != set(classes):
        named = f"--priors names {', '.join(found)}."
        raise SettingError(named, f"Give a share for each class: {', '.join(classes)}.")
    from steelyard.classifier.answers import of_one_whole

    return of_one_whole([found[name] for name in classes])


def check_place(path: Path | None) -> None:
    """Before the work rather than after it: whether a file can be written there."""
    if path is not None and (path.is_dir() or not path.absolute().parent.is_dir()):
        what = "is a folder" if path.is_dir() else "would be in a folder that is not there"
        raise SettingError(f"{path} {what}.", "Give the name of a file, in a folder that there is.")


def check_apart(sources: Sequence[str], *places: Path | None) -> None:
    """That no file would be written over another one of the same job."""
    taken = [Path(each).absolute() for each in sources]
    for path in filter(None, places):
        if path.absolute() in taken:
            raise SettingError(f"{path} would be written over: the same job reads or writes it.", "Give another name.")
        taken.append(path.absolute())


def title_of(words: tuple[str, ...]) -> str:
    """What to call a source on a page."""
    first = words[0].removeprefix(DEMO) if words[0].startswith(DEMO) else Path(words[0]).name
    return first if len(words) == 1 else f"{first} and {len(words) - 1} more"
