"""`steelyard demo`: the whole job on a corpus that comes with the package."""

from __future__ import annotations

from pathlib import Path

import click

from steelyard.cli.terminal import WIDTH, bold, coloured
from steelyard.errors import SettingError

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
@click.pass_context
def demo(context: click.Context, name: str, output: Path) -> None:
    """Do the whole job on a corpus that comes with the package.

    Fits a model, measures it, writes it and its report into this folder, or into --output, and explains a prediction.

    \b
    steelyard demo
    steelyard demo support-en -o /tmp
    """
    from steelyard.cli.fit import fit

    if not output.is_dir():
        raise SettingError(f"There is no folder {output}.", "Make it first, or give another with --output.")
    model = output / f"{name}.steelyard"
    words = ["fit", f"demo:{name}", "--test", "0.2", "-o", str(model)]
    click.echo(f"$ steelyard {' '.join(words)}\n")
    with fit.make_context("fit", words[1:], parent=context.parent, obj={"words": words}) as inner:
        fit.invoke(inner)
    text = TEXTS[name]
    click.echo(f'\n$ steelyard explain {model} "{text}"\n')
    explained(model, text)
    click.echo(f"\n{bold('Next')}")
    click.echo(f"  open {model.with_suffix('.html')} in a browser")
    click.echo(f'  steelyard predict {model} "your own text"')
    click.echo("  steelyard fit your.csv -o your.steelyard")


def explained(model: Path, text: str) -> None:
    from steelyard.cli.models import open_model

    found = open_model(model).explain(text, flip=True)
    click.echo(found.as_text(coloured(), WIDTH).rstrip("\n"))
