"""`steelyard verify`: does a model come from these texts?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from steelyard.cli.models import JSON, MODEL, THREADS, source_of
from steelyard.cli.progress import Bar
from steelyard.cli.sources import LABELLED, SOURCE, options
from steelyard.cli.terminal import paragraph


@click.command()
@MODEL
@options(SOURCE)
@click.option("--test", metavar="SOURCE", help="The held-out texts, or their share, as they were given to fit.")
@THREADS
@options(*LABELLED)
@JSON
def verify(
    model: Path,
    source: tuple[str, ...],
    test: str | None,
    threads: int | None,
    skip_bad: bool,
    as_json: bool,
    **reading: Any,
) -> None:
    """Fit again from the same texts, and compare the models.

    Where versions and kind of machine are those that the model was made with, the file must be the same to the byte;
    elsewhere the weights must be as near each other as the certificates of both fits allow. Ends with exit code 1 if
    they are not.

    \b
    steelyard verify m.steelyard train.csv
    steelyard verify m.steelyard train.csv --test test.csv
    """
    from steelyard.classifier.verifying import verify as verified
    from steelyard.cli.fit import share

    with Bar(1, "fits") as bar:
        found = verified(
            model, source_of(source), test=share(test), skip_bad=skip_bad, threads=threads, progress=bar.told, **reading
        )
    if as_json:
        click.echo(json.dumps({**found.as_data(), "holds": found.holds, "verdict": found.verdict}, indent=1))
    else:
        click.echo("\n".join(paragraph(found.verdict, 0)))
        if found.versions:
            click.echo("\n".join(paragraph("Then and now: " + "; ".join(found.versions) + ".", 0)))
    if not found.holds:
        click.get_current_context().exit(1)
