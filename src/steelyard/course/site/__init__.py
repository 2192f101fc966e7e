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
from steelyard.course.contents import BOOK, CHAPTERS, edition, place
from steelyard.course.site.html import Images, Writer, gallery
from steelyard.course.site.pages import Page, alive, collected, contents, frame

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
    """Write the book's pages into a folder; `only` some chapters, for who is writing one.

    The first page lists all chapters all the same; those that are not in the folder are named and not linked.
    """
    folder, spoken = Path(folder), edition(language)
    chosen = None if only is None else [place(number).number for number in only]
    chapters = [chapter(each.number, spoken) for each in CHAPTERS if each.words(spoken).is_file()]
    wanted = [each for each in chapters if chosen is None or each.number in chosen]
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    drawn = images(folder / "pictures", spoken)
    there = {f"{each.place.stem}.html" for each in wanted} | {path.name for path in folder.glob("*.html")}
    written = []
    for page in pages(chapters, wanted, spoken, drawn):
        if progress is not None:
            progress(page.file)
        (folder / page.file).write_text(alive(frame(page, chapters, spoken), there, spoken), encoding="utf-8")
        written.append(page.file)
    (folder / "style.css").write_text(STYLE.read_text(encoding="utf-8"), encoding="utf-8")
    return Built(folder, tuple(written), len(list((folder / "pictures").iterdir())))


def pages(chapters: list[Chapter], wanted: list[Chapter], language: str, images: Images) -> Iterator[Page]:
    """The pages of the chapters that are wanted, and those about all of them, in the order of the book."""
    front = words.read(BOOK / language / "index.md")
    writer = Writer(language, images)
    inner = f'<h1>{front.title}</h1><p class="summary">{front.summary}</p>{writer.parts(front.parts)}'
    yield Page("index.html", front.title, inner + contents(chapters, language))
    for each in wanted:
        body = Writer(language, images, each).parts(each.words.parts)
        yield Page(f"{each.place.stem}.html", each.title, body, each)
    yield from collected(chapters, language, images)
