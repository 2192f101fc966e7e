"""The pictures of the chapters: made of numbers, told in words, and drawn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from steelyard.course.chapters import chapter
from steelyard.course.contents import CHAPTERS
from steelyard.course.gallery import moves, picture, save
from steelyard.course.together import WIDEST, Together
from steelyard.errors import SettingError

NAMES = [f"{e.number}.{name}" for e in CHAPTERS if e.words().is_file() for name in chapter(e.number).pictures]


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_numbers_and_words(name: str) -> None:
    drawn = picture(name)
    told = [drawn.alt(language) for language in ("en", "fr", "es")]
    assert all(len(text) > 40 for text in told) and len(set(told)) == 3
    json.dumps(drawn.as_data(), allow_nan=False)


def test_the_first_page_moves_and_rests(tmp_path: Path) -> None:
    gif, alt = save("3.learning", tmp_path)
    assert moves(picture("3.learning")) and gif.name == "3-learning.gif" and len(alt) > 40
    assert gif.read_bytes()[:4] == b"GIF8"
    still = picture("3.learning").save(tmp_path / "still.png")
    assert still.read_bytes()[1:4] == b"PNG" and "base64" in picture("3.learning")._repr_html_()


def test_pictures_together_are_one_figure_and_data(tmp_path: Path) -> None:
    drawn = picture("3.regions")
    again = Together.of_data(json.loads(json.dumps(drawn.as_data())))
    assert again.alt() == drawn.alt() and [len(row) for row in again.rows] == [3, 3]
    assert save("3.regions", tmp_path)[0].stat().st_size > 10_000
    assert 'alt="' in drawn._repr_html_()


@pytest.mark.parametrize("name", ["3.regions", "8.soft", "8.bent", "10.planes"])
def test_the_legend_of_many_panels_covers_none_of_them(name: str) -> None:
    figure = picture(name).figure()
    figure.canvas.draw()
    (legend,) = figure.legends
    box, width = legend.get_window_extent(), figure.get_size_inches()[0]
    assert all(ax.get_legend() is None and not box.overlaps(ax.get_window_extent()) for ax in figure.axes)
    assert box.x0 >= 0 and box.x1 <= figure.bbox.width and width <= WIDEST + 1e-9


def test_a_picture_that_is_not_there_is_named() -> None:
    with pytest.raises(SettingError, match="This chapter has: learning"):
        picture("3.nothing")
