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


SOURCE = click.argument("source", nargs=-1, required=True)
TEXT = click.option("--text", type=column, metavar="COLUMN", help="The column of texts: a name, or a position from 0.")
LABEL = click.option("--label", type=column, metavar="COLUMN", help="The column of labels.")
GROUP = click.option("--group", type=column, metavar="COLUMN", help="The column of groups that belong together.")
WEIGHT = click.option("--weight", type=column, metavar="COLUMN", help="The column that says how much a text counts.")
UNLABELLED = click.option("--unlabelled", is_flag=True, help="There are texts alone.")
FILES = [
    click.option("--format", type=click.Choice(FORMATS), help="Of the files, if their names do not tell."),
    click.option("--encoding", default="utf-8", show_default=True, help="Of text files."),
    click.option("--delimiter", metavar="CHARACTER", help="Between the columns of delimited text."),
    click.option("--header/--no-header", default=None, help="Whether the first line of a table holds its names."),
    click.option("--query", metavar="SQL", help="The query that gives the rows of a database."),
]
SKIP_BAD = click.option("--skip-bad", is_flag=True, help="Leave out rows that cannot be used, and count them.")
OPTIONS = [SOURCE, TEXT, LABEL, GROUP, WEIGHT, UNLABELLED, *FILES]
LABELLED = [TEXT, LABEL, GROUP, WEIGHT, *FILES, SKIP_BAD]  # of verbs that need labels
TEXTS = [TEXT, *FILES, SKIP_BAD]  # of verbs that need none


def options(*some: Callable[[C], C]) -> Callable[[C], C]:
    """Give a verb several options, in this order."""

    def give(verb: C) -> C:
        for option in reversed(some):
            verb = option(verb)
        return verb

    return give


def corpus_options(verb: C) -> C:
    """Give a verb its SOURCE and the options of `read_source`."""
    return options(*OPTIONS)(verb)


def labelled_options(verb: C) -> C:
    """Give a verb its SOURCE and the options of `labelled_source`."""
    return options(SOURCE, *LABELLED)(verb)


def read_source(source: tuple[str, ...], unlabelled: bool, **settings: Any) -> Corpus:
    """The corpus behind the words of the command line; "demo:NAME" is one that comes with the package."""
    return labelled_source(source, labelled=not unlabelled, **settings)


def labelled_source(source: tuple[str, ...], **settings: Any) -> Corpus:
    """The same, of labelled texts unless told otherwise."""
    from steelyard import corpus

    if len(source) == 1 and source[0].startswith(DEMO):
        return corpus.demo(source[0].removeprefix(DEMO))
    found: Corpus = corpus.read(list(source) if len(source) > 1 else source[0], **settings)
    return found
