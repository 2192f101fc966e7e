"""What holds for every picture: its numbers go through JSON and come back, each language draws and tells it, nothing is
cut off, and drawing it touches no state but its own."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import fields
from itertools import pairwise

import numpy as np
import pytest

from steelyard import pictures
from steelyard.errors import SettingError
from steelyard.pictures import Picture, from_data
from steelyard.pictures.words import TABLES, Words
from tests.pictures.examples import MAKERS, example

LANGUAGES = sorted(TABLES)


@pytest.mark.parametrize("name", MAKERS)
def test_the_numbers_go_through_json_and_come_back(name: str) -> None:
    picture = example(name)
    data = json.loads(json.dumps(picture.as_data(), allow_nan=False))
    again = from_data(data)
    assert type(again) is type(picture)
    assert again.as_data() == data
    for field in fields(picture):  # type: ignore[arg-type]
        assert type(getattr(again, field.name)) is type(getattr(picture, field.name)), field.name
    assert again.alt("fr") == picture.alt("fr")
    again.figure("fr")


@pytest.mark.parametrize("name", MAKERS)
def test_each_language_draws_it_whole_in_its_own_words(name: str) -> None:
    said = {}
    for language in LANGUAGES:
        figure = example(name).figure(language)
        figure.draw_without_rendering()
        assert_whole(figure)
        said[language] = {text.get_text() for text in shown(figure)}
    assert said["en"] != said["fr"] != said["es"] != said["en"]
    assert not [text for language in ("fr", "es") for text in said[language] if re.search(r"\d\.\d", text)]
    assert not [text for text in said["en"] if re.search(r"\d,\d", text)]


def assert_whole(figure) -> None:
    """No text leaves the page, and no tick's text meets its neighbour's."""
    renderer, page = figure._get_renderer(), figure.bbox
    boxes = {id(text): text.get_window_extent(renderer) for text in shown(figure)}
    for text in shown(figure):
        box = boxes[id(text)]
        inside = box.x0 >= page.x0 - 1 and box.x1 <= page.x1 + 1 and box.y0 >= page.y0 - 1 and box.y1 <= page.y1 + 1
        assert inside, f"{text.get_text()!r} is cut off"
    for ax in figure.axes:
        for axis in (ax.xaxis, ax.yaxis) if ax.name != "3d" else ():
            level = [label for label in axis.get_ticklabels() if id(label) in boxes and not label.get_rotation()]
            ticks = [boxes[id(label)] for label in level]
            assert not [a for a, b in pairwise(ticks) if a.overlaps(b)], f"ticks of {axis.get_label_text()!r} overlap"


@pytest.mark.parametrize("name", MAKERS)
def test_the_words_are_made_from_the_numbers(name: str) -> None:
    told = {language: example(name).alt(language) for language in LANGUAGES}
    assert len(set(told.values())) == 3
    for language, text in told.items():
        assert len(text) > 40 and text.endswith(".") and "{" not in text, (language, text)
        assert re.search(r"\d", text) or name in ("logistic",)


def test_every_picture_has_an_example() -> None:
    assert {type(example(name)).__name__ for name in MAKERS} == set(pictures.PICTURES)


def test_the_tables_of_words_agree() -> None:
    gaps = {language: {k: sorted(re.findall(r"{(\w+)}", v)) for k, v in t.items()} for language, t in TABLES.items()}
    assert gaps["en"] == gaps["fr"] == gaps["es"]
    assert not [(k, v) for t in TABLES.values() for k, v in t.items() if not v.strip()]


def test_numbers_as_the_language_writes_them() -> None:
    en, fr = Words("en"), Words("fr")
    assert (en.number(0.5), fr.number(0.5), fr.number(-1234567.0)) == ("0.5", "0,5", "−1,23 × 10⁶")
    assert (en.percent(0.256), fr.percent(0.256, 1)) == ("26%", "25,6 %")
    assert fr.point_at([0.5, 2.0]) == "(0,5 ; 2)" and en.several(["a", "b", "c"]) == "a, b and c"
    with pytest.raises(SettingError, match="en, fr, es"):
        Words("de")


def test_saved_twice_it_has_the_same_bytes_and_tells_itself(tmp_path) -> None:
    from PIL import Image

    picture = example("documents")
    for ending in ("png", "svg", "pdf"):
        one, two = (picture.save(tmp_path / f"{n}.{ending}", "fr").read_bytes() for n in (1, 2))
        assert one == two
    with Image.open(tmp_path / "1.png") as image:
        assert image.info["Description"] == picture.alt("fr")
    assert 'alt="Points of the plane' in picture._repr_html_()


def test_it_draws_into_the_axes_it_is_given() -> None:
    from matplotlib.figure import Figure

    ax = Figure().add_subplot()
    assert example("losses").plot(ax) is ax and ax.lines


def test_no_pyplot_no_display_and_no_matplotlib_before_it_is_drawn() -> None:
    program = """
import sys
from steelyard.pictures import Documents
p = Documents.from_rows([[0.0, 1.0], [1.0, 0.0]], ["a", "b"])
p.as_data(), p.alt("fr")
print("matplotlib" in sys.modules)
p.figure("fr").savefig(__import__("io").BytesIO())
print("matplotlib.pyplot" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=without_display())
    assert done.stdout.split() == ["False", "False"], done.stderr


def without_display() -> dict[str, str]:
    import os

    return {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "MPLBACKEND")}


def test_what_is_no_picture_is_named() -> None:
    with pytest.raises(SettingError, match="Documents"):
        from_data({"picture": "Mona Lisa"})


def shown(figure) -> list:
    """The visible texts of a figure that say something; ticks beyond an axis's end are kept, and not drawn."""
    from matplotlib.axis import Axis
    from matplotlib.text import Text

    beyond = set()
    for axis in figure.findobj(Axis):
        drawn = axis._update_ticks() if axis.get_visible() and axis.axes.axison else []
        left = [tick for tick in [*axis.majorTicks, *axis.minorTicks] if tick not in drawn]
        beyond |= {id(label) for tick in left for label in (tick.label1, tick.label2)}
    return [t for t in figure.findobj(Text) if t.get_text().strip() and t.get_visible() and id(t) not in beyond]


def test_the_lazy_names_are_there() -> None:
    assert all(getattr(pictures, name) for name in pictures.__all__)
    assert all(issubclass(getattr(pictures, name), Picture) for name in pictures.PICTURES)
    with pytest.raises(AttributeError):
        _ = pictures.no_such_picture
    assert np.all([name in dir(pictures) for name in pictures.PICTURES])
