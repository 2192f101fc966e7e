"""The parts of a chapter as HTML."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import NamedTuple

from steelyard.course import sources
from steelyard.course.cells import Cell
from steelyard.course.chapters import Chapter
from steelyard.course.contents import place
from steelyard.course.site.labels import label
from steelyard.course.site.markdown import code_html, html_of, inline_html_of
from steelyard.course.words import DOCUMENTS, Box, Exercise, Part, Picture, Prose, Run, Source


class Image(NamedTuple):
    """A picture that was written for the pages."""

    file: str  # below the site
    alt: str
    width: int
    height: int
    still: str = ""  # of one that moves: the same at rest


Images = Callable[[str], Image]  # from "3.regions" to what was written


class Writer:
    """Writes the parts of one chapter, or of a page without one."""

    def __init__(self, language: str, images: Images, chapter: Chapter | None = None) -> None:
        self.language, self.images, self.chapter = language, images, chapter

    def say(self, key: str, **gaps: object) -> str:
        return escape(label(self.language, key, **gaps))

    def parts(self, parts: tuple[Part, ...]) -> str:
        return "".join(self.part(part) for part in parts)

    def part(self, part: Part) -> str:
        if isinstance(part, Prose):
            return linked(html_of(part.text), self.language)
        if isinstance(part, Source):
            return self.source(part)
        if isinstance(part, Run):
            return self.run(self.cell(part.cell))
        if isinstance(part, Picture):
            return self.picture(part)
        return self.exercise(part) if isinstance(part, Exercise) else self.box(part)

    def cell(self, name: str) -> Cell:
        assert self.chapter is not None, "a page without a chapter has no cells"
        return self.chapter.cells[name]

    def source(self, part: Source) -> str:
        found = sources.excerpt(part.file, part.name)
        where = self.say("source", file=found.file, line=found.line)
        return f'<figure class="source">{code_html(found.text)}<figcaption>{where}</figcaption></figure>\n'

    def run(self, cell: Cell) -> str:
        output = ""
        if cell.output:
            about = f'class="output" tabindex="0" aria-label="{self.say("prints")}"'
            output = f"<pre {about}><samp>{escape(cell.output)}</samp></pre>"
        return f'<div class="run">{code_html(cell.code)}{output}</div>\n'

    def picture(self, part: Picture) -> str:
        name = part.name if "." in part.name or self.chapter is None else f"{self.chapter.number}.{part.name}"
        image = self.images(name)
        size = f'width="{image.width}" height="{image.height}"'
        drawn = f'<img src="{image.file}" alt="{escape(image.alt)}" {size}>'
        if image.still:
            calm = f'<source srcset="{image.still}" media="(prefers-reduced-motion: reduce), print">'
            drawn = f"<picture>{calm}{drawn}</picture>"
        caption = f"<figcaption>{inline_html_of(part.caption)}</figcaption>" if part.caption else ""
        return f'<figure class="picture">{drawn}{caption}</figure>\n'

    def box(self, part: Box) -> str:
        titles = {
            "document": f"{self.say('says')}: {escape(DOCUMENTS.get(part.argument, ''))}, {inline_html_of(part.title)}",
            "lecturer": f"{self.say('lecturer')}: {escape(part.argument)}",
            "note": inline_html_of(part.argument),
        }
        inner = self.parts(part.parts)
        return f'<aside class="box {part.kind}"><p class="head">{titles[part.kind]}</p>{inner}</aside>\n'

    def exercise(self, part: Exercise) -> str:
        anchor = f"exercise-{part.number.replace('.', '-')}"
        title = f"{self.say('exercise', number=part.number)}. {inline_html_of(part.title)}"
        hints = "".join(folded(self.say("hint"), html_of(hint)) for hint in part.hints)
        starter = self.chapter.cells.get(f"starter {part.number}") if self.chapter else None
        given = code_html(starter.code) if starter else ""
        asked = f'<p class="ask"><code>{self.say("check", number=part.number)}</code></p>'
        told = folded(self.say("solution"), self.parts(part.solution))
        head = f'<h3 id="{anchor}">{title}</h3>'
        return f'<section class="exercise">{head}{self.parts(part.parts)}{given}{asked}{hints}{told}</section>\n'


TAGS = re.compile(r"(<(?:code|a|h\d|math)\b.*?</(?:code|a|h\d|math)>|<[^>]+>)", re.S)
CHAPTER = re.compile(r"\b([Cc]hapter|[Cc]hapitre|[Cc]apítulo) (\d+)\b")


def linked(page: str, language: str) -> str:
    """Where the text says "chapter 8", a link to it; not within code, headings and other links."""

    def link(said: re.Match[str]) -> str:
        where = place(said[2])
        return f'<a href="{where.stem}.html">{said[0]}</a>' if where.words(language).is_file() else said[0]

    pieces = TAGS.split(page)
    pieces[::2] = [CHAPTER.sub(link, piece) for piece in pieces[::2]]
    return "".join(pieces)


def folded(summary: str, inner: str) -> str:
    return f"<details><summary>{summary}</summary>{inner}</details>"


def gallery(folder: Path, language: str) -> Images:
    """Draws pictures into a folder of the site as they are asked for, each once."""
    from steelyard.course.gallery import moves, picture, save

    made: dict[str, Image] = {}

    def image(name: str) -> Image:
        if name not in made:
            path, alt = save(name, folder, language)
            still = ""
            if moves(picture(name)):
                picture(name).save(folder / f"{path.stem}.png", language=language)
                still = f"{folder.name}/{path.stem}.png"
            made[name] = Image(f"{folder.name}/{path.name}", alt, *size_of(path), still)
        return made[name]

    return image


def size_of(path: Path) -> tuple[int, int]:
    """Width and height on the page, in CSS pixels: files hold 1.5 dots for each."""
    from PIL import Image as Opened

    with Opened.open(path) as opened:
        scale = 1.0 if path.suffix == ".gif" else 1.5
        return round(opened.width / scale), round(opened.height / scale)
