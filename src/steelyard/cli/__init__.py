"""The command line: one file per verb, imported when the verb is called.

`--help` and `--version` are answered from the table below and import nothing heavy. Exit codes: 0 well,
1 the data or the model is at fault, 2 the command line is, 130 interrupted.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from steelyard import __version__
from steelyard.cli.terminal import coloured
from steelyard.cli.wording import in_words_of_the_shell
from steelyard.errors import SteelyardError

# verb -> the module and function behind it, and its line in `steelyard --help`
VERBS: dict[str, tuple[str, str]] = {
    "fit": ("steelyard.cli.fit:fit", "Choose, fit and measure a classifier; write it, and a report."),
    "predict": ("steelyard.cli.predict:predict", "Say the class of texts, with its probability."),
    "explain": ("steelyard.cli.explain:explain", "Show what each word of a text put on the scale."),
    "evaluate": ("steelyard.cli.evaluate:evaluate", "Say what a model is worth on labelled texts, with intervals."),
    "compare": ("steelyard.cli.compare:compare", "Say which of two models is better on the same labelled texts."),
    "inspect": ("steelyard.cli.inspect:inspect", "Say what is in a model file: classes, recipe, scores, words."),
    "report": ("steelyard.cli.report:report", "Write the report of a saved model, one HTML file."),
    "verify": ("steelyard.cli.verify:verify", "Fit again from the same texts, and compare the models."),
    "export": ("steelyard.cli.export:export", "Write a model for other programs: ONNX, or scikit-learn."),
    "demo": ("steelyard.cli.demo:demo", "Do the whole job on a corpus that comes with the package."),
    "look": ("steelyard.cli.look:look", "Say what is in a corpus: rows, classes, lengths, what is doubtful."),
    "course": ("steelyard.cli.course:course", "The textbook: chapters to read, run and change."),
}

INTERRUPTED = 130  # what a shell reports for a program that Ctrl-C ended
PIPE_CLOSED = 141  # ... and for one that wrote to a closed pipe
DEBUG = click.Option(["--debug"], is_flag=True, expose_value=False, help="Show the traceback of an error.")


class House(click.Group):
    """A group that knows its verbs by name and imports the one that is called."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in VERBS:
            return None
        module, function = VERBS[name][0].split(":")
        verb: click.Command = getattr(importlib.import_module(module), function)
        if DEBUG not in verb.params:  # it may stand before the verb or after it
            verb.params.append(DEBUG)
        return verb

    def resolve_command(self, context: click.Context, args: list[str]) -> Any:
        if args[0] not in VERBS:
            context.fail(f"There is no verb {args[0]!r}.{suggestion(args[0])}")
        return super().resolve_command(context, args)

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except BrokenPipeError:  # who read our output has gone: `| head`
            hush()
            context.exit(PIPE_CLOSED)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl([(name, line) for name, (_, line) in VERBS.items()])


def suggestion(word: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(word, VERBS, 1)
    return f" Did you mean {near[0]!r}?" if near else f" The verbs are: {', '.join(VERBS)}."


house = House(
    params=[DEBUG],
    subcommand_metavar="VERB ...",
    help="Labelled text in, the best linear classifier out.",
    epilog="`steelyard VERB --help` tells what a verb takes.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
house = click.version_option(__version__, prog_name="steelyard", message="%(prog)s %(version)s")(house)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; this ends the process with its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # what a terminal's encoding lacks is shown as such, and stops nothing
            stream.reconfigure(errors="backslashreplace")
    if "--debug" in words:
        sys.exit(call(words))
    try:
        code = call(words)
    except SteelyardError as error:
        code = tell(in_words_of_the_shell(error), error.exit_code)
    except OSError as error:
        code = tell(f"{error.strerror or error}: {error.filename}" if error.filename else str(error), 1)
    except Exception as error:  # a fault of ours: the user gets the short of it, --debug the rest
        code = tell(f"{type(error).__name__}: {error}\nThis is a fault in steelyard; --debug shows where it is.", 1)
    sys.exit(code)


def call(words: list[str]) -> int:
    """Call the verb and give the exit code; what goes wrong with the data is raised."""
    try:
        found: Any = house.main(words, "steelyard", standalone_mode=False, obj={"words": words}, color=coloured())
        return found or 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        return INTERRUPTED


def hush() -> None:
    """Nobody reads what is left in the buffers: let it go, quietly, as a program that SIGPIPE ends would."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def tell(message: str, code: int) -> int:
    click.echo(f"Error: {message}", err=True)
    return code
