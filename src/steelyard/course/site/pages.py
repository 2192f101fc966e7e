"""The frame that all pages share, and the pages that are collected from the chapters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from steelyard.course import words
from steelyard.course.chapters import Chapter
from steelyard.course.site.html import Images, Writer
from steelyard.course.site.labels import label
from steelyard.course.site.markdown import headings_of, inline_html_of
from steelyard.course.words import DOCUMENTS, Box, Prose

EXTRA = ("solutions", "documents", "lecturer")  # pages after the chapters
TO_CHAPTER = re.compile(r'<a [^>]*?href="(\d\d-[\w-]+\.html)[^"]*"[^>]*>(.*?)</a>', re.S)
LIST = '<ol class="contents">'


class Page(NamedTuple):
    file: str
    title: str
    body: str
    chapter: Chapter | None = None


def frame(page: Page, chapters: list[Chapter], language: str) -> str:
    """The whole page around a body."""
    book = escape(label(language, "book"))
    title = book if page.file == "index.html" else f"{escape(page.title)} · {book}"
    head = heading(page, language)
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="stylesheet" href="style.css">
</head>
<body>
<a class="skip" href="#text">{escape(label(language, "skip"))}</a>
{menu(page, chapters, language)}
<main id="text">
{head}{page.body}
{neighbours(page, chapters, language)}
</main>
</body>
</html>
"""


def heading(page: Page, language: str) -> str:
    if page.chapter is None:
        return ""
    found = page.chapter
    number = escape(label(language, "chapter", number=found.number))
    here = [h for part in found.words.parts if isinstance(part, Prose) for h in headings_of(part.text) if h.level == 2]
    items = "".join(f'<li><a href="#{h.anchor}">{escape(h.text)}</a></li>' for h in here)
    name = escape(label(language, "here"))
    commands = [label(language, "open", number=found.number)]
    commands += [label(language, "needs", command=found.place.needs)] if found.place.needs else []
    asks = "".join(f'<p class="ask"><code>{escape(command)}</code></p>' for command in commands)
    return (
        f'<p class="number">{number}</p><h1>{inline_html_of(found.title)}</h1>'
        f'<p class="summary">{inline_html_of(found.words.summary)}</p>{asks}'
        f'<nav class="here" aria-label="{name}"><ol>{items}</ol></nav>\n'
    )


def menu(page: Page, chapters: list[Chapter], language: str) -> str:
    """The chapters, beside the text or above it."""
    items = "".join(link(page, f"{c.place.stem}.html", f"{c.number}. {c.title}") for c in chapters)
    more = "".join(link(page, f"{name}.html", label(language, name)) for name in EXTRA)
    start = link(page, "index.html", label(language, "book"))
    name = escape(label(language, "contents"))
    return f'<nav class="menu" aria-label="{name}"><ul class="home">{start}</ul><ul>{items}</ul><ul>{more}</ul></nav>'


def link(page: Page, file: str, text: str) -> str:
    current = ' aria-current="page"' if file == page.file else ""
    return f'<li><a href="{file}"{current}>{inline_html_of(text)}</a></li>'


def neighbours(page: Page, chapters: list[Chapter], language: str) -> str:
    order = [
        ("index.html", label(language, "start")),
        *((f"{c.place.stem}.html", f"{c.number}. {c.title}") for c in chapters),
    ]
    files = [file for file, _ in order]
    if page.file not in files:
        return ""
    at = files.index(page.file)
    links = []
    for relation, key, other in (("prev", "previous", at - 1), ("next", "next", at + 1)):
        if 0 <= other < len(order):
            file, title = order[other]
            links.append(f'<a rel="{relation}" href="{file}">{label(language, key)}: {inline_html_of(title)}</a>')
    return f'<nav class="neighbours">{"".join(links)}</nav>'


def contents(chapters: list[Chapter], language: str) -> str:
    items = "".join(
        f'<li value="{c.number}"><a href="{c.place.stem}.html">{inline_html_of(c.title)}</a>'
        f"<p>{inline_html_of(c.words.summary)}</p></li>"
        for c in chapters
    )
    return f'<h2 id="contents">{escape(label(language, "contents"))}</h2>{LIST}{items}</ol>'


def alive(text: str, there: set[str], language: str) -> str:
    """A page whose links to chapters that were not built are plain text; the list of contents says why."""

    def kept(link: re.Match[str]) -> str:
        return link[0] if link[1] in there else f'<span class="absent">{link[2]}</span>'

    found = TO_CHAPTER.sub(kept, text)
    return found if found == text else found.replace(LIST, f"<p>{escape(label(language, 'absent'))}</p>{LIST}")


def collected(chapters: list[Chapter], language: str, images: Images) -> Iterator[Page]:
    """Solutions, errors and times, each on one page."""
    solved, times = [], []
    errors: dict[str, list[str]] = {document: [] for document in DOCUMENTS}
    for each in chapters:
        writer = Writer(language, images, each)
        solved.append(f"<h2>{each.number}. {inline_html_of(each.title)}</h2>")
        for exercise in each.exercises.values():
            head = f"{label(language, 'exercise', number=exercise.number)}. {exercise.title}"
            solved.append(f"<h3>{inline_html_of(head)}</h3>{writer.parts(exercise.solution)}")
        for part in words.walk(each.words.parts):
            if isinstance(part, Box) and part.kind == "document":
                errors[part.argument].append(writer.box(part) + back(each, language))
            elif isinstance(part, Box) and part.kind == "lecturer":
                times.append(f"<h2>{each.number}. {inline_html_of(each.title)}</h2>{writer.box(part)}")
    told = "".join(f"<h2>{escape(DOCUMENTS[name])}</h2>{''.join(found)}" for name, found in errors.items() if found)
    for name, body in zip(EXTRA, ("".join(solved), told, "".join(times)), strict=True):
        title = label(language, name)
        yield Page(f"{name}.html", title, f"<h1>{escape(title)}</h1>{body}")


def back(chapter: Chapter, language: str) -> str:
    where = label(language, "back", number=chapter.number, title=chapter.title)
    return f'<p class="back"><a href="{chapter.place.stem}.html">{inline_html_of(where)}</a></p>'
