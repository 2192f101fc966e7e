"""`steelyard compare`: which of two models is better on the same texts, and which texts each alone gets right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.models import JSON, THREADS, open_model, source_of, title_of
from steelyard.cli.scores import difference, score_lines
from steelyard.cli.sources import LABELLED, SOURCE, options
from steelyard.cli.terminal import WIDTH, bold, clipped, counted, paragraph, section

if TYPE_CHECKING:
    from steelyard.classifier.working import Plain
    from steelyard.evaluation.comparing import Comparison

EXAMPLES = 3


@click.command()
@click.argument("first", type=click.Path(path_type=Path))
@click.argument("second", type=click.Path(path_type=Path))
@options(SOURCE)
@THREADS
@options(*LABELLED)
@JSON
def compare(
    first: Path,
    second: Path,
    source: tuple[str, ...],
    threads: int | None,
    skip_bad: bool,
    as_json: bool,
    **reading: Any,
) -> None:
    """Say which of two models is better on the same labelled texts.

    FIRST and SECOND are model files, SOURCE is what `steelyard look` reads. The test is paired: what is hard for both
    cancels out.

    \b
    steelyard compare old.steelyard new.steelyard test.csv
    """
    from steelyard.classifier import compare as compared

    models = [open_model(path, threads) for path in (first, second)]
    names = (first.stem, second.stem) if first.stem != second.stem else (str(first), str(second))
    found = compared(*models, source_of(source), names=names, skip_bad=skip_bad, **reading)
    if as_json:
        measures = {name: clf.card_["test"]["measures"] for name, clf in zip(names, models)}
        data = {**found.as_data(), "verdict": found.verdict, "measures": measures}
        click.echo(json.dumps(data, ensure_ascii=False, indent=1))
    else:
        title = f"{names[0]} and {names[1]} on {counted(found.n, 'text')} of {title_of(source)}"
        click.echo("\n".join(page(title, found, models)))


def page(title: str, found: Comparison, models: list[Plain]) -> Iterator[str]:
    yield bold(clipped(title, WIDTH).rstrip())
    yield ""
    yield from ("  " + line for line in paragraph(found.verdict))
    parts = [(name, clf.card_["test"]["measures"]) for name, clf in zip(found.names, models)]
    yield from section("Scores, with intervals of 95 %", score_lines(parts))
    data = found.as_data()
    lines = [difference(name, data[key]) for name, key in (("accuracy", "accuracy"), ("macro-F1", "macro_f1"))]
    if data["log_loss"] is not None:
        lines.append(difference("log loss", data["log_loss"]))
    yield from section(f"{found.names[1]} less {found.names[0]}", lines)
    if found.p_value is not None:
        yield f"  McNemar's test: p = {found.p_value:.3g}"
    yield from section("Right", [f"both {found.both_right:,}, neither {found.both_wrong:,}"])
    for name, rows in zip(found.names, (found.first_only, found.second_only)):
        texts = [models[0].part_.texts[int(models[0].test_.rows[row])].as_py() for row in rows[:EXAMPLES]]
        yield from section(f"Only {name}: {counted(len(rows), 'text')}", [clipped(text, 76).rstrip() for text in texts])
