"""A folder with one sub-folder for each class, one text a file. Without labels: a folder of files."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path

from steelyard.corpus.chunks import Chunk
from steelyard.corpus.opening import open_path
from steelyard.corpus.options import Options
from steelyard.corpus.places import BadRow, Place
from steelyard.corpus.readers.decoding import bad_utf8
from steelyard.corpus.tables import Batch, Table
from steelyard.errors import SourceError

FILES = 2000  # files of a batch


def open_folder(path: str, options: Options) -> Table:
    folder = Path(path)
    notes: list[str] = []
    if options.labelled:
        classes = _class_folders(folder, notes)
        files = [(file, entry.name) for entry in classes for file in _files(entry)]
    else:
        files = [(file, "") for file in _files(folder)]
    if not files:
        raise SourceError(f"The folder {path} holds no files.", "Give a folder with one sub-folder of texts a class.")

    def batches(wanted: list[int]) -> Iterator[Batch]:
        for start in range(0, len(files), FILES):
            yield _batch(files[start : start + FILES], wanted, options)

    return Table(path, ["text", "label"], [[], []], batches, notes, obvious=True)


def _class_folders(folder: Path, notes: list[str]) -> list[Path]:
    classes = [entry for entry in _visible(folder) if entry.is_dir()]
    loose = [entry.name for entry in _visible(folder) if not entry.is_dir()]
    if not classes:
        what = f"The folder {folder} has no sub-folders, so its texts have no labels."
        way = f"For its files as tables give a pattern such as '{folder}/*.csv'; for texts alone labelled=False."
        raise SourceError(what, way)
    notes.append(f"{folder}: one text a file, labels from its sub-folders: {', '.join(c.name for c in classes)}.")
    if loose:
        notes.append(f"{folder}: left out, being in no sub-folder: {', '.join(loose)}.")
    return classes


def _files(folder: Path) -> list[Path]:
    entries = _visible(folder)
    deeper = next((entry for entry in entries if entry.is_dir()), None)
    if deeper is not None:
        raise SourceError(
            f"{deeper} is a folder where files were expected.",
            f"Give {folder} itself, if its sub-folders are the classes.",
        )
    return entries


def _visible(folder: Path) -> list[Path]:
    """Entries in the order of their names, without the hidden ones that systems leave behind."""
    try:
        entries = [entry for entry in folder.iterdir() if not entry.name.startswith(".")]
    except OSError as error:
        raise SourceError(f"The folder {folder} cannot be read: {error.strerror}.", "Check your rights.") from error
    return sorted(entries, key=lambda entry: entry.name)


def _batch(files: list[tuple[Path, str]], wanted: list[int], options: Options) -> Batch:
    rows: list[tuple[str, str]] = []
    paths: list[Path] = []
    bad: list[BadRow] = []
    for path, label in files:
        with open_path(str(path), options) as stream:
            data = stream.rest().removeprefix(BOM_UTF8)
        fault = bad_utf8(Chunk(data, str(path), 1, 0), 0, data)
        if fault is not None:
            bad.append(fault)
            continue
        rows.append((data.decode("utf-8"), label))
        paths.append(path)
    return Batch([[row[column] for row in rows] for column in wanted], lambda row: Place(str(paths[row])), bad)
