"""`steelyard evaluate`: what a model is worth on labelled texts, each figure with its interval."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.findings import about_test
from steelyard.cli.models import JSON, MODEL, THREADS, open_model, priors_of, source_of, title_of
from steelyard.cli.scores import class_scores, confused, score_lines, set_lines, threshold_line
from steelyard.cli.sources import LABELLED, SOURCE, options
from steelyard.cli.terminal import WIDTH, bold, clipped, counted, paragraph, section

if TYPE_CHECKING:
    from steelyard.classifier.working import Plain
    from steelyard.evaluation.operating_points import Threshold


@click.command()
@MODEL
@options(SOURCE)
@click.option("--priors", metavar="SHARES", help="The classes' shares where the texts come from: pos=0.01,neg=0.99; or "
              "estimate, from these texts.")  # fmt: skip
@click.option("--precision", type=float, help="Find the threshold from which on so many are right: 0.95.")
@click.option("--recall", type=float, help="Find the threshold from which on so many are found.")
@click.option("--sure", type=float, help="With this certainty, such as 0.95; else by the figure itself.")
@click.option("--of", metavar="CLASS", help="The class of the threshold; else of whichever answer.")
@THREADS
@options(*LABELLED)
@JSON
def evaluate(
    model: Path,
    source: tuple[str, ...],
    priors: str | None,
    precision: float | None,
    recall: float | None,
    sure: float | None,
    of: str | None,
    threads: int | None,
    skip_bad: bool,
    as_json: bool,
    **reading: Any,
) -> None:
    """Say what a model is worth on labelled texts, with intervals.

    SOURCE is what `steelyard look` reads. Texts whose labels the model does not know are an error; with --skip-bad they
    are set aside, and it is told how many of them the model says to be none of its classes.

    \b
    steelyard evaluate m.steelyard test.csv
    steelyard evaluate m.steelyard test.csv --precision 0.95 --of pos --sure 0.95
    steelyard evaluate m.steelyard week.csv --priors estimate --json
    """
    from steelyard.classifier.fitting import measured

    clf = open_model(model, threads)
    shares = priors if priors == "estimate" else priors_of(priors, clf.model_.classes)
    found = measured(clf, source_of(source), skip_bad=skip_bad, priors=shares, **reading)
    test = found.card_["test"]
    wanted = {name: value for name, value in (("precision", precision), ("recall", recall)) if value is not None}
    threshold = clf.test_.threshold(of, clf.model_.classes, sure=sure, **wanted) if wanted else None
    if as_json:
        data = {"test": test, "threshold": None if threshold is None else threshold.as_data()}
        click.echo(json.dumps(data, ensure_ascii=False, indent=1))
        return
    title = f"{model.name} on {counted(clf.test_.n, 'text')} of {title_of(source)}"
    click.echo("\n".join(page(title, clf, threshold, of)))


def page(title: str, clf: Plain, threshold: Threshold | None, of: str | None) -> Iterator[str]:
    card, held = clf.card_, clf.test_
    test = card["test"]
    parts = [("these texts", test["measures"])]
    if "out_of_fold" in card:
        parts.append(("out of fold", card["out_of_fold"]))
    yield bold(clipped(title, WIDTH).rstrip())
    yield from section("How it was read", [line for note in clf.part_.notes for line in paragraph(note)])
    yield from section("Scores, with intervals of 95 %", score_lines(parts))
    yield from section("Classes", class_scores(test["measures"]))
    if len(test["measures"]["classes"]) > 2:
        yield from section("Commonest mistakes", confused(test["measures"]))
    if threshold is not None:
        yield from section("Threshold", threshold_line(threshold.as_data(), of))
    yield from section("When in doubt", set_lines(card.get("sets"), card.get("familiarity"), test))
    words = f"{100 * held.unknown.share:.1f} % of the words are unknown"
    told = [*about_test(test, "text"), words]
    yield from section("Look at", [line for said in told for line in paragraph(said)])
