"""`steelyard predict`: the class of each text, with its probability.

A few texts are answered by plain Python over the mapped model file, many by compiled code, whose import would take
longer than the answers; both give the same.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.inputs import Batch, Inputs
from steelyard.cli.models import PRIORS, THREADS, priors_of
from steelyard.cli.progress import Bar
from steelyard.cli.sources import TEXTS, options
from steelyard.cli.terminal import WIDTH, cells, clipped, counted, csv_row

if TYPE_CHECKING:
    from steelyard.classifier.answers import Answer

AT_ONCE = 200_000  # characters that plain Python answers; then it is worth waiting for compiled code
NAME = 20  # cells of a class's name
MARKS = {
    "?": "can't say: other classes are as possible",
    "!": "unlike the training texts: perhaps none of the classes",
}

Write = Callable[[str, "Answer"], str]


@click.command()
@click.argument("model", type=click.Path())
@click.argument("texts", nargs=-1)
@click.option(
    "--json", "form", flag_value="json", help="A JSON object a line: label, probability, set, unfamiliar, text."
)
@click.option("--csv", "form", flag_value="csv", help="The same as CSV.")
@click.option("--all", "every", is_flag=True, help="With --json or --csv: the probability of each class.")
@PRIORS
@click.option("--literal", is_flag=True, help="The arguments are texts, even where they are names of files.")
@THREADS
@options(*TEXTS)
def predict(
    model: str,
    texts: tuple[str, ...],
    form: str | None,
    every: bool,
    priors: str | None,
    literal: bool,
    threads: int | None,
    skip_bad: bool,
    **reading: Any,
) -> None:
    """Say the class of texts, with its probability.

    TEXTS are the texts themselves, in quotes; or files of any kind that `steelyard look` reads; or, if there are none,
    the lines of standard input, answered as they come, empty ones too: line for line.

    \b
    steelyard predict m.steelyard "what a wonderful film"
    steelyard predict m.steelyard new.csv --csv > answered.csv
    tail -f chat.log | steelyard predict m.steelyard --json

    A "?" beside the probability says that other classes are as possible, a "!" that the text is unlike the training
    texts; in JSON and CSV that is `set` and `unfamiliar`.
    """
    if every and form is None:
        raise click.UsageError("--all goes with --json or --csv.")
    inputs = Inputs(texts, literal, skip_bad, **reading)
    answerer = Answerer(model, priors, threads)
    write, marks = writer(form, answerer.classes, every)
    with Bar(None, shows=not sys.stdout.isatty()) as bar:
        for batch in inputs.batches():
            lines = [write(text, answer) for text, answer in answerer.answers(batch)]
            sys.stdout.write("".join(lines))
            sys.stdout.flush()
            bar.more(len(lines))
    for mark in sorted(marks):
        click.echo(f"{mark}  {MARKS[mark]}", err=True)
    if inputs.skipped:
        click.echo(f"{counted(inputs.skipped, 'row')} left out.", err=True)


class Answerer:
    """Plain Python first; compiled code once there is enough to do."""

    def __init__(self, path: str, priors: str | None, threads: int | None = None) -> None:
        from steelyard.classifier.plain import open_classifier

        self._path, self._threads, self._done = path, threads, 0
        self._plain = open_classifier(path)
        self.classes = self._plain.classes
        self._priors = priors_of(priors, self.classes)
        self._plain.use_priors(self._priors)
        self._many: Any = None

    def answers(self, batch: Batch) -> Iterator[tuple[str, Answer]]:
        """Each text of the batch with its answer."""
        if isinstance(batch, list) and self._many is None:
            self._done += sum(map(len, batch))
            if self._done <= AT_ONCE:
                for text in batch:
                    yield text, self._plain.answer(text)
                return
        if self._many is None:
            from steelyard.classifier.many import ManyAnswers

            self._many = ManyAnswers(self._path, self._priors, self._threads)
        texts: Sequence[str] = batch if isinstance(batch, list) else batch.to_pylist()
        yield from zip(texts, self._many.answers(batch))


def writer(form: str | None, classes: Sequence[str], every: bool) -> tuple[Write, set[str]]:
    """What makes a line of an answer; and the marks that it came to use, which want to be explained."""
    marks: set[str] = set()
    if form == "json":
        return json_line(classes, every), marks
    if form == "csv":
        return csv_line(classes, every), marks
    width = min(NAME, max(map(cells, classes)))

    def line(text: str, answer: Answer) -> str:
        mark = "!" if answer.unfamiliar else "?" if len(answer.inside) > 1 else " "
        marks.update(mark.strip())
        share = f"{min(100 * answer.probability, 99.9):5.1f} %"  # nobody is quite sure
        return f"{clipped(answer.label, width)} {share} {mark} {clipped(text, WIDTH - width - 11).rstrip()}\n"

    return line, marks


def json_line(classes: Sequence[str], every: bool) -> Write:
    from json import dumps

    def line(text: str, answer: Answer) -> str:
        said: dict[str, Any] = {"label": answer.label, "probability": round(answer.probability, 6)}
        if every:
            said["probabilities"] = {name: round(p, 6) for name, p in zip(classes, answer.probabilities)}
        if answer.inside:
            said["set"] = answer.inside
        if answer.unfamiliar is not None:
            said["unfamiliar"] = answer.unfamiliar
        return dumps({**said, "text": text}, ensure_ascii=False) + "\n"

    return line


def csv_line(classes: Sequence[str], every: bool) -> Write:
    names = [f"p({name})" for name in classes] if every else []
    header: Iterable[Any] = ["label", "probability", "set", "unfamiliar", *names, "text"]

    def line(text: str, answer: Answer) -> str:
        nonlocal header
        before, header = (csv_row(header) if header else ""), ()
        unfamiliar = "" if answer.unfamiliar is None else str(answer.unfamiliar).lower()
        p = [f"{each:.6g}" for each in answer.probabilities] if every else []
        said = [answer.label, f"{answer.probability:.6g}", " | ".join(answer.inside), unfamiliar, *p, text]
        return before + csv_row(said)

    return line
