"""What `fit` prints: what was read, what was chosen and why, what it is worth, where it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from steelyard.cli.findings import findings
from steelyard.cli.models import title_of
from steelyard.cli.scores import certificate, class_scores, confused, score_lines, set_lines
from steelyard.cli.terminal import (
    WIDTH,
    bold,
    cells,
    class_lines,
    clipped,
    counted,
    file_size,
    paragraph,
    printable,
    section,
)

MANY = 6  # classes whose strongest words are shown


def outcome(clf: Any, told: Mapping[str, Any], source: tuple[str, ...]) -> Iterator[str]:
    """The page, line by line."""
    card = told["card"]
    test = card.get("test")
    what = f"{counted(card['data']['texts'], 'text')}, {counted(len(clf.classes_), 'class')}: {title_of(source)}"
    yield bold(clipped(what, WIDTH).rstrip())
    yield from class_lines(dict(zip(clf.model_.classes, card["data"]["counts"])))
    yield from section("How it was read", [line for note in read_notes(told) for line in paragraph(note)])
    yield from section("Choice", choice_lines(card, told["columns"]))
    parts = [("out of fold", card["out_of_fold"])]
    if test is not None:
        parts.append(("test", test["measures"]))
    yield from section("Scores, with intervals of 95 %", score_lines(parts, card["nested"]))
    yield from section(f"Classes, {parts[-1][0]}", class_scores(parts[-1][1]))
    if len(clf.classes_) > 2:
        yield from section(f"Commonest mistakes, {parts[-1][0]}", confused(parts[-1][1]))
    yield from section("When in doubt", set_lines(card["sets"], card["familiarity"], test))
    yield from section("Certificate", [certificate(card["certificate"])])
    yield from section("Strongest words", word_lines(told["strongest"]))
    yield from section("Look at", [line for said in findings(card) for line in paragraph(said)])
    yield f"\n{bold('Files')}"
    yield from ("  " + line for line in files(told))  # paths are not cut: they are to be copied


def read_notes(told: Mapping[str, Any]) -> Iterator[str]:
    yield from dict.fromkeys(told["notes"])  # both parts of a source that was split say the same
    for part, name in (("unusable", "training"), ("test_unusable", "test")):
        if told[part]:
            reasons = ", ".join(f"{reason} {count:,}" for reason, count in told[part].items())
            yield f"{counted(sum(told[part].values()), f'{name} row')} left out: {reasons}."


def choice_lines(card: Mapping[str, Any], columns: int) -> Iterator[str]:
    found = card["selection"]
    yield from paragraph(found["why"])
    tried = sum(loss is not None for trial in found["trials"] for loss in trial["losses"])
    recipes = counted(len(found["trials"]), "recipe")
    strengths = f"{tried} settings of recipe and strength" if len(found["trials"]) > 1 else counted(tried, "strength")
    yield f"{recipes}, {strengths} tried; {counted(columns, 'column')}"


def word_lines(strongest: Mapping[str, Sequence[Mapping[str, Any]]]) -> Iterator[str]:
    names = list(strongest)[:MANY]
    width = min(max(cells(printable(name)) for name in names), 20)
    for name in names:
        words = [shown(each["term"]) for each in strongest[name]]
        line, room = "", WIDTH - 4 - width
        for word in words:
            if cells(line) + cells(word) + 2 > room:
                break
            line += ("  " if line else "") + word
        yield f"{clipped(name, width)}  {line}"
    if len(strongest) > MANY:
        yield f"and those of {counted(len(strongest) - MANY, 'class')} more: see steelyard inspect"


def shown(term: str) -> str:
    """A term whose blanks can be seen."""
    return f"'{term}'" if term != term.strip() else term


def files(told: Mapping[str, Any]) -> Iterator[str]:
    if told["model"] is None:
        yield "nothing was saved: -o m.steelyard saves the model and its report"
        return
    yield f"model   {told['model']}, {file_size(Path(told['model']).stat().st_size)}"
    if told["report"] is not None:
        yield f"report  {told['report']}"
