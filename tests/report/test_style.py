"""What can be seen: contrast by daylight and in the dark, and scales whose ticks tell the truth."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.report.page import style
from steelyard.report.svg import SHAPES, Plot, Scale, mark, padded

TEXT, LARGE = 4.5, 3.0  # WCAG 2.2, level AA: of text, and of what is drawn


def themes() -> dict[str, dict[str, str]]:
    light, dark = re.findall(r":root \{\n(.*?)\n\}", str(style()), flags=re.DOTALL)[:2]
    by_day = dict(re.findall(r"--([\w-]+): ([^;]+);", light))
    return {"light": by_day, "dark": {**by_day, **dict(re.findall(r"--([\w-]+): ([^;]+);", dark))}}


def rgb(colour: str) -> tuple[float, ...]:
    if colour.startswith("#"):
        digits = colour[1:] if len(colour) == 7 else "".join(2 * c for c in colour[1:])
        return tuple(int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return tuple(int(part) / 255 for part in colour.split())


def luminance(colour: tuple[float, ...]) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def over(colour: tuple[float, ...], alpha: float, paper: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(alpha * c + (1 - alpha) * p for c, p in zip(colour, paper, strict=True))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_contrasts_are_enough(theme: str) -> None:
    colours = {name: rgb(value) for name, value in themes()[theme].items()}
    paper = colours["paper"]
    for name in ("ink", "soft", "link"):
        assert contrast(colours[name], paper) >= TEXT, name
    for name in (f"c{k}" for k in range(1, 9)):
        assert contrast(colours[name], paper) >= LARGE, name
    assert contrast(colours["ink"], colours["faint"]) >= TEXT
    for name in ("right", "wrong"):
        for alpha in (0.07, 0.4, 0.55):  # of marks, and of the matrix
            assert contrast(colours["ink"], over(colours[name], alpha, paper)) >= TEXT, (name, alpha)


def test_no_sign_is_made_by_colour_alone() -> None:
    sheet = str(style())
    assert "text-decoration-style: dotted" in sheet
    drawn = {str(mark(0, 0, shape, "s1")) for shape in SHAPES}
    assert len(drawn) == len(SHAPES)
    assert len(set(re.findall(r"\.d\d \{ stroke-dasharray: ([^;]+);", sheet))) == 3


def test_the_sheet_has_a_dark_side_paper_and_a_narrow_screen() -> None:
    sheet = str(style())
    assert "@media screen and (prefers-color-scheme: dark)" in sheet  # and so not on paper
    assert "@media print" in sheet and "max-width: 34rem" in sheet
    assert "/*" not in sheet and sheet.count("{") == sheet.count("}")


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e6), st.integers(3, 8))
def test_ticks_are_round_and_within_the_scale(low: float, width: float, most: int) -> None:
    scale = Scale(low, low + width)
    ticks = scale.ticks(most)
    room = 1e-6 * max(abs(low), width)
    assert all(scale.low - room <= tick <= scale.high + room for tick in ticks)
    assert len(ticks) <= most + 1
    assert ticks == sorted(set(ticks))


@given(st.floats(1e-6, 1e3), st.floats(1.01, 1e9))
def test_ticks_of_a_logarithmic_scale(low: float, times: float) -> None:
    scale = Scale(low, low * times, log=True)
    ticks = scale.ticks()
    assert all(low * (1 - 1e-6) <= tick <= low * times * (1 + 1e-6) for tick in ticks)
    assert len(ticks) <= 6


def test_places_of_a_plot() -> None:
    plot = Plot(
        Scale(0.0, 1.0), Scale(1.0, 100.0, log=True), width=200, height=100, left=50, bottom=20, right=10, top=10
    )
    assert plot.at(0.0, 1.0) == (50.0, 80.0)
    assert plot.at(1.0, 100.0) == (190.0, 10.0)
    assert plot.at(0.5, 10.0) == (120.0, 45.0)
    assert padded([2.0, 2.0]).low < 2.0 < padded([2.0, 2.0]).high
    assert padded([0.0, 1.0], 0.1, least=0.0, most=1.0) == Scale(0.0, 1.0)
