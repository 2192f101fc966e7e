"""The choice: which recipes were tried at which strengths, what each is worth out of fold, and the certificate."""

from __future__ import annotations

from typing import Any

from steelyard.report.markup import Markup, join, tag
from steelyard.report.sections.losses import code, letter, losses_figure
from steelyard.report.widgets import folded, p, section, table
from steelyard.report.wording import Words


def choice_section(c: dict[str, Any], w: Words) -> Markup | None:
    choice = c["choice"]
    if not choice:
        return None
    trials = choice["trials"]
    return section(
        "choice",
        w("choice.heading"),
        _intro(choice, w),
        p(w("choice.grouped")) if choice["grouped"] else None,
        *_result(choice, len(c["classes"]), w),
        losses_figure(choice, w),
        _table(trials, choice["chosen"], w),
        folded(w("choice.recipes"), _recipes(trials, len(c["classes"]), w)),
        folded(w("choice.all_losses"), _losses(trials, w)),
        tag("h3", w("choice.certificate_heading")),
        _certificate(choice, w),
    )


def _intro(choice: dict[str, Any], w: Words) -> Markup:
    if not choice["automatic"]:
        return p(w("choice.given"))
    trials = choice["trials"]
    strengths = max(sum(loss is not None for loss in trial["losses"]) for trial in trials)
    return p(
        w(
            "choice.intro",
            recipes=w("count.recipes", len(trials)),
            strengths=w("count.strengths", strengths),
            folds=w("count.folds", choice["folds"] or _folds(trials)),
        )
    )


def _folds(trials: list[dict[str, Any]]) -> int:
    return len(trials[0]["fold_losses"][0])


def _result(choice: dict[str, Any], classes: int, w: Words) -> list[Markup]:
    trial = choice["trials"][choice["chosen"]]
    recipe, best = trial["recipe"], trial["best"]
    columns = w("count.columns", choice["columns"]) if choice["columns"] else None
    result = w(
        "choice.result", recipe=code(recipe), strength=w.short(choice["strength"]),
        loss=w.decimal(trial["losses"][best], 4), error=w.percent(trial["errors"][best]),
    )  # fmt: skip
    means = w("choice.means", recipe=code(recipe), description=described_recipe(recipe, classes, w))
    return [p(tag("strong", result)), p(means, Markup(" " + columns + ".") if columns else None)]


def described_recipe(recipe: dict[str, Any], classes: int, w: Words) -> Markup:
    """A recipe in words: the views, what a count is worth, the weighting, the model."""
    views = w.listed([_view(view, w) for view in recipe["views"]])
    parts: list[Any] = [views, w(f"recipe.{recipe['tf']}")]
    parts += [w(f"recipe.{key}") for key in ("idf", "ratios", "norm") if recipe[key]]
    parts.append(w(f"recipe.{recipe['loss']}"))
    if classes > 2:
        parts.append(w(f"recipe.{recipe['many']}"))
    return w.between(parts)


def _said(trial: dict[str, Any], classes: int, w: Words) -> Markup:
    return described_recipe(trial["recipe"], classes, w)


def _view(view: dict[str, Any], w: Words) -> Markup:
    low, high = view["ngrams"]
    if view["analyzer"] != "word":
        said = w(f"recipe.{view['analyzer']}", low=low, high=high)
    elif low == 1:
        said = w("recipe.words", high)
    else:
        said = w("recipe.words_from", low=low, high=high)
    least = view.get("min_df", 1)
    return said if least < 2 else join([said, " ", w("recipe.min_df", n=least)])


def _recipes(trials: list[dict[str, Any]], classes: int, w: Words) -> Markup:
    """Each recipe in words."""
    said = [
        tag("li", letter(at), ". ", w("list.colon", first=code(trial["recipe"]), next=_said(trial, classes, w)), ".")
        for at, trial in enumerate(trials)
    ]
    return tag("ul", *said, class_="plain")


def _table(trials: list[dict[str, Any]], chosen: int, w: Words) -> Markup:
    head = ["", w("choice.recipe"), w("choice.strength"), w("choice.loss"), w("choice.error"), w("choice.gap")]
    rows = []
    for at, trial in enumerate(trials):
        best = trial["best"]
        rows.append(
            [
                tag("strong", letter(at), " ✓") if at == chosen else letter(at),
                code(trial["recipe"]),
                w.short(trial["strengths"][best]),
                w.decimal(trial["losses"][best], 4),
                w.percent(trial["errors"][best]),
                w.power(trial["gap"]),
            ]
        )
    return table(w("choice.trials"), head, rows, words=2)


def _losses(trials: list[dict[str, Any]], w: Words) -> Markup:
    strengths = sorted({s for trial in trials for s in trial["strengths"]})
    head = [w("choice.strength"), *(letter(at) for at in range(len(trials)))]
    found = [dict(zip(trial["strengths"], trial["losses"])) for trial in trials]
    rows = [[w.short(s), *(w.decimal(losses.get(s), 4) for losses in found)] for s in strengths]
    return table(w("choice.all_losses"), head, rows)


def _certificate(choice: dict[str, Any], w: Words) -> Markup:
    asked = w("choice.asked", tol=w.power(choice["tol"])) if choice["tol"] else None
    return p(w("choice.certificate", gap=w.power(choice["gap"])), " " if asked else None, asked)
