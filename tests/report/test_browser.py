"""The page in a real browser, where there is one: nothing is cut off, nothing overlaps, by day, by night, on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from steelyard.report import LANGUAGES, write
from tests.report.browser import Tab, browser, found
from tests.report.examples import contents

pytestmark = pytest.mark.skipif(found() is None, reason="no Chromium here")

WIDTHS = (320, 390, 820, 1360)

TOO_WIDE = "document.documentElement.scrollWidth - window.innerWidth"

# labels of pictures that leave their picture, or lie on one another
BAD_LABELS = """
[...document.querySelectorAll('svg.plot')].flatMap(svg => {
  const box = svg.getBoundingClientRect(), labels = [...svg.querySelectorAll('text')];
  const places = labels.map(label => label.getBoundingClientRect());
  const out = place => place.left < 0 || place.right > window.innerWidth
    || place.top < box.top - 4 || place.bottom > box.bottom + 4;
  const bad = labels.filter((_, i) => out(places[i])).map(label => 'out: ' + label.textContent);
  for (let i = 0; i < places.length; i++) for (let j = 0; j < i; j++) {
    const a = places[i], b = places[j];
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 2 && down > 3) bad.push('over: ' + labels[i].textContent + ' / ' + labels[j].textContent);
  }
  return bad;
})
"""


@pytest.fixture(scope="module")
def tab() -> Iterator[Tab]:
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    made = {f"{language}-4": (contents(4), language) for language in LANGUAGES}
    made |= {"es-2": (contents(2), "es"), "fr-150": (contents(150), "fr")}
    return {name: write(c, folder / f"{name}.html", language=language) for name, (c, language) in made.items()}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["en-4", "fr-4", "es-4", "es-2", "fr-150"])
def test_no_page_scrolls_sideways_and_no_label_is_lost(tab: Tab, pages: dict[str, Path], name: str, width: int) -> None:
    tab.open(pages[name], width)
    assert tab.ask(TOO_WIDE) <= 0
    assert tab.ask(BAD_LABELS) == []
    tab.ask("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert tab.ask(TOO_WIDE) <= 0


def test_day_and_night(tab: Tab, pages: dict[str, Path]) -> None:
    seen = []
    for dark in (False, True):
        tab.open(pages["en-4"], 820, dark=dark)
        colours = [tab.ask(f"getComputedStyle(document.body).{name}") for name in ("backgroundColor", "color")]
        seen.append([sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in colours])
    (paper, ink), (night, light) = seen
    assert paper > 700 > 150 > ink and night < 150 < 500 < light


def test_it_can_be_gone_through_by_keyboard(tab: Tab, pages: dict[str, Path]) -> None:
    tab.open(pages["en-4"], 820)
    stops = []
    for _ in range(4):
        for kind in ("rawKeyDown", "keyUp"):
            tab.do("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)
        stops.append(tab.ask("document.activeElement.getAttribute('href')"))
    assert stops == ["#main", "#data", "#data", "#data"]  # past the contents at once; then what to look at first
    assert tab.ask("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_on_paper(tab: Tab, pages: dict[str, Path]) -> None:
    tab.open(pages["en-4"], 820, dark=True)
    pdf = tab.pdf()
    assert pdf.startswith(b"%PDF")
    assert 5 <= len(re.findall(rb"/Type\s*/Page\b", pdf)) <= 25


def test_the_check_of_labels_finds_what_it_is_for(tab: Tab, pages: dict[str, Path]) -> None:
    tab.open(pages["en-4"], 820)
    tab.ask("{ const label = document.querySelector('svg.plot text'); label.after(label.cloneNode(true)); }")
    assert [bad.split(":")[0] for bad in tab.ask(BAD_LABELS)] == ["over"]
    tab.ask("document.querySelector('svg.plot text').setAttribute('x', '-900')")
    assert [bad.split(":")[0] for bad in tab.ask(BAD_LABELS)] == ["out"]
