"""`steelyard look`: what is in a corpus, before anything is trained on it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.sources import corpus_options, read_source
from steelyard.cli.terminal import WIDTH, class_lines, counted, paragraph, section

if TYPE_CHECKING:
    from steelyard.corpus import Corpus

EXAMPLES = 3  # how many are shown


@click.command()
@corpus_options
@click.option("--json", "as_json", is_flag=True, help="The same for machines, complete.")
def look(source: tuple[str, ...], as_json: bool, **settings: Any) -> None:
    """Say what is in a corpus: rows, classes, lengths, what is doubtful.

    SOURCE is a file, several files, a pattern in quotes, a folder with one sub-folder for each class, - for
    standard input, or demo:reviews-en.
    """
    corpus = read_source(source, skip_bad=True, **settings)
    found = summary(corpus)
    click.echo(json.dumps(found, ensure_ascii=False, indent=1) if as_json else "\n".join(page(found, corpus)))


def summary(corpus: Corpus) -> dict[str, Any]:
    """All that the verb tells, as plain data. Texts are numbered from 1, in the order of the source."""
    findings = corpus.findings()
    return {
        "texts": len(corpus),
        "classes": findings.counts,
        "rare": findings.rare,
        "characters": dict(zip(("shortest", "median", "longest"), findings.lengths, strict=True)),
        "repeated": (findings.repeated + 1).tolist(),
        "conflicting": (findings.conflicting + 1).tolist(),
        "unusable": dict(corpus.skipped.counts),
        "unusable_rows": [str(row) for row in corpus.skipped.rows],
        "notes": list(corpus.notes),
    }


def page(found: dict[str, Any], corpus: Corpus) -> Iterator[str]:
    sizes = found["characters"]
    classes = f", {counted(len(found['classes']), 'class')}" if found["classes"] else ""
    yield counted(found["texts"], "text") + classes
    yield f"shortest {sizes['shortest']:,}, median {sizes['median']:,}, longest {sizes['longest']:,} characters"
    if found["classes"]:
        yield ""
        yield from class_lines(found["classes"])
    notes = [line for note in found["notes"] for line in paragraph(note)]
    yield from section("How it was read", notes)
    yield from section("Look at", list(doubts(found, corpus)))


def doubts(found: dict[str, Any], corpus: Corpus) -> Iterator[str]:
    """What may be wrong, each with a few examples."""
    if found["rare"]:
        yield f"{counted(len(found['rare']), 'class')} with few texts: " + ", ".join(found["rare"])
    for rows, said in (("repeated", "seen earlier already"), ("conflicting", "with different labels")):
        if found[rows]:
            yield f"{counted(len(found[rows]), 'text')} {said}:"
            yield from (f"  {row}: {corpus.texts[row - 1].as_py()[:WIDTH]}" for row in found[rows][:EXAMPLES])
    if found["unusable"]:
        reasons = ", ".join(f"{reason} {count:,}" for reason, count in found["unusable"].items())
        yield f"{counted(sum(found['unusable'].values()), 'row')} of no use: {reasons}"
        yield from (f"  {row}" for row in found["unusable_rows"][:EXAMPLES])
