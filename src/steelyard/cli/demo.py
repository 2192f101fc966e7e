"""`steelyard demo`: the whole job on a corpus that comes with the package."""

from __future__ import annotations

import json
from pathlib import Path

import click

from steelyard.cli.fit import fitted, outcome_data, write_report
from steelyard.cli.models import JSON
from steelyard.cli.outcome import outcome
from steelyard.cli.terminal import bold, coloured, room
from steelyard.errors import SettingError

TEST = "0.2"
# corpus -> a text to explain
TEXTS = {
    "reviews-en": "The acting is wonderful, but the story is slow and the end is a waste of time.",
    "reviews-fr": "Les acteurs sont excellents, mais l'histoire est longue et la fin est décevante.",
    "reviews-es": "Los actores son excelentes, pero la historia es lenta y el final es aburrido.",
    "support-en": "I was charged twice this month and the app crashes when I open the invoice.",
}


@click.command()
@click.argument("name", type=click.Choice(list(TEXTS)), default="reviews-en")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), default=Path(), help="The folder for model and report."
)
@JSON
def demo(name: str, output: Path, as_json: bool) -> None:
    """Do the whole job on a corpus that comes with the package.

    Fits a model, measures it, writes it and its report into this folder, or into --output, and explains a prediction.

    \b
    steelyard demo
    steelyard demo support-en -o /tmp
    """
    if not output.is_dir():
        raise SettingError(f"There is no folder {output}.", "Make it first, or give another with --output.")
    model, text, source = output / f"{name}.steelyard", TEXTS[name], (f"demo:{name}",)
    command = ["steelyard", "fit", *source, "--test", TEST, "-o", str(model)]
    if not as_json:
        click.echo(f"$ {' '.join(command)}\n")
    clf, corpus, part = fitted(source, TEST, strengths=None, skip_bad=False, seed=0)
    page = model.with_suffix(".html")
    clf.save(model)
    write_report(clf, page, source, TEST, model, command)
    told = outcome_data(clf, corpus, part, model, page)
    why = clf.explain(text, flip=True)
    if as_json:
        click.echo(json.dumps({"fit": told, "explanation": why.as_data()}, ensure_ascii=False, indent=1))
        return
    click.echo("\n".join(outcome(clf, told, source)))
    click.echo(f'\n$ steelyard explain {model} "{text}"\n')
    click.echo(why.as_text(coloured(), room()).rstrip("\n"))
    click.echo(f"\n{bold('Next')}")
    click.echo(f"  open {page} in a browser")
    click.echo(f'  steelyard predict {model} "your own text"')
    click.echo("  steelyard fit your.csv -o your.steelyard")
