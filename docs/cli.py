"""docs/cli.md, made of what `--help` says: python docs/cli.py writes it. A test says when it is out of date."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from steelyard import cli

PAGE = Path(__file__).with_name("cli.md")
TOP = """# The command line

What `steelyard VERB --help` says, verb by verb. This page is made by `python docs/cli.py`; a test compares the two.

Results go to standard output, progress, notes and warnings to standard error. Exit codes: 0 well; 1 the data or the
model is at fault; 2 the command line is; 130 interrupted; 141 whoever read the output has gone. `--debug` shows the
traceback of an error. Colour is used on a terminal, never with `NO_COLOR`, always with `FORCE_COLOR`;
`STEELYARD_THREADS` sets the number of threads where `--threads` does not.
"""


def reference() -> str:
    """The page."""
    names = cli.house.context_settings["help_option_names"]
    root = click.Context(cli.house, None, "steelyard", terminal_width=80, max_content_width=80, help_option_names=names)
    parts = [TOP, block("steelyard", cli.house.get_help(root))]
    for name in cli.house.list_commands(root):
        verb = cli.house.get_command(root, name)
        assert verb is not None
        parts += [block(path, text) for path, text in helps(verb, name, root)]
    return "\n".join(parts)


def helps(verb: click.Command, name: str, parent: click.Context) -> Iterator[tuple[str, str]]:
    """The help of a verb, and of the verbs below it."""
    context = click.Context(verb, info_name=name, parent=parent, terminal_width=80, max_content_width=80)
    yield context.command_path, verb.get_help(context)
    if isinstance(verb, click.Group):
        for below in verb.list_commands(context):
            inner = verb.get_command(context, below)
            assert inner is not None
            yield from helps(inner, below, context)


def block(path: str, text: str) -> str:
    return f"## {path}\n\n```text\n{text}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8")
