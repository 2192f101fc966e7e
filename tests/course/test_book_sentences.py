"""What the sentences of the book make of the numbers that its cells print."""

from __future__ import annotations

import re

import pytest

from steelyard.course.chapters import Chapter, chapter
from steelyard.course.contents import CHAPTERS
from steelyard.course.words import Prose

PERCENT = re.compile(r"(\d+(?:\.\d+)?) ?%")


def prose(found: Chapter) -> str:
    return "\n".join(part.text for part in found.words.parts if isinstance(part, Prose))


@pytest.mark.parametrize("number", [each.number for each in CHAPTERS if each.words("en").is_file()])
def test_percentages_that_are_spoken_of_were_printed(number: int) -> None:
    found = chapter(number)
    outputs = "\n".join(cell.output for cell in found.cells.values())
    printed = [float(n) for n in PERCENT.findall(outputs)] + [100 * float(n) for n in re.findall(r"\b0\.\d+", outputs)]
    told = PERCENT.findall(prose(found))
    assert [n for n in told if not any(abs(float(n) - x) <= 0.5 for x in printed)] == []


def test_words_that_a_lexicon_does_not_know_are_counted_right() -> None:
    found = chapter(1)
    words = re.findall(r"'(\w+)'", found.cells["two"].output.splitlines()[0])
    unknown = sum(word not in ("great", "dull") for word in words)  # the cell before says what these two are worth
    assert (unknown, len(words)) == (4, 6) and "Four positions out of six" in prose(found)


def test_how_much_dearer_the_full_batch_is() -> None:
    found = chapter(3)
    spent = {
        name: (int(epochs), int(iterations))
        for name, epochs, iterations in re.findall(
            r"(online|full batch) +(\d+) epochs +(\d+) iterations", found.cells["modes"].output
        )
    }
    (many, most), (epochs, iterations) = spent["online"], spent["full batch"]
    assert (round(epochs / many), round(most / iterations)) == (5, 13)
    assert "five times the epochs of the online rule, and a thirteenth of its iterations" in prose(found)


def test_what_a_sure_threshold_costs() -> None:
    found = chapter(12)
    recalls = [float(n) for n in re.findall(r"recall (\d+\.\d)%", found.cells["threshold"].output)]
    assert round(recalls[0] - recalls[1]) == 17 and "seventeen points of recall" in prose(found)
