"""What an error advises on the command line can be typed there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from steelyard import cli
from steelyard.cli.look import look
from steelyard.cli.sources import OPTIONS as OFFERED
from steelyard.cli.wording import OPTIONS, PHRASES, in_words_of_the_shell
from steelyard.errors import SteelyardError

# contents -> what is advised for `steelyard look`
ADVICE = {
    "a.svm": (b"+1 3:1 5:0.5\n-1 2:1\n", "The command line reads texts"),
    "a.csv": (b"good one,here\nbad one,there\n", "Pass --header or --no-header."),
    "b.csv": ("text,label\na b,pos\nc d,neg\n".encode("utf-16"), "Pass --encoding 'utf-16'."),
    "c.csv": (b"text\na b\nc d\n", "pass --unlabelled (and check --delimiter ... if"),
    "d.csv": (b"text,label\na b,pos\nc d,pos\n", "name the label column: --label ..."),
    "latin.csv": (b"text,label\ncaf\xe9,b\nplain,b\n", "pass --encoding 'cp1252', say."),
    "e.csv": (b"text,stars,lang\na b,5,en\nc d,5,en\n", "Pass --label '...'."),
}


@pytest.mark.parametrize("name", ADVICE)
def test_advice_names_options_that_the_verb_has(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    data, advice = ADVICE[name]
    (tmp_path / name).write_bytes(data)
    with pytest.raises(SystemExit):
        cli.main(["look", str(tmp_path / name)])
    said = capsys.readouterr().err
    assert advice in said
    assert not re.search(r"\b(label|text|header|encoding|labelled|delimiter)=", said)
    offered = {option for parameter in look.params for option in [*parameter.opts, *parameter.secondary_opts]}
    assert set(re.findall(r"--[a-z-]+", said)) <= offered


def test_every_setting_with_a_value_has_its_words() -> None:
    names = {name for option in OFFERED for name in option(lambda: None).__click_params__[0].opts}
    assert {f"--{name}" for name in OPTIONS} <= names


def test_the_data_is_quoted_as_it_is() -> None:
    error = SteelyardError("x.csv holds label='a'.", "Pass label=1. Its columns:\n  'a': label='b' header=True")
    shown = "x.csv holds label='a'.\nPass --label 1. Its columns:\n  'a': label='b' header=True"
    assert in_words_of_the_shell(error) == shown
    assert in_words_of_the_shell(SteelyardError("Alone.")) == "Alone."


@pytest.mark.parametrize("phrase", PHRASES)
def test_every_phrase_is_said_somewhere(phrase: str, repository: Path) -> None:
    said = "".join(path.read_text("utf-8") for path in (repository / "src/steelyard/corpus").rglob("*.py"))
    assert phrase in said
