"""What stands out and should be looked at, a sentence each, from the card of a model, as the report has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from steelyard.cli.terminal import counted, percent, printable
from steelyard.report.sections.summary import RARE, SHARE

UNKNOWN = 0.1  # of the words: a share of unknown ones that is worth a word

Data = Mapping[str, Any]


def findings(card: Data) -> Iterator[str]:
    """Of the data, of the labels, of the held-out texts, of the scores."""
    yield from about_data(card["data"])
    if card["doubtful"]:
        yield f"{counted(card['doubtful'], 'label')} in doubt, which the model contradicts out of fold"
    test = card.get("test")
    if test is not None:
        yield from about_test(test, "test text")
        if test["unknown"]["share"] > UNKNOWN:
            yield f"{percent(test['unknown']['share'])} of the words of the test texts are unknown"
    yield from about_scores((test or {}).get("measures") or card["out_of_fold"])
    if card.get("learning_curve"):
        yield from about_growth(card["learning_curve"])


def about_data(data: Data) -> Iterator[str]:
    if data["conflicting"]:
        yield f"{counted(data['conflicting'], 'training text')} seen elsewhere with another label"
    if data["repeated"] > SHARE * data["texts"]:
        share = percent(data["repeated"] / data["texts"])
        yield f"{share} of the training texts repeat an earlier one: that may flatter the scores out of fold"
    if data.get("near"):
        yield f"{counted(data['near'], 'training text')} nearly the same as another"
    if rare := sum(count < RARE for count in data["counts"]):
        yield f"{counted(rare, 'class')} of fewer than {RARE} texts: little can be learnt, and little be measured"


def about_test(test: Data, text: str) -> Iterator[str]:
    """Of held-out texts, which may stand on both sides."""
    if test["leaked"]:
        yield f"{counted(test['leaked'], text)} among the training texts too: that flatters the scores"
    if test.get("near_leaked"):
        yield f"{counted(test['near_leaked'], text)} nearly the same as a training text"
    if test["outside"]:
        refused = f"{test['outside_refused']:,} were said to be none of the classes"
        yield f"{counted(test['outside'], text)} of classes that the model does not know, set aside; {refused}"


def about_scores(measures: Data) -> Iterator[str]:
    always = measures["baseline"]
    if measures["accuracy"]["low"] <= always["accuracy"]["value"]:
        yield f"not shown to be better than always answering '{printable(always['name'])}'"


def about_growth(curve: Data) -> Iterator[str]:
    """Whether more texts would help."""
    twice, gain = curve["twice"], curve["gain"]
    if not twice or not gain:
        yield "whether more texts would help cannot be told from so few"
        return
    now, then = (f"{100 * share:.1f} %" for share in (twice["value"] + gain["value"], twice["value"]))
    if gain["low"] > 0:
        yield f"more texts would help: with twice as many the error should fall from {now} to {then}"
    else:
        yield f"more texts are not shown to help: with twice as many the error should be {then} instead of {now}"
