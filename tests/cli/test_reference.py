"""docs/cli.md says what the help says; every option has a word of help, every verb an example that can be typed."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from steelyard import cli

ROOT = click.Context(cli.house, info_name="steelyard", help_option_names=["-h", "--help"])
VERBS = {name: cli.house.get_command(ROOT, name) for name in cli.VERBS}


def test_the_reference_is_what_the_help_says(repository: Path) -> None:
    """In a process of its own: click remembers how a verb was first called."""
    program = f"import runpy; print(runpy.run_path({str(repository / 'docs' / 'cli.py')!r})['reference'](), end='')"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert (repository / "docs" / "cli.md").read_text(encoding="utf-8") == said, "run: python docs/cli.py"


def options(verb: click.Command) -> list[click.Option]:
    inner = verb.commands.values() if isinstance(verb, click.Group) else []
    return [p for p in verb.params if isinstance(p, click.Option)] + [p for each in inner for p in options(each)]


@pytest.mark.parametrize("name", VERBS)
def test_every_option_has_its_word_of_help(name: str) -> None:
    verb = VERBS[name]
    assert verb is not None
    assert [option.opts for option in options(verb) if not option.help] == []


@pytest.mark.parametrize("name", [name for name in VERBS if name not in ("look", "course")])
def test_every_verb_has_examples_that_parse(name: str) -> None:
    verb = VERBS[name]
    assert verb is not None and verb.help is not None
    examples = re.findall(rf"^ *(?:.*\| )?(steelyard {name}\b.*)$", verb.help, re.M)
    assert examples
    for example in examples:
        words = shlex.split(example.split(" > ")[0])
        verb.make_context(name, words[2:], parent=ROOT)


def test_verbs_and_options_are_completed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("_STEELYARD_COMPLETE", "bash_complete")
    for words, found in (("steelyard ver", "verify"), ("steelyard fit --learn", "--learning-curve")):
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
        with pytest.raises(SystemExit):
            cli.main([])
        assert found in capsys.readouterr().out
