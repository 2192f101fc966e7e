"""The outcome of a stage: one table for people (at most 100 columns), one JSON file for machines."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.frame import Entry

FOLDER = Path(".benchmarks")
HEADINGS = ("problem", "contestant", "best s", "spread", "faster", "MB/s", "peak MB", "of peer's", "answer")
WIDTHS = (29, 15, 8, 7, 7, 7, 8, 9, 10)


def row(entry: Entry, reference: Entry | None, megabytes: float, compares: bool = True) -> dict[str, Any]:
    """One line of the table as numbers. Ratios are to the reference in the same run."""
    peer = reference if reference is not None and entry is not reference else None
    return {
        "problem": entry.problem.name,
        "contestant": entry.name,
        "seconds": entry.seconds,
        "best": entry.best,
        "spread": entry.spread,
        "faster": reference.best / entry.best if reference else None,
        "megabytes_per_second": megabytes / entry.best,
        "peak_mb": entry.peak_mb,
        "peak_of_peer": entry.peak_mb / peer.peak_mb if peer and entry.peak_mb and peer.peak_mb else None,
        "answer": entry.answer,
        "same": entry.answer == peer.answer if peer and entry.contestant.answers and compares else None,
        "shown": "" if compares else str(entry.answer or ""),
    }


def line(row: dict[str, Any], first: bool) -> str:
    said = {None: row["shown"], True: "same", False: "DIFFERS"}[row["same"]]
    cells = (
        f"{row['best']:.3f}" if row["best"] >= 0.001 else f"{row['best']:.0e}",
        f"{row['spread']:.0%}",
        shown(row["faster"], lambda x: f"{x:.1f}x" if x < 1000 else ""),
        shown(row["megabytes_per_second"], lambda x: f"{x:.1f}" if x < 100_000 else ""),
        shown(row["peak_mb"], "{:.0f}".format),
        shown(row["peak_of_peer"], "{:.1%}".format),
        said,
    )
    return joined((row["problem"] if first else "", row["contestant"], *cells))


def shown(value: float | None, form: Callable[[float], str]) -> str:
    return "" if value is None else form(value)


def joined(cells: Sequence[str]) -> str:
    left = "".join(cell.ljust(width) for cell, width in zip(cells[:2], WIDTHS[:2], strict=True))
    right = "".join(cell.rjust(width) for cell, width in zip(cells[2:], WIDTHS[2:], strict=True))
    return (left + right).rstrip()


def heading() -> str:
    return joined(HEADINGS) + "\n" + "-" * sum(WIDTHS)


def save(name: str, outcome: dict[str, Any]) -> Path:
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{name}.json"
    path.write_text(json.dumps(outcome, indent=1, default=str) + "\n", encoding="utf-8")
    return path
