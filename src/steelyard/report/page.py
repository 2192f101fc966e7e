"""The page: its sections one after the other, and the file that they are written to."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from steelyard.errors import ModelWriteError, ReportWriteError
from steelyard.report.contents import Contents
from steelyard.report.markup import Markup, join, tag
from steelyard.report.private import LEAST_COUNT, without_texts
from steelyard.report.sections.answers import sets_section, thresholds_section
from steelyard.report.sections.cases import doubts_section, mistakes_section
from steelyard.report.sections.choice import choice_section
from steelyard.report.sections.confusions import confusions_section
from steelyard.report.sections.data import data_section
from steelyard.report.sections.growth import growth_section
from steelyard.report.sections.origin import origin_section
from steelyard.report.sections.probabilities import probabilities_section
from steelyard.report.sections.scores import scores_section
from steelyard.report.sections.summary import summary
from steelyard.report.sections.words import terms_section, unknown_section
from steelyard.report.visible import clipped
from steelyard.report.widgets import short_name
from steelyard.report.wording import Words
from steelyard.store.writing import write_whole

Section = Callable[[dict[str, Any], Words], Markup | None]

SECTIONS: tuple[Section, ...] = (
    data_section,
    choice_section,
    scores_section,
    confusions_section,
    probabilities_section,
    thresholds_section,
    sets_section,
    terms_section,
    mistakes_section,
    doubts_section,
    growth_section,
    unknown_section,
    origin_section,
)

# nothing is fetched, nothing runs, whatever a text may say
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
HEADING = re.compile(r'<h2 id="([\w-]+)-h">(.*?)</h2>')


def html(contents: Contents, *, language: str = "en", texts: bool = True) -> str:
    """The report as HTML.

    Parameters
    ----------
    contents : all that the page shows
    language : "en", "fr" or "es"
    texts : whether it shows texts of the corpus; `private.py` says what is left without them

    >>> from steelyard.report import Part
    >>> found = html(Contents("Films", ("neg", "pos"), Part("films.csv", 4, [2, 2])))
    >>> found.count("<h1>")
    1
    """
    w = Words(language)
    c = {**contents.as_data(), "shows_texts": texts, "least_count": LEAST_COUNT}
    c = c if texts else without_texts(c)
    shown = [drawn for drawn in (draw_section(c, w) for draw_section in SECTIONS) if drawn is not None]
    title = clipped(short_name(c["title"]) if c["title"] == c["training"]["name"] else c["title"], 120)
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="generator", content="Steelyard"),
        tag("title", join([title, w("page.kicker")], " – ")),
        tag("style", style()),
    )
    top = tag("header", tag("p", w("page.kicker"), class_="kicker"), tag("h1", tag("bdi", title)), summary(c, w))
    main = tag("main", *shown, id="main", tabindex="-1")
    skip = tag("a", w("page.skip"), href="#main", class_="skip")
    body = tag("body", skip, top, _contents(shown, w), main, tag("footer", tag("p", w("page.footer"))))
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang=language)}\n"


def _contents(shown: list[Markup], w: Words) -> Markup:
    """Links to the sections, by their own headings."""
    found = [HEADING.search(each) for each in shown]
    links = [tag("li", tag("a", Markup(at[2]), href=f"#{at[1]}")) for at in found if at]
    return tag("nav", tag("p", w("page.contents"), id="nav-h"), tag("ol", *links), aria_labelledby="nav-h")


@cache
def style() -> Markup:
    """The style sheet, its comments and indents left out."""
    sheet = (files("steelyard.report") / "style.css").read_text(encoding="utf-8")
    return Markup(re.sub(r"\s*\n\s*", "\n", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)))


def write(contents: Contents, path: str | os.PathLike[str], *, language: str = "en", texts: bool = True) -> Path:
    """Write the report as one HTML file, whole or not at all: who is interrupted leaves the old one.

    Parameters
    ----------
    contents : all that the page shows
    path : the file
    language : "en", "fr" or "es"
    texts : whether it shows texts of the corpus

    >>> import tempfile
    >>> from steelyard.report import Part
    >>> contents = Contents("Films", ("neg", "pos"), Part("films.csv", 4, [2, 2]))
    >>> path = write(contents, Path(tempfile.mkdtemp()) / "films.html")
    >>> path.read_text(encoding="utf-8").count("<h1>")
    1
    """
    made = html(contents, language=language, texts=texts).encode()
    try:
        return write_whole(path, [made])
    except ModelWriteError as error:
        raise ReportWriteError(error.what, error.next) from error
