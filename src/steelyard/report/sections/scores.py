"""The scores: each figure with its interval, out of fold, chosen anew, and on the test texts, beside the baseline."""

from __future__ import annotations

from typing import Any

from steelyard.report.markup import Markup
from steelyard.report.sections.strokes import SHARES, scores_figure
from steelyard.report.widgets import folded, interval, label, p, section, table
from steelyard.report.wording import Words

INLINE = 12  # classes whose figures stand on the page; of more, the worst, and all of them folded away


def scores_section(c: dict[str, Any], w: Words) -> Markup | None:
    oof, test = c["scores"], c["test_scores"]
    first = oof or test
    if not first:
        return None
    return section(
        "scores",
        w("scores.heading"),
        p(w("scores.intro", level=w.percent(first["level"], 0))),
        _table(c, first, w),
        scores_figure(_columns(c, w), first["baseline"], w),
        _nested(c["nested"], w),
        p(w("scores.how", methods=_methods(first, w)), class_="note"),
        _weighted(first, w),
        *_per_class(test or first, w("part.test_texts") if test else w("part.oof"), w),
    )


def _columns(c: dict[str, Any], w: Words) -> list[tuple[str, Markup, dict[str, Any]]]:
    """What there is to compare: a name, its heading, its figures."""
    found = [(name, w(f"scores.{name}"), c[key]) for name, key in (("oof", "scores"), ("test", "test_scores"))]
    nested = c["nested"]
    if nested and c["scores"]:
        figures = {"accuracy": nested["accuracy"], "log_loss": nested["loss"], "n": c["scores"]["n"]}
        found.insert(1, ("nested", w("scores.nested"), figures))
    return [(name, heading, figures) for name, heading, figures in found if figures]


def _table(c: dict[str, Any], first: dict[str, Any], w: Words) -> Markup:
    columns, base = _columns(c, w), first["baseline"]
    head = [w("scores.measure"), *(heading for _, heading, _ in columns)]
    head.append(w("scores.baseline", name=label(base["name"])))
    rows: list[list[Any]] = []
    always = {"accuracy": interval(base["accuracy"], w), "macro_f1": w.points(base["macro_f1"])}
    for key in SHARES:
        if any(found.get(key) for _, _, found in columns):
            rows.append([w(f"scores.{key}"), *(interval(f.get(key), w) for _, _, f in columns), always.get(key, "")])
    for key in ("log_loss", "brier"):
        if any(found.get(key) for _, _, found in columns):
            last = w.decimal(base["log_loss"]) if key == "log_loss" else ""
            rows.append([w(f"scores.{key}"), *(interval(f.get(key), w, share=False) for _, _, f in columns), last])
    if any(found.get("ece") is not None for _, _, found in columns):
        rows.append([w("scores.ece"), *(w.points(f.get("ece")) for _, _, f in columns), ""])
    rows.append([w("scores.texts"), *(w.integer(f["n"]) for _, _, f in columns), ""])
    return table(w("scores.caption"), head, rows, class_="figures")


def _nested(nested: dict[str, Any] | None, w: Words) -> Markup | None:
    if not nested:
        return None
    by_fold, off = nested["chosen_by_fold"], nested["optimism"]
    agreed = sum(each == nested["chosen"] for each in by_fold)
    if agreed == len(by_fold):
        return p(w("scores.nested_same", folds=agreed))
    ends = {end: w.decimal(off[end], 4, signed=True) for end in ("low", "high")}
    losses = {"nested": w.decimal(nested["loss"]["value"], 4), "naive": w.decimal(nested["naive_loss"]["value"], 4)}
    optimism = w.decimal(off["value"], 4, signed=True)
    return p(w("scores.nested_note", optimism=optimism, agreed=agreed, folds=len(by_fold), **ends, **losses))


def _methods(first: dict[str, Any], w: Words) -> Markup:
    found = [first[key]["how"] for key in ("accuracy", "macro_f1", "auc", "log_loss") if first.get(key)]
    names = list(dict.fromkeys(how.removesuffix(", groups") for how in found))
    said = [w(f"how.{name}") if f"how.{name}" in w else name for name in names]
    return w.between(said + [w("how.groups")] * any(how.endswith(", groups") for how in found))


def _weighted(first: dict[str, Any], w: Words) -> Markup | None:
    if abs(first["effective"] - first["n"]) < 0.5:
        return None
    return p(w("scores.weighted", n=w.integer(round(first["effective"]))), class_="note")


def _per_class(found: dict[str, Any], part: Markup, w: Words) -> list[Markup]:
    each = found["per_class"]
    every = _classes(each, w("scores.per_class", part=part), w)
    note = p(w("scores.per_class_note"), class_="note")
    if len(each) <= INLINE:
        return [every, note]
    worst = sorted((one for one in each if one["support"]), key=lambda one: (one["f1"]["value"] or 0.0, one["name"]))
    few = _classes(worst[:INLINE], w("scores.worst_classes", min(INLINE, len(worst)), part=part), w)
    return [few, note, folded(w("data.all_classes", len(each)), every)]


def _classes(each: list[dict[str, Any]], caption: Markup, w: Words) -> Markup:
    head = [w("data.class"), *(w(f"scores.{key}") for key in ("precision", "recall", "f1", "support"))]
    rows = [
        [label(one["name"]), *(interval(one[k], w) for k in ("precision", "recall", "f1")), w.integer(one["support"])]
        for one in each
    ]
    return table(caption, head, rows, class_="figures")
