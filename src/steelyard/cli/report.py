"""`steelyard report`: the report of a saved model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from steelyard.cli.models import JSON, MODEL, THREADS, check_apart, check_place, open_model, title_of
from steelyard.cli.sources import LABELLED, options

LANGUAGES = ["en", "fr", "es"]


@click.command()
@MODEL
@click.option("--test", metavar="SOURCE", help="Held-out texts to measure it on first.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Where to write it, if not beside the model.")
@click.option("--title", default="", help="Of the page; the model's name if not given.")
@click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Of the report.")
@click.option("--no-texts", is_flag=True, help="Keep every text out of the report.")
@THREADS
@options(*LABELLED)
@JSON
def report(
    model: Path,
    test: str | None,
    output: Path | None,
    title: str,
    language: str,
    no_texts: bool,
    threads: int | None,
    skip_bad: bool,
    as_json: bool,
    **reading: Any,
) -> None:
    """Write the report of a saved model, one HTML file.

    It shows what the file knows of its training; with --test also what the model is worth on those texts, and its worst
    mistakes on them, explained.

    \b
    steelyard report m.steelyard -o m.html
    steelyard report m.steelyard --test test.csv --language fr
    """
    from steelyard.classifier.fitting import measured

    check_place(output)
    clf = open_model(model, threads)
    path = output or model.with_suffix(".html")
    check_place(path)
    check_apart([str(model), *([test] if test else [])], path)
    if test is not None:
        measured(clf, test, skip_bad=skip_bad, **reading)
    names = ("", "" if test is None else title_of((test,)))
    clf.report(path, title=title or model.stem, names=names, language=language, texts=not no_texts)
    click.echo(json.dumps({"written": str(path)}) if as_json else str(path))
