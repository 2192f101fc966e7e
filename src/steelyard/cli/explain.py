"""`steelyard explain`: what each word of a text put on the scale."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.inputs import Inputs
from steelyard.cli.models import MODEL, THREADS, check_place, open_model
from steelyard.cli.sources import TEXTS, options
from steelyard.cli.terminal import coloured, counted, csv_row, room

if TYPE_CHECKING:
    from steelyard.explain import Explanation

LANGUAGES = ["en", "fr", "es"]
PAGE = '<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" ' \
       'content="width=device-width, initial-scale=1">\n<title>{title}</title>\n</head>\n<body>\n'  # fmt: skip


@click.command()
@MODEL
@click.argument("texts", nargs=-1)
@click.option("--target", metavar="CLASS", help="The class to speak for, if not the one that is said.")
@click.option("--against", metavar="CLASS", help="The class to compare it with.")
@click.option("--flip/--no-flip", default=None, help="Find the fewest words without which the answer is another.")
@click.option("--neighbours", is_flag=True, help="Show the training texts that weigh most, if the model keeps them.")
@click.option("--html", type=click.Path(path_type=Path), help="Write a page there, instead of printing.")
@click.option("--json", "form", flag_value="json", help="A JSON object a line, complete.")
@click.option("--csv", "form", flag_value="csv", help="A row for each term of each text.")
@click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Of the words around.")
@click.option("--literal", is_flag=True, help="The arguments are texts, even where they are names of files.")
@THREADS
@options(*TEXTS)
def explain(
    model: Path,
    texts: tuple[str, ...],
    target: str | None,
    against: str | None,
    flip: bool | None,
    neighbours: bool,
    html: Path | None,
    form: str | None,
    language: str,
    literal: bool,
    threads: int | None,
    skip_bad: bool,
    **reading: Any,
) -> None:
    """Show what each word of a text put on the scale.

    TEXTS are the texts themselves, in quotes; or files of any kind that `steelyard look` reads; or, if there are none,
    the lines of standard input.

    \b
    steelyard explain m.steelyard "a dull film with one good scene"
    steelyard explain m.steelyard mails.csv --html why.html
    steelyard explain m.steelyard "so so" --target pos --json

    The weights of the words and the intercept add up to the score. For texts given as arguments the fewest words are
    looked for without which the model says something else; --flip does so for others.
    """
    if html is not None and form is not None:
        raise click.UsageError(f"--html and --{form} do not go together.")
    check_place(html)
    inputs = Inputs(texts, literal, skip_bad, **reading)
    clf = open_model(model, threads)
    how: dict[str, Any] = {"target": target, "against": against, "flip": inputs.are_arguments if flip is None else flip}
    pulls = clf.pulls() if neighbours else None
    each = (found for batch in inputs.batches() for found in clf.explanations(batch, training=pulls, **how))
    if html is not None:
        from steelyard.store.writing import write_whole

        write_whole(html, page(each, language, f"{model.name}"))
        click.echo(str(html))
    else:
        for number, found in enumerate(each):
            click.echo(told(found, form, language, number))
    if inputs.skipped:
        click.echo(f"{counted(inputs.skipped, 'row')} left out.", err=True)


def told(found: Explanation, form: str | None, language: str, number: int) -> str:
    if form == "json":
        return json.dumps(found.as_data(), ensure_ascii=False)
    if form == "csv":
        return "".join(rows(found, number)).rstrip("\n")
    text: str = found.as_text(coloured(), room(), language).rstrip("\n")
    return "\n" * (number > 0) + text


def rows(found: Explanation, number: int) -> Iterator[str]:
    """The intercept and each term of a text, as CSV; texts are numbered from 1."""
    if number == 0:
        yield csv_row(("number", "said", "target", "term", "kind", "count", "texts", "weight"))
    about = (number + 1, found.said, found.target)
    yield csv_row((*about, "", "intercept", "", "", f"{found.intercept:.9g}"))
    for term in found.terms:
        yield csv_row((*about, term.term, term.kind, term.count, term.df, f"{term.weight:.9g}"))


def page(each: Iterator[Explanation], language: str, title: str) -> Iterator[bytes]:
    """The explanations one below the other, as one page that needs nothing else."""
    from html import escape

    yield PAGE.format(language=language, title=escape(title)).encode()
    for number, found in enumerate(each):
        yield found.as_html(language, number == 0).encode() + b"\n"
    yield b"</body>\n</html>\n"
