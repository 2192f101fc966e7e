"""Stage `vectorize`: lists of texts to rows of numbers, with scikit-learn's classes and with ours."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from benchmarks import texts
from benchmarks.frame import Call, Contestant, Problem, Stage
from benchmarks.texts import Halves

RECIPES: dict[str, dict[str, Any]] = {
    "words": {},
    "1-2-grams": {"ngram_range": (1, 2)},
    "1-3-grams": {"ngram_range": (1, 3)},
    "char_wb 3-5-grams": {"analyzer": "char_wb", "ngram_range": (3, 5)},
}

FIRST_USE = (
    "from steelyard import TfidfVectorizer as T; T(ngram_range=(1, 2)).fit_transform(['one text', 'another text'])"
)


def problems() -> list[Problem]:
    """Fits of each recipe at both min_df, hashing, a fit that also asks for the names, transforms of the test half."""
    made = [problem("fit", name, min_df) for name in RECIPES for min_df in (1, 2)]
    made.append(Problem("fit hashing 1-2-grams", settings("fit", "HashingVectorizer", RECIPES["1-2-grams"])))
    made.append(problem("fit+names", "1-2-grams", 1))
    made += [problem("transform", name, min_df) for name in ("words", "1-2-grams") for min_df in (1, 2)]
    return made


def problem(work: str, recipe: str, min_df: int) -> Problem:
    wish = {**RECIPES[recipe], "min_df": min_df}
    return Problem(f"{work} {recipe} df>={min_df}", settings(work, "TfidfVectorizer", wish))


def settings(work: str, kind: str, wish: dict[str, Any]) -> dict[str, Any]:
    return {"work": work, "class": kind, "parameters": wish}


def vectorizer_of(module: str) -> Any:
    """The contestant that uses the classes of `module`: both libraries have the same ones."""

    def prepare(problem: Problem, data: Halves) -> Call:
        kind = getattr(importlib.import_module(module), problem.settings["class"])
        work, parameters = problem.settings["work"], problem.settings["parameters"]
        if work == "transform":
            fitted = kind(**parameters).fit(data.train)
            return lambda: fitted.transform(data.test)
        if work == "fit":
            return lambda: kind(**parameters).fit_transform(data.train)
        return lambda: fit_and_name(kind(**parameters), data.train)

    return prepare


def fit_and_name(vectorizer: Any, train: list[str]) -> Any:
    rows = vectorizer.fit_transform(train)
    vectorizer.get_feature_names_out()
    return rows


def limit(problem: Problem, data: Halves) -> Call:
    from benchmarks.limit import limit

    read = data.test if problem.settings["work"] == "transform" else data.train
    joined = np.frombuffer("\n".join(read).encode(), np.uint8)
    return lambda: limit(joined)


def nothing(problem: Problem, data: Halves) -> Call:
    """The zero baseline: what the frame itself costs."""
    return lambda: None


def answer(rows: Any) -> tuple[int, int, int, float]:
    """Shape, nonzeros and a sum that moves with each column's place."""
    places = np.arange(rows.shape[1], dtype=np.float64) % 1009
    return (*rows.shape, rows.nnz, round(float(abs(rows).dot(places).sum()), 3))


def megabytes(problem: Problem, data: Halves) -> float:
    return texts.megabytes(data.test if problem.settings["work"] == "transform" else data.train)


STAGE = Stage(
    title="vectorize: a list of str to sparse rows",
    problems=problems(),
    contestants=[
        Contestant("scikit-learn", vectorizer_of("sklearn.feature_extraction.text"), "scikit-learn"),
        Contestant("steelyard", vectorizer_of("steelyard"), "steelyard", threaded=True),
        Contestant("limit", limit, threaded=True, answers=False),
        Contestant("null", nothing, answers=False),
    ],
    load=texts.load,
    small=texts.small,
    megabytes=megabytes,
    describe=str,
    answer=answer,
    first_use=FIRST_USE,
)
