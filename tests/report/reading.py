"""A strict reader of pages: what a browser would mend in silence is a fault here."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "br", "hr", "link", "col", "img", "input"}
INLINE_ONLY = {"p", "h1", "h2", "h3", "dt", "summary", "caption"}  # no blocks within
BLOCKS = {"p", "div", "table", "ul", "ol", "section", "figure", "details", "h1", "h2", "h3", "pre", "blockquote", "dl"}


@dataclass
class Element:
    name: str
    attributes: dict[str, str | None]
    parent: Element | None
    children: list[Element] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", "".join(self.words)).strip()

    def every(self, *names: str) -> list[Element]:
        """The elements within of these names, in order; all without names."""
        found = []
        for child in self.children:
            found += [child] * (not names or child.name in names) + child.every(*names)
        return found

    def within(self, name: str) -> bool:
        return self.parent is not None and (self.parent.name == name or self.parent.within(name))


class Reader(HTMLParser):
    """Elements and their text. `faults` says what is not as it should be."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {}, None)
        self.open = self.root
        self.faults: list[str] = []
        self.comments: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if len({name for name, _ in attrs}) < len(attrs):
            self.faults.append(f"<{tag}> has an attribute twice")
        element = Element(tag, dict(attrs), self.open)
        if tag in BLOCKS and self.open.name in INLINE_ONLY:
            self.faults.append(f"<{tag}> in <{self.open.name}>")
        self.open.children.append(element)
        if tag not in VOID:
            self.open = element

    def handle_endtag(self, tag: str) -> None:
        if self.open.name != tag or self.open.parent is None:
            self.faults.append(f"</{tag}> closes <{self.open.name}>")
            return
        self.open = self.open.parent

    def handle_data(self, data: str) -> None:
        at: Element | None = self.open
        while at is not None:
            at.words.append(data)
            at = at.parent

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)


def read(html: str) -> Element:
    """The page; fails where it is not well formed."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.faults == []
    assert reader.comments == []
    assert reader.open is reader.root, f"<{reader.open.name}> stays open"
    return reader.root


def faults_of(page: Element) -> list[str]:
    """What those would miss who cannot see the page, or have no mouse."""
    every = page.every()
    ids = [e.attributes["id"] for e in every if "id" in e.attributes]
    found = [f"id {name} twice" for name in set(ids) if ids.count(name) > 1]
    for e in every:
        for name in (e.attributes.get("aria-labelledby") or "").split():
            found += [f"no element {name}"] * (name not in ids)
        href = e.attributes.get("href")
        if e.name == "a" and not (href and href.startswith("#") and href[1:] in ids):
            found.append(f"link to {href}")
        if e.name == "table" and not (e.children and e.children[0].name == "caption" and e.children[0].text):
            found.append("table without a caption")
        if e.name == "th" and e.attributes.get("scope") not in ("row", "col"):
            found.append("heading of a table without scope")
        if e.name == "svg" and not e.within("svg"):
            hidden = e.attributes.get("aria-hidden") == "true"
            told = [c.name for c in e.children[:2]] == ["title", "desc"] and all(c.text for c in e.children[:2])
            found += [f"picture {e.attributes.get('class')} without words"] * (not hidden and not told)
        if e.attributes.get("role") == "region" and not e.attributes.get("aria-label"):
            found.append("region without a name")
        if "tabindex" in e.attributes and e.attributes["tabindex"] not in ("0", "-1"):
            found.append("order of the keyboard changed")
    levels = [int(e.name[1]) for e in page.every("h1", "h2", "h3")]
    found += [f"h{b} after h{a}" for a, b in itertools.pairwise(levels) if b > a + 1]
    found += ["not one h1"] * (levels.count(1) != 1)
    return found
