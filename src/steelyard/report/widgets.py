"""What the sections are made of: headings, paragraphs, tables, figures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from steelyard.report.markup import Markup, join, tag
from steelyard.report.visible import clipped
from steelyard.report.wording import Words

WIDE = 5  # columns that may not have room: who has no mouse can scroll them
NAME = 60  # characters of a class's name, or a term, that are shown


def section(name: str, heading: Any, *children: Any) -> Markup:
    """A part of the page, with an anchor."""
    return tag("section", tag("h2", heading, id=f"{name}-h"), *children, id=name, aria_labelledby=f"{name}-h")


def p(*children: Any, class_: str | None = None) -> Markup:
    return tag("p", *children, class_=class_)


def label(name: str) -> Markup:
    """The name of a class, kept apart from what stands around it, whichever way its letters run."""
    return tag("bdi", clipped(str(name), NAME), class_="class")


def file_name(name: str) -> Markup:
    """A file or a folder by its own name: where it lay is nobody's business."""
    return tag("bdi", clipped(short_name(name), NAME))


def short_name(name: str) -> str:
    """The last part of a path; anything else as it is.

    >>> short_name("data/train.csv"), short_name("reviews in/out"), short_name("mail/")
    ('train.csv', 'reviews in/out', 'mail')
    """
    if " " in name or "://" in name:
        return name
    return next((part for part in reversed(re.split(r"[/\\]", name)) if part), name)


class Cell(Markup):
    """A cell of a table that is ready, `<td>` and all."""

    __slots__ = ()


def cell(*children: Any, **attributes: Any) -> Cell:
    return Cell(tag("td", *children, **attributes))


def table(
    caption: Any, head: Sequence[Any], rows: Iterable[Sequence[Any]], *, words: int = 1, class_: str = ""
) -> Markup:
    """A table that scrolls by itself where it is too wide. The first `words` columns are words; the others numbers.

    The first cell of a row is its heading.
    """
    kind = ["w" if at < words else "n" for at in range(len(head))]
    top = tag("tr", *(tag("th", said, scope="col", class_=k) for said, k in zip(head, kind)))
    body = [
        tag("tr", tag("th", row[0], scope="row", class_="w"), *(_cell(c, k) for c, k in zip(row[1:], kind[1:])))
        for row in rows
    ]
    inside = tag("table", tag("caption", caption), tag("thead", top), tag("tbody", *body), class_=class_ or None)
    if len(head) < WIDE:
        return tag("div", inside, class_="scroll")
    return tag("div", inside, class_="scroll", tabindex="0", role="region", aria_label=_plain(caption))


def _cell(value: Any, kind: str) -> Markup:
    return value if isinstance(value, Cell) else tag("td", value, class_=kind)


def _plain(said: Any) -> Any:
    """Markup without elements, for an attribute."""
    return Markup(re.sub(r"<[^>]*>", "", said)) if isinstance(said, Markup) else said


def figure(picture: Markup, caption: Any, *, legend: Iterable[tuple[Markup, Any]] = (), data: Any = None) -> Markup:
    """A picture with what it shows, its legend, and its numbers folded away."""
    entries = [tag("li", sample, " ", said) for sample, said in legend]
    return tag(
        "figure",
        picture,
        tag("ul", *entries, class_="legend") if entries else None,
        tag("figcaption", caption),
        data,
    )


def folded(summary: Any, *children: Any, open_: bool = False) -> Markup:
    """What is shown on demand, and always on paper."""
    return tag("details", tag("summary", summary), *children, open=open_)


def interval(found: dict[str, Any] | None, w: Words, *, share: bool = True, digits: int = 3) -> Markup:
    """A value with its interval: 91.9 (91.2 to 92.5). Shares are in hundredths."""
    if found is None or found["value"] is None:
        return Markup(w.decimal(None))
    said = w.points if share else (lambda x: w.decimal(x, digits))
    between = w("number.range", low=said(found["low"]), high=said(found["high"]))
    return join([tag("b", said(found["value"])), tag("span", between, class_="range")], " ")


def bar(share: float) -> Markup:
    """A bar in a cell, beside its number: for the eye alone."""
    width = f"--v:{100 * min(max(share, 0.0), 1.0):.1f}%"
    return tag("span", class_="hbar", style=width, aria_hidden="true")
