"""`steelyard inspect`: what a model file says of itself."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from steelyard.cli.models import JSON, MODEL, open_model
from steelyard.cli.outcome import choice_lines, word_lines
from steelyard.cli.scores import certificate, class_scores, score_lines, set_lines
from steelyard.cli.terminal import bold, class_lines, counted, file_size, paragraph, section


@click.command()
@MODEL
@click.option("--words", type=click.IntRange(0), default=20, show_default=True, help="Strongest words of each class.")
@JSON
def inspect(model: Path, words: int, as_json: bool) -> None:
    """Say what is in a model file: classes, recipe, scores, words.

    \b
    steelyard inspect m.steelyard
    steelyard inspect m.steelyard --words 100 --json
    """
    from steelyard.cli.fit import strong_words
    from steelyard.store import describe

    about = describe(model)
    clf = open_model(model)
    strongest = strong_words(clf, words) if words else {}
    if as_json:
        click.echo(json.dumps({**about, "strongest": strongest}, ensure_ascii=False, indent=1))
    else:
        click.echo("\n".join(page(model, about, strongest)))


def page(path: Path, about: Mapping[str, Any], strongest: Mapping[str, Any]) -> Iterator[str]:
    card, classes = about["card"], about["classes"]
    columns = sum(view["columns"] for view in about["views"])
    size = file_size(path.stat().st_size)
    yield bold(f"{path.name}, {size}: {counted(len(classes), 'class')}, {counted(columns, 'column')}")
    data = card.get("data")
    if data is not None:
        yield f"fitted on {counted(data['texts'], 'text')}"
        yield from class_lines(dict(zip(classes, data["counts"])))
    yield from section("Views", [view_line(view) for view in about["views"]])
    if "selection" in card:
        yield from section("Choice", choice_lines(card, columns))
        parts = [("out of fold", card["out_of_fold"])]
        parts += [("test", card["test"]["measures"])] if "test" in card else []
        yield from section("Scores, with intervals of 95 %", score_lines(parts, card["nested"]))
        yield from section(f"Classes, {parts[-1][0]}", class_scores(parts[-1][1]))
        yield from section("When in doubt", set_lines(card["sets"], card["familiarity"], card.get("test")))
        yield from section("Certificate", [certificate(card["certificate"])])
    if strongest:
        yield from section("Strongest words", word_lines(strongest))
    yield from section("What the file holds", list(held(about)))
    yield from section("How it was made", [line for told in origin(card) for line in paragraph(told)])


def view_line(view: Mapping[str, Any]) -> str:
    low, high = view["ngrams"]
    kinds = {"word": "words", "char": "characters", "char_wb": "characters within words"}
    rare = f", in {view['min_df']} texts or more" if view["min_df"] > 1 else ""
    return f"{kinds[view['analyzer']]}, {low} to {high} in a row{rare}: {counted(view['columns'], 'column')}"


def held(about: Mapping[str, Any]) -> Iterator[str]:
    """What somebody learns who gets the file."""
    yield "the words and pieces of words of its columns, and their weights"
    if "training.blob" in about["arrays"]:
        yield "the training texts, whole"
    else:
        yield "no training text"


def origin(card: Mapping[str, Any]) -> Iterator[str]:
    if "versions" not in card:
        return
    given = {name: value for name, value in card["settings"].items() if value is not None}
    recipe = given.pop("recipe")
    given["recipe"] = recipe if isinstance(recipe, str) else recipe["name"]
    yield ", ".join(f"{name} {value}" for name, value in sorted(given.items()))
    yield ", ".join(f"{name} {value}" for name, value in card["versions"].items())
    yield card["machine"]
    yield f"texts {card['data']['fingerprint']}"
