"""`steelyard fit`: labelled text in; out come a model, tuned and measured, a report, and a page that says it all."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.models import THREADS, check_apart, check_place, source_of, title_of
from steelyard.cli.progress import Bar
from steelyard.cli.sources import LABELLED, SOURCE, options
from steelyard.errors import SettingError

if TYPE_CHECKING:
    from steelyard.classifier.working import Plain
    from steelyard.corpus import Corpus

LANGUAGES = ["en", "fr", "es"]

SETTINGS = [
    click.option("--recipe", default="auto", show_default=True, help="How text becomes columns and a model."),
    click.option("--strengths", metavar="NUMBERS", help="The strengths to try (scikit-learn's C): 0.1,1,10."),
    click.option("--folds", type=click.IntRange(2), default=5, show_default=True, help="Parts for out-of-fold scores."),
    click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of all that is left to chance."),
    click.option("--tol", type=float, default=1e-6, show_default=True, help="The gap to which the fit is proven."),
    click.option("--coverage", type=float, default=0.95, show_default=True, help="Of prediction sets."),
    THREADS,
]  # fmt: skip
REPORT = [
    click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Of the report."),
    click.option("--no-texts", is_flag=True, help="Keep every text out of the report."),
]  # fmt: skip


@click.command()
@options(SOURCE)
@click.option("--test", metavar="SOURCE", help="Held-out texts, looked at once; or their share of the texts, as 0.2.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Where to write the model.")
@click.option(
    "--report", type=click.Path(path_type=Path), help="Where to write the report; beside the model if not given."
)
@click.option("--no-report", is_flag=True, help="Write none.")
@click.option("--keep-texts", is_flag=True, help="Keep the training texts in the model, to explain by them.")
@click.option("--learning-curve", is_flag=True, help="Find out whether more texts would help.")
@click.option("--near-duplicates", is_flag=True, help="Look for texts that are nearly the same, on both sides too.")
@options(*SETTINGS, *REPORT, *LABELLED)
@click.option("--json", "as_json", is_flag=True, help="The page for machines, complete.")
def fit(
    source: tuple[str, ...],
    test: str | None,
    output: Path | None,
    report: Path | None,
    no_report: bool,
    keep_texts: bool,
    no_texts: bool,
    learning_curve: bool,
    near_duplicates: bool,
    language: str,
    as_json: bool,
    **settings: Any,
) -> None:
    """Choose, fit and measure a classifier; write it, and a report.

    SOURCE is a file, several files, a pattern in quotes, a folder with one sub-folder for each class, - for standard
    input, or demo:reviews-en.

    \b
    steelyard fit reviews.csv -o reviews.steelyard
    steelyard fit train.csv --test test.csv -o m.steelyard
    steelyard fit train.csv --test 0.2 --recipe words --seed 1
    steelyard fit mail/ --no-texts --language fr -o mail.steelyard
    """
    if keep_texts and (no_texts or output is None):
        raise click.UsageError("--keep-texts goes with --output, and not with --no-texts.")
    check_place(output)
    page_path = None if no_report else report or (output and output.with_suffix(".html"))
    check_place(page_path)
    check_apart([*source, *([test] if test else [])], output, page_path)
    check_model(output)
    clf, corpus, part = fitted(source, test, **settings)
    asked_for(clf, learning_curve, near_duplicates)
    if output is not None:
        clf.save(output, texts=keep_texts)
    told = outcome_data(clf, corpus, part, output, page_path)
    if page_path is not None:
        words = ["steelyard", *click.get_current_context().obj["words"]]
        write_report(clf, page_path, source, test, output, words, language=language, texts=not no_texts)
    if as_json:
        click.echo(json.dumps(told, ensure_ascii=False, indent=1))
    else:
        from steelyard.cli.outcome import outcome

        click.echo("\n".join(outcome(clf, told, source)))


def asked_for(clf: Plain, learning_curve: bool, near_duplicates: bool) -> None:
    """What takes time and is done only on request."""
    if learning_curve:
        with Bar(1, "rounds") as bar:
            clf.progress = bar.told
            clf.learning_curve()
    if near_duplicates:
        clf.near_duplicates()


def write_report(
    clf: Plain,
    path: Path,
    source: tuple[str, ...],
    test: str | None,
    model: Path | None,
    command: list[str],
    **how: Any,
) -> None:
    """The report, with the command that makes it again."""
    held = "" if test is None or isinstance(share(test), float) else title_of((test,))
    names = (title_of(source), held)
    title = names[0] if model is None else model.stem
    clf.report(path, title=title, names=names, commands=[shlex.join(command)], **how)


def fitted(
    source: tuple[str, ...], test: str | None, strengths: str | None, skip_bad: bool, seed: int, **settings: Any
) -> tuple[Plain, Corpus, Corpus | None]:
    """The classifier, measured; the texts that it learnt from, and those that it was measured on."""
    from steelyard.classifier.fitting import both_parts, learnt
    from steelyard.classifier.working import SETTINGS as KNOWN
    from steelyard.classifier.working import Plain

    chosen = {name: settings.pop(name) for name in list(settings) if name in KNOWN}
    tried = None if strengths is None else numbers(strengths)
    held = share(test)
    with Bar(None) as reading:
        corpus, part = both_parts(source_of(source), held, seed, {**settings, "skip_bad": skip_bad}, reading.more)
    with Bar(len(corpus)) as bar:
        clf = Plain(strengths=tried, seed=seed, progress=bar.told, **chosen)
        return learnt(clf, corpus, part, skip_bad), corpus, part


def numbers(words: str) -> list[float]:
    """0.1,1,10"""
    try:
        found = [float(word) for word in words.split(",")]
    except ValueError:
        found = []
    if not found or not all(0 < number < float("inf") for number in found):
        raise SettingError(f"--strengths is {words!r}.", "Give numbers above 0: 0.1,1,10.")
    return found


def share(test: str | None) -> str | float | None:
    """A source, or the share of the texts to hold out."""
    try:
        return None if test is None else float(test)
    except ValueError:
        return test


def check_model(path: Path | None) -> None:
    """A file that is no model is not written over."""
    from steelyard.errors import ModelFileError, NotAModelError
    from steelyard.store import describe

    if path is None or not path.exists():
        return
    try:
        describe(path)
    except NotAModelError:
        raise SettingError(f"{path} is there, and is no model.", "Give another name, or remove it first.") from None
    except ModelFileError:  # a broken one may be replaced
        return


def outcome_data(
    clf: Plain, corpus: Corpus, part: Corpus | None, model: Path | None, page: Path | None
) -> dict[str, Any]:
    """What came of it, as plain data."""
    return {
        "model": None if model is None else str(model),
        "report": None if page is None else str(page),
        "notes": [*corpus.notes, *(part.notes if part is not None else ())],
        "unusable": dict(corpus.skipped.counts),
        "test_unusable": dict(part.skipped.counts) if part is not None else {},
        "columns": clf.model_.columns.n_columns,
        "strongest": strong_words(clf),
        "card": clf.card_,
    }


def strong_words(clf: Plain, most: int = 20) -> dict[str, list[dict[str, Any]]]:
    """Each class's strongest terms, by how much they move the scores; runs of characters that say the same, once."""
    from steelyard.explain import strongest
    from steelyard.report.sections.words import without_echoes

    every = {
        found.name: [term._asdict() for term in found.terms] for found in strongest(clf.model_, 2 * most, by="spread")
    }
    return {
        name: [
            {"term": t["term"], "weight": round(t["weight"], 6), "texts": t["df"]} for t in without_echoes(terms)[:most]
        ]
        for name, terms in every.items()
    }
