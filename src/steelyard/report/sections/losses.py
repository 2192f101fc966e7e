"""The picture of the choice: log loss out of fold against strength, a line for each recipe."""

from __future__ import annotations

from typing import Any

from steelyard.report.markup import Markup, join, tag
from steelyard.report.svg import SHAPES, Plot, Scale, padded, swatch
from steelyard.report.widgets import figure
from steelyard.report.wording import Words

COLOURS = 8
APART = 13  # from one letter at the end of a line to the next


def losses_figure(choice: dict[str, Any], w: Words) -> Markup:
    trials, own = choice["trials"], choice["trials"][choice["chosen"]]
    lines = [_points(trial) for trial in trials]
    strengths = [strength for line in lines for strength, _ in line]
    band = _between_folds(own)
    x = Scale(min(strengths) / 1.3, max(strengths) * 1.3, True)
    plot = Plot(x, _scale([loss for line in lines for _, loss in line], band), left=56, right=26)
    plot.axes(w.plain("choice.strength"), w.plain("choice.loss"), w.short, w.short)
    if len(band) > 1:
        plot.band(band, f"s{choice['chosen'] % COLOURS + 1}")
    for at, line in enumerate(lines):
        plot.line(line, _style(at))
        for strength, loss in line:
            if loss <= plot.y.high:
                plot.mark(strength, loss, SHAPES[at % 5], _style(at), 3.2)
    _letters(plot, lines)
    best = own["losses"][own["best"]]
    plot.mark(choice["strength"], best, "ring", "chosen", 8)
    description = w.plain(
        "choice.figure_desc", recipes=w.plain("count.recipes", len(trials)), loss=w.decimal(best, 4),
        recipe=own["recipe"]["name"], strength=w.short(choice["strength"]),
    )  # fmt: skip
    legend = [
        (swatch(SHAPES[at % 5], _style(at)), join([letter(at), ". ", code(trial["recipe"])]))
        for at, trial in enumerate(trials)
    ]
    drawn = plot.svg("losses", w.plain("choice.figure_title"), description)
    return figure(drawn, w("choice.figure"), legend=legend)


def letter(at: int) -> str:
    """What a recipe is called in the picture and the tables."""
    return chr(ord("a") + at) if at < 26 else str(at + 1)


def code(recipe: dict[str, Any]) -> Markup:
    """The name by which a recipe is asked for: the same in every language."""
    return tag("code", recipe["name"])


def _style(at: int) -> str:
    return f"s{at % COLOURS + 1} d{at % 4 + 1}"


def _points(trial: dict[str, Any]) -> list[tuple[float, float]]:
    """(strength, loss), where it was tried."""
    return sorted((s, loss) for s, loss in zip(trial["strengths"], trial["losses"]) if loss is not None)


def _between_folds(trial: dict[str, Any]) -> list[tuple[float, float, float]]:
    """(strength, the best fold's loss, the worst fold's), where all folds are known."""
    known = [(s, folds) for s, folds in zip(trial["strengths"], trial["fold_losses"]) if folds and None not in folds]
    return sorted((strength, min(folds), max(folds)) for strength, folds in known)


def _scale(losses: list[float], band: list[tuple[float, float, float]]) -> Scale:
    """From the least loss up to three times as far as the middle one: lines that rise far beyond are cut off."""
    least, middle = min([*losses, *(low for _, low, _ in band)]), sorted(losses)[len(losses) // 2]
    high = min(max(losses), least + 3.0 * max(middle - least, 0.05 * least))
    return padded([least, high], least=0.0)


def _letters(plot: Plot, lines: list[list[tuple[float, float]]]) -> None:
    """A letter at the last point of each line that is in the picture; none over another."""
    ends = []
    for at, line in enumerate(lines):
        inside = [point for point in line if point[1] <= plot.y.high]
        if inside:
            x, y = plot.at(*inside[-1])
            ends.append((y, x + 8, at))
    last: dict[float, float] = {}  # of the lines that end at the same strength
    for y, x, at in sorted(ends):
        last[x] = max(y, last.get(x, 0.0) + APART)
        plot.words(x, last[x] + 4, letter(at), "start", "tip")
