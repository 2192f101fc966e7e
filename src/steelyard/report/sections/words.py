"""The strongest words of each class, and the words that the model does not know."""

from __future__ import annotations

from typing import Any

from steelyard.report.markup import Markup, tag
from steelyard.report.visible import clipped
from steelyard.report.widgets import bar, cell, folded, label, p, section, table
from steelyard.report.wording import Words

TABLES = 8  # classes that have a table each; more share one
FEW, MANY = 20, 8  # terms of a class in a table of its own, and in the table of all
SHOWN = 24  # classes of the table of all that stand on the page
TERM = 48
ECHO = 0.2  # document counts that are no further apart are of the same texts


def terms_section(c: dict[str, Any], w: Words) -> Markup | None:
    every = c["terms"]
    if not every:
        return None
    every = [{**each, "terms": without_echoes(each["terms"])} for each in every]
    characters = any(term["kind"] != "word" for each in every for term in each["terms"])
    if len(every) <= TABLES:
        shown: list[Any] = [tag("div", *(_own(each, w) for each in every), class_="beside")]
    elif len(every) <= SHOWN:
        shown = [_shared(every, w)]
    else:
        shown = [_shared(every[:SHOWN], w), folded(w("data.all_classes", len(every)), _shared(every, w))]
    hidden = None if c["shows_texts"] else p(w("terms.hidden", least=c["least_count"]), class_="note")
    space = p(w("terms.space"), " ", w("terms.echoes"), class_="note") if characters else None
    return section("terms", w("terms.heading"), p(w("terms.intro")), *shown, space, hidden)


def without_echoes(terms: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The terms without those runs of characters that stand in (nearly) the same texts as a stronger term around or
    within them: "who", "who ", "ho " are told once."""
    kept: list[dict[str, Any]] = []
    for term in terms:
        if not any(_echoes(term, other) for other in kept):
            kept.append(term)
    return kept


def _echoes(term: dict[str, Any], other: dict[str, Any]) -> bool:
    if term["kind"] == other["kind"] == "word" or None in (term["df"], other["df"]):
        return False
    a, b = term["term"].strip(), other["term"].strip()
    near = abs(term["df"] - other["df"]) <= ECHO * max(term["df"], other["df"])
    return near and (a in b or b in a)


def _own(each: dict[str, Any], w: Words) -> Markup:
    terms = each["terms"][:FEW]
    if not terms:
        return table(w("terms.caption", name=label(each["name"])), [w("terms.term")], [[w("terms.nothing")]])
    most = max(abs(term["weight"]) for term in terms) or 1.0
    head = [w("terms.term"), w("terms.weight"), "", w("terms.count")]
    rows = [
        [
            term_of(term),
            w.decimal(term["weight"], 2, signed=True),
            cell(bar(abs(term["weight"]) / most), class_="b"),
            w.integer(term["df"]),
        ]
        for term in terms
    ]
    return table(w("terms.caption", name=label(each["name"])), head, rows, class_="terms")


def _shared(every: list[dict[str, Any]], w: Words) -> Markup:
    rows = []
    for each in every:
        said = [
            tag("span", term_of(term), Markup("&nbsp;"), tag("span", w.integer(term["df"]), class_="range"))
            for term in each["terms"][:MANY]
        ]
        rows.append([label(each["name"]), cell(w.between(said) if said else w("terms.nothing"), class_="w")])
    return table(w("terms.caption_all"), [w("terms.class"), w("terms.term")], rows, words=2, class_="all-terms")


def term_of(term: dict[str, Any]) -> Markup:
    """A term as it is shown: the spaces of runs of characters can be seen."""
    said = str(term["term"])
    if term["kind"] == "word":
        return tag("bdi", clipped(said, TERM), class_="term")
    return tag("bdi", clipped(said.replace(" ", "␣"), TERM), class_="term run")


def unknown_section(c: dict[str, Any], w: Words) -> Markup | None:
    found = c["unknown"]
    parts = [(key, found[key]) for key in ("training", "test") if found and found[key]]
    if not parts:
        return None
    head = [w("unknown.which"), *(w(f"unknown.{key}") for key in ("share", "median", "upper", "without", "words"))]
    rows = []
    for key, one in parts:
        middle, upper = (one["quartiles"] or [None] * 3)[1:]
        shares = [w.points(share) for share in (one["share"], middle, upper)]
        rows.append([w(f"unknown.{key}"), *shares, w.integer(one["without"]), w.integer(one["words"])])
    drawn = table(w("unknown.caption"), head, rows)
    note = p(w("unknown.note"), class_="note")
    return section("unknown", w("unknown.heading"), p(w("unknown.intro")), drawn, note)
