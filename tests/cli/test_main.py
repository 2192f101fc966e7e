"""The command line's manners: exit codes, errors without tracebacks, verbs imported when called."""

from __future__ import annotations

import sys
from types import ModuleType

import click
import pytest

from steelyard import __version__, cli
from steelyard.errors import SettingError, SteelyardError


@pytest.fixture
def verbs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Verbs that end in each way that a verb can end."""
    endings: dict[str, BaseException | None] = {
        "well": None,
        "data": SteelyardError("reviews.csv, line 3: no label.", "Give it one, or skip it with --skip-bad."),
        "setting": SettingError("C is -1.", "Give a number above 0."),
        "file": FileNotFoundError(2, "No such file or directory", "reviews.csv"),
        "fault": ZeroDivisionError("division by zero"),
        "stop": KeyboardInterrupt(),
    }
    module = ModuleType("verbs_of_this_test")
    for name, ending in endings.items():
        setattr(module, name, verb_that_ends_in(ending))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(cli, "VERBS", {name: (f"{module.__name__}:{name}", f"Ends in {name}.") for name in endings})


def verb_that_ends_in(ending: BaseException | None) -> click.Command:
    def run() -> None:
        if ending is not None:
            raise ending
        click.echo("done")

    return click.Command("verb", callback=run)


def exit_code(*words: str) -> int:
    with pytest.raises(SystemExit) as end:
        cli.main(words)
    assert isinstance(end.value.code, int)
    return end.value.code


@pytest.mark.parametrize(
    ("verb", "code", "said"),
    [
        ("well", 0, ""),
        ("data", 1, "Error: reviews.csv, line 3: no label.\nGive it one, or skip it with --skip-bad.\n"),
        ("setting", 2, "Error: C is -1.\nGive a number above 0.\n"),
        ("file", 1, "Error: No such file or directory: reviews.csv\n"),
        ("fault", 1, "Error: ZeroDivisionError: division by zero\nThis is a fault in steelyard; --debug"),
        ("stop", 130, "Interrupted.\n"),
    ],
)
@pytest.mark.usefixtures("verbs")
def test_each_ending_has_its_exit_code_and_message(
    verb: str, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(verb) == code
    out, err = capsys.readouterr()
    assert out == ("done\n" if code == 0 else "")
    assert err.strip("\n").startswith(said.strip("\n")) and (said or not err)
    assert "Traceback" not in err


@pytest.mark.parametrize("words", [("--debug", "data"), ("data", "--debug")])
@pytest.mark.usefixtures("verbs")
def test_debug_lets_the_error_through_wherever_it_stands(words: tuple[str, ...]) -> None:
    with pytest.raises(SteelyardError, match="line 3"):
        cli.main(words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("wel",), "Did you mean 'well'?"),
        (("xyzzy",), "The verbs are: well, data"),
        (("well", "--loud"), "--loud"),
        ((), "Verbs:"),
    ],
)
@pytest.mark.usefixtures("verbs")
def test_a_wrong_command_line_is_exit_code_2(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(*words) == 2
    out, err = capsys.readouterr()
    assert said in err and out == ""


def test_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code("--version") == 0
    assert capsys.readouterr().out == f"steelyard {__version__}\n"


@pytest.mark.parametrize("name", list(cli.VERBS))
def test_help_tells_of_each_verb_what_the_verb_tells_of_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    verb = cli.house.get_command(click.Context(cli.house), name)
    assert verb is not None and verb.get_short_help_str(200) == cli.VERBS[name][1]
    assert exit_code("--help") == 0
    shown = capsys.readouterr().out
    assert cli.VERBS[name][1] in " ".join(shown.split())
    assert max(map(len, shown.splitlines())) <= 80
