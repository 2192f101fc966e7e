"""The book as a site of plain pages: no script, nothing fetched from elsewhere, light or dark as the reader has it.

index.html          the first page: what the book is, the three animations, the contents
03-perceptron.html  a chapter
solutions.html      all solutions, to print
documents.html      what the documents of the course say and where they err, document by document
lecturer.html       times, and what students stumble over
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from steelyard.course import words
from steelyard.course.chapters import Chapter, chapter
from steelyard.course.contents import BOOK, CHAPTERS, edition
from steelyard.course.site.html import Images, Writer, gallery
from steelyard.course.site.pages import Page, collected, contents, frame

STYLE = Path(__file__).parent / "style.css"


class Built(NamedTuple):
    """What was written."""

    folder: Path
    pages: tuple[str, ...]
    pictures: int


def build(
    folder: str | Path,
    *,
    language: str | None = None,
    only: list[int] | None = None,
    progress: Callable[[str], None] | None = None,
    images: Callable[[Path, str], Images] = gallery,
) -> Built:
    """Write the book's pages into a folder; `only` some chapters, for who is writing one."""
    folder, spoken = Path(folder), edition(language)
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    drawn = images(folder / "pictures", spoken)
    chapters = [chapter(each.number, spoken) for each in CHAPTERS if each.words(spoken).is_file()]
    chapters = [each for each in chapters if only is None or each.number in only]
    written = []
    for page in pages(chapters, spoken, drawn):
        if progress is not None:
            progress(page.file)
        (folder / page.file).write_text(frame(page, chapters, spoken), encoding="utf-8")
        written.append(page.file)
    (folder / "style.css").write_text(STYLE.read_text(encoding="utf-8"), encoding="utf-8")
    return Built(folder, tuple(written), len(list((folder / "pictures").iterdir())))


def pages(chapters: list[Chapter], language: str, images: Images) -> Iterator[Page]:
    """All pages, in the order of the book."""
    front = words.read(BOOK / language / "index.md")
    writer = Writer(language, images)
    inner = f'<h1>{front.title}</h1><p class="summary">{front.summary}</p>{writer.parts(front.parts)}'
    yield Page("index.html", front.title, inner + contents(chapters, language))
    for each in chapters:
        body = Writer(language, images, each).parts(each.words.parts)
        yield Page(f"{each.place.stem}.html", each.title, body, each)
    yield from collected(chapters, language, images)
