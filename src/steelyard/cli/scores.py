"""Scores on a page, from plain data: what `Measures.as_data()` gave, today or in the card of a model file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from steelyard.cli.terminal import WIDTH, clipped, counted, percent, printable

Data = Mapping[str, Any]

NAMES = 26  # cells of a figure's name
WORST = 8  # classes that are shown one by one
PAIRS = 3  # confusions

FIGURES = (
    ("accuracy", "accuracy"),
    ("macro_f1", "macro-F1"),
    ("auc", "area under the curve"),
    ("log_loss", "log loss"),
)


def interval(data: Data | None) -> str:
    """0.913 (0.909 to 0.916)"""
    if data is None or data["value"] is None:
        return "-"
    value, low, high = data["value"], data["low"], data["high"]
    if low is None or high is None:
        return f"{value:.3f}"
    return f"{value:.3f} ({low:.3f} to {high:.3f})"


def score_lines(parts: Sequence[tuple[str, Data]], nested: Data | None = None) -> Iterator[str]:
    """A line for each figure, a column for each part."""
    width = (WIDTH - 2 - NAMES) // max(len(parts), 2)

    def row(name: str, values: Sequence[str]) -> str:
        return clipped(name, NAMES - 1) + " " + "".join(clipped(value, width) for value in values)

    yield row("", [title for title, _ in parts])
    yield row("texts", [f"{data['n']:,}" for _, data in parts])
    for key, name in FIGURES:
        if any(data[key] is not None for _, data in parts):
            yield row(name, [interval(data[key]) for _, data in parts])
    if any(data["ece"] is not None for _, data in parts):
        yield row("calibration error", ["-" if data["ece"] is None else f"{data['ece']:.3f}" for _, data in parts])
    yield row(*baseline([data["baseline"] for _, data in parts]))
    if nested is not None and nested["accuracy"] is not None and nested["candidates"] > 1:
        yield row("corrected for the choice", [interval(nested["accuracy"])])


def baseline(parts: Sequence[Data]) -> tuple[str, list[str]]:
    """What always giving the commonest answer would reach; the parts may differ in which one that is."""
    shares = [f"{each['accuracy']['value']:.3f}" for each in parts]
    names = [printable(each["name"]) for each in parts]
    if len(set(names)) == 1:
        return f"always '{names[0]}'", shares
    return "always the commonest", [f"{share} ('{name}')" for share, name in zip(shares, names)]


def class_scores(data: Data) -> Iterator[str]:
    """Precision and recall of each class; of many, the worst."""
    classes = [each for each in data["per_class"] if each["support"] or each["said"]]
    order = sorted(classes, key=lambda each: (each["f1"]["value"] or 0.0, each["name"]))
    some = classes if len(classes) <= WORST else order[:WORST]
    yield f"{'':20}{'precision':25}{'recall':25}{'texts':>8}"
    for each in some:
        name = clipped(each["name"], 18)
        yield f"{name}  {interval(each['precision']):25}{interval(each['recall']):25}{each['support']:>8,.0f}"
    if len(some) < len(classes):
        yield f"and {counted(len(classes) - len(some), 'class')} more, with a better F1"


def confused(data: Data) -> Iterator[str]:
    """The commonest mistakes."""
    if data.get("confusion") is None:
        return
    names = data["classes"]
    found = [
        (weight, names[i], names[j])
        for i, row in enumerate(data["confusion"])
        for j, weight in enumerate(row)
        if i != j and weight
    ]
    for weight, true, said in sorted(found, key=lambda each: (-each[0], each[1], each[2]))[:PAIRS]:
        yield f"{weight:,.0f} {true!r} said to be {said!r}"


def set_lines(rule: Data | None, familiarity: Data | None, test: Data | None) -> Iterator[str]:
    """What prediction sets hold, and how many texts are unlike the training texts."""
    if rule is not None:
        one, mean = percent(rule["single"]), rule["size"]["value"]
        yield f"sets of classes at {percent(rule['coverage'])} coverage: {one} hold one class, {mean:.2f} on average"
        if test is not None and test.get("covered"):
            yield f"on the test texts they cover {interval(test['covered'])}"
    if familiarity is not None and test is not None and test.get("refused"):
        refused, meant = test["refused"]["value"], familiarity["false_alarms"]
        yield f"{percent(refused)} of the test texts are unlike the training texts (meant: {percent(meant)})"


def certificate(data: Data) -> str:
    """What is proven of the fit."""
    gap = max(data["gap"])
    return f"gap {gap:.1e}: the objective is proven to be within {100 * gap:.1g} % of the best"


def threshold_line(found: Data, of: str | None) -> Iterator[str]:
    """From which probability on to say yes."""
    what = "to keep an answer" if of is None else f"to say {of!r}"
    certainty = "" if found["sure"] is None else f", with a certainty of {percent(found['sure'])}"
    wanted = f"a {found['wanted']} of {percent(found['value'])}{certainty}"
    if not found["reached"]:
        yield f"no threshold gives {wanted}"
        return
    yield f"{what} from a probability of {100 * found['at']:.1f} % on gives {wanted}:"
    yield f"precision {interval(found['precision'])}, recall {interval(found['recall'])}"
    yield f"{percent(found['share'])} of the texts get a yes"


def difference(name: str, data: Data) -> str:
    """+0.013 (+0.004 to +0.022)"""
    value, low, high = (data[key] for key in ("value", "low", "high"))
    return f"{clipped(name, NAMES)}{value:+.4f} ({low:+.4f} to {high:+.4f})"
