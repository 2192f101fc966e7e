"""Which classes are taken for which: the whole matrix of a few classes, the most frequent pairs of many."""

from __future__ import annotations

from typing import Any

from steelyard.report.markup import Markup, tag
from steelyard.report.widgets import cell, label, p, section, table
from steelyard.report.wording import Words

MATRIX = 16  # classes that a page has room for
SEEN = 5  # so few classes that the matrix shows its largest numbers at a glance
PAIRS = 20


def confusions_section(c: dict[str, Any], w: Words) -> Markup | None:
    found = c["test_scores"] or c["scores"]
    if not found:
        return None
    part = w("part.test_texts") if c["test_scores"] else w("part.oof")
    counts, names = found.get("confusion"), found["classes"]
    if not counts:
        return None
    wrong = _pairs(counts)
    if not wrong:
        shown = [p(w("confusions.none"))]
    else:
        shown = [_matrix(counts, names, part, w)] if len(names) <= MATRIX else []
        shown += [_worst(wrong, counts, names, part, w)] if len(names) > SEEN else []
    return section("confusions", w("confusions.heading"), *shown)


def _pairs(counts: list[list[float]]) -> list[tuple[float, int, int]]:
    """(texts, true, said), the most frequent first."""
    found = [(n, i, j) for i, row in enumerate(counts) for j, n in enumerate(row) if i != j and n]
    return sorted(found, key=lambda pair: (-pair[0], pair[1], pair[2]))


def _matrix(counts: list[list[float]], names: list[str], part: Markup, w: Words) -> Markup:
    head = [_corner(w), *(label(name) for name in names), w("confusions.total")]
    rows = []
    shares = [[n / (sum(row) or 1.0) for n in row] for row in counts]
    worst = max(share for i, row in enumerate(shares) for j, share in enumerate(row) if i != j)
    for i, row in enumerate(counts):
        cells = [_shaded(n, s / (1.0 if i == j else worst), i == j, w) for j, (n, s) in enumerate(zip(row, shares[i]))]
        rows.append([label(names[i]), *cells, w.integer(sum(row))])
    drawn = table(w("confusions.matrix", part=part), head, rows, class_="matrix")
    return Markup(drawn + p(w("confusions.matrix_note"), class_="note"))


def _corner(w: Words) -> Markup:
    """The corner of the table: what goes down, what goes across."""
    return tag("span", w("confusions.true"), " ↓", tag("br"), w("confusions.said"), " →", class_="corner")


def _shaded(n: float, share: float, right: bool, w: Words) -> Markup:
    kind = "n right" if right else "n wrong" if n else "n"
    return cell(w.integer(n) if n else "·", class_=kind, style=f"--v:{0.5 * share:.3f}" if n else None)


def _worst(
    wrong: list[tuple[float, int, int]], counts: list[list[float]], names: list[str], part: Markup, w: Words
) -> Markup:
    head = [w("confusions.true"), w("confusions.said"), w("confusions.count"), w("confusions.of_class")]
    rows = [
        [label(names[i]), cell(label(names[j]), class_="w"), w.integer(n), w.percent(n / sum(counts[i]))]
        for n, i, j in wrong[:PAIRS]
    ]
    more = len(wrong) - PAIRS
    drawn = table(w("confusions.pairs", part=part), head, rows, words=2)
    return Markup(drawn + p(w("confusions.more", more), class_="note")) if more > 0 else drawn
