"""What verbs that read a corpus have in common: their SOURCE and the options that say how to read it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from steelyard.corpus import Corpus

C = TypeVar("C", bound=Callable[..., Any])

DEMO = "demo:"
FORMATS = ["csv", "tsv", "jsonl", "parquet", "arrow", "fasttext", "tabbed", "lines", "sqlite"]


def column(word: str) -> str | int:
    """A column's name, or its position from 0."""
    return int(word) if word.isdecimal() else word


OPTIONS = [
    click.argument("source", nargs=-1, required=True),
    click.option("--text", type=column, metavar="COLUMN", help="The column of texts: a name, or a position from 0."),
    click.option("--label", type=column, metavar="COLUMN", help="The column of labels."),
    click.option("--group", type=column, metavar="COLUMN", help="The column of groups that belong together."),
    click.option("--weight", type=column, metavar="COLUMN", help="The column that says how much a text counts."),
    click.option("--unlabelled", is_flag=True, help="There are texts alone."),
    click.option("--format", type=click.Choice(FORMATS), help="Of the files, if their names do not tell."),
    click.option("--encoding", default="utf-8", show_default=True, help="Of text files."),
    click.option("--delimiter", metavar="CHARACTER", help="Between the columns of delimited text."),
    click.option("--header/--no-header", default=None, help="Whether the first line of a table holds its names."),
    click.option("--query", metavar="SQL", help="The query that gives the rows of a database."),
]


def corpus_options(verb: C) -> C:
    """Give a verb its SOURCE and the options of `read_source`."""
    for option in reversed(OPTIONS):
        verb = option(verb)
    return verb


def read_source(source: tuple[str, ...], unlabelled: bool, **settings: Any) -> Corpus:
    """The corpus behind the words of the command line; "demo:NAME" is one that comes with the package."""
    from steelyard import corpus

    if len(source) == 1 and source[0].startswith(DEMO):
        return corpus.demo(source[0].removeprefix(DEMO))
    return corpus.read(list(source) if len(source) > 1 else source[0], labelled=not unlabelled, **settings)
