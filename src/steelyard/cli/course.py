"""`steelyard course`: the textbook's chapters, as pages, as notebooks, and its algorithms on one's own data."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from steelyard.cli.sources import column

if TYPE_CHECKING:
    from steelyard.course.grading import Report
    from steelyard.course.own import Own

WIDTH = 80
LANGUAGE = click.option("--language", metavar="CODE", help="Of the edition: en.")


@click.group(invoke_without_command=True)
@click.pass_context
def course(context: click.Context) -> None:
    """The textbook: chapters to read, run and change.

    Without a verb: the list of chapters.
    """
    if context.invoked_subcommand is None:
        context.invoke(list_chapters)


@course.command("list")
@LANGUAGE
@click.option("--json", "as_json", is_flag=True, help="The same for machines.")
def list_chapters(language: str | None = None, as_json: bool = False) -> None:
    """The chapters and what they are about."""
    from steelyard.course import words
    from steelyard.course.contents import CHAPTERS, edition

    spoken = edition(language)
    found = [(each, words.read(each.words(spoken))) for each in CHAPTERS if each.words(spoken).is_file()]
    if as_json:
        told = [{"number": c.number, "name": c.name, "title": w.title, "summary": w.summary} for c, w in found]
        click.echo(json.dumps(told, ensure_ascii=False, indent=1))
        return
    for each, said in found:
        click.echo(f"{each.number:>2}  {said.title}")
        for line in textwrap.wrap(plain(said.summary), WIDTH - 4):
            click.echo(f"    {line}")
    click.echo("\nA chapter as a notebook:   steelyard course open 3")
    click.echo("The book as pages:         steelyard course build FOLDER")
    click.echo("An algorithm on your data: steelyard course run --help")


def plain(text: str) -> str:
    """Without the marks of Markdown; code stays as it is."""
    parts = text.split("`")
    marks = r"(\*\*?)(\S|\S[^*]*\S)\1"
    parts[::2] = [re.sub(marks, r"\2", part).replace("$", "") for part in parts[::2]]
    return "".join(parts)


@course.command("open")
@click.argument("chapter")
@click.option("--to", type=click.Path(path_type=Path), help="A file or a folder, if not the one you are in.")
@click.option("--lecturer", is_flag=True, help="With the notes for the lecturer.")
@click.option("--no-browser", is_flag=True, help="Write the notebook, and do not start Jupyter.")
@LANGUAGE
def open_chapter(chapter: str, to: Path | None, lecturer: bool, no_browser: bool, language: str | None) -> None:
    """Make a notebook of CHAPTER (a number or a name), and open it in Jupyter if that is installed.

    A notebook that is there already is opened as it is: your answers stay.
    """
    from steelyard.course.contents import place
    from steelyard.course.notebook import write_notebook

    path = write_notebook(chapter, to, language=language, lecturer=lecturer)
    click.echo(str(path))
    if place(chapter).lacks:
        click.echo(f"Some cells of this chapter need more than the package: {place(chapter).needs}", err=True)
    jupyter = next((found for name in ("jupyter-lab", "jupyter-notebook") if (found := shutil.which(name))), None)
    if no_browser:
        return
    if jupyter is None:
        click.echo(
            "Jupyter is not installed: pip install jupyterlab, or open the file in an editor that knows notebooks.\n"
            "To read the chapter without one: steelyard course build FOLDER",
            err=True,
        )
        return
    subprocess.run([jupyter, str(path)], check=False)


@course.command("grade")
@click.argument("notebook", type=click.Path(path_type=Path))
@click.option("--seconds", default=120.0, show_default=True, help="How long its code may run.")
@click.option("--json", "as_json", is_flag=True, help="The same for machines.")
@LANGUAGE
def grade_notebook(notebook: Path, seconds: float, as_json: bool, language: str | None) -> None:
    """Run NOTEBOOK, and report which of its exercises hold.

    Its code runs in a process of its own, in a new empty folder, and with your rights: grade only notebooks whose
    author you trust. The exit code is 1 as long as an exercise does not hold.
    """
    from steelyard.course.grading import grade

    report = grade(notebook, seconds=seconds, language=language)
    if as_json:
        click.echo(json.dumps(report.as_data(), ensure_ascii=False, indent=1))
    else:
        click.echo("\n".join(page(report)))
    if report.right < len(report.results):
        raise click.exceptions.Exit(1)


def page(report: Report) -> Iterator[str]:
    from steelyard.course.grading import state_in_words

    for result in report.results:
        yield f"{result.number:>5}  {state_in_words(result.state):<18} {plain(result.title)}"
        if result.state in ("wrong", "failed"):
            yield from (f"       {line}" for line in textwrap.wrap(plain(result.said), WIDTH - 7))
    yield f"\n{report.right} of {len(report.results)} exercises of chapter {report.chapter} hold."
    if report.timed_out:
        yield "The time ran out before the notebook came to its end: --seconds gives it more."
    yield from (f"In {fault}" for fault in report.faults)


@course.command("build")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--chapter", "only", type=int, multiple=True, help="This chapter alone; may be repeated.")
@LANGUAGE
def build_book(folder: Path, only: tuple[int, ...], language: str | None) -> None:
    """Write the book into FOLDER: plain pages, to be opened from index.html, with nothing to fetch from elsewhere."""
    from steelyard.course.site import build

    def say(page: str) -> None:
        click.echo(page, err=True)

    built = build(folder, language=language, only=list(only) or None, progress=say)
    click.echo(f"{folder / 'index.html'}: {len(built.pages)} pages, {built.pictures} pictures")


@course.command("run")
@click.argument("algorithm", metavar="ALGORITHM")
@click.option(
    "--data", "source", metavar="FILE", help="A table or labelled texts; demo:reviews-en, too. Default: iris."
)
@click.option("--x", type=column, metavar="COLUMN", help="The first column of numbers: a name, or a position from 0.")
@click.option("--y", type=column, metavar="COLUMN", help="The second.")
@click.option("--label", type=column, metavar="COLUMN", help="The column of labels.")
@click.option("--text", type=column, metavar="COLUMN", help="Texts instead of numbers: their column.")
@click.option("--words", metavar="A,B", help="Of texts: how often these two words occur, and not their polarities.")
@click.option("--language", default="en", show_default=True, help="Of the polarities: en, es, fr.")
@click.option("--only", metavar="A,B", help="These classes alone.")
@click.option("--skip-bad", is_flag=True, help="Leave out rows that cannot be used.")
@click.option("--batch", default="1", show_default=True, help="Rows to a change of the weights, or all.")
@click.option("--rate", type=float, help="The length of a step.")
@click.option("--epochs", type=int, help="At most.")
@click.option("--C", "C", type=float, default=1.0, show_default=True, help="How much a row counts beside the penalty.")
@click.option("--kernel", type=click.Choice(["linear", "rbf", "poly"]), default="linear", help="Of svm.")
@click.option("--hard", is_flag=True, help="Of svm: the hard margin, or the proof that there is none.")
@click.option("--own-covariance", is_flag=True, help="Of gaussian: one for each class.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of what is left to chance.")
@click.option("--gif", type=click.Path(path_type=Path), help="Write the run as an animation.")
@click.option("--frames", type=click.Path(path_type=Path, file_okay=False), help="Write its frames into a folder.")
@click.option("--png", type=click.Path(path_type=Path), help="Write the picture of the result (or .svg, .pdf).")
@click.option("--json", "as_json", is_flag=True, help="The result for machines.")
def run_algorithm(
    algorithm: str,
    source: str | None,
    gif: Path | None,
    frames: Path | None,
    png: Path | None,
    as_json: bool,
    **chosen: Any,
) -> None:
    """Run ALGORITHM on two columns of your own: perceptron, descent, newton, softmax, svm, bayes or gaussian.

    steelyard course run perceptron --data my.csv --x height --y weight --label kind --gif out.gif
    """
    from steelyard.course.trying import Settings, run

    data = own_data(source, chosen)
    settings = {name: chosen[name] for name in Settings._fields if name in chosen}
    if settings["batch"] != "all" and not (settings["batch"].isdecimal() and int(settings["batch"]) > 0):
        raise click.BadParameter("Give a number of rows, or all.", param_hint="--batch")
    outcome = run(algorithm, data, Settings(**settings))
    if (gif or frames) and not hasattr(outcome.picture, "gif"):
        raise click.UsageError(f"{algorithm} has no steps to watch here: --png writes its picture.")
    if gif:
        outcome.picture.gif(gif)
    if frames:
        outcome.picture.frames(frames)
    if png:
        outcome.picture.save(png)
    click.echo(json.dumps(outcome.numbers, ensure_ascii=False, indent=1) if as_json else "\n".join(outcome.lines))
    for path in (gif, frames, png):
        if path:
            click.echo(f"{path} is written.", err=True)


def own_data(source: str | None, chosen: dict[str, Any]) -> Own:
    """What --data, --x, --y, --label, --text and --words ask for."""
    from steelyard.course import own

    words = chosen["words"].split(",") if chosen["words"] else None
    if source is None:
        found = own.flowers()
    elif chosen["x"] is not None and chosen["y"] is not None and chosen["label"] is not None:
        found = own.from_table(source, chosen["x"], chosen["y"], chosen["label"], skip_bad=chosen["skip_bad"])
    elif chosen["x"] is None and chosen["y"] is None:
        columns = {"text": chosen["text"], "label": chosen["label"], "skip_bad": chosen["skip_bad"]}
        found = own.from_texts(source, words=words, language=chosen["language"], **columns)
    else:
        raise click.UsageError("Two columns of numbers and their labels are --x, --y and --label together.")
    return found.only(chosen["only"].split(",")) if chosen["only"] else found
