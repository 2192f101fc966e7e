"""The book's algorithms on any two columns: what came out, in a few lines, in numbers, and as a picture.

Columns are brought to mean 0 and deviation 1 before an algorithm runs, and weights are told for the columns as they
were. The algorithms are those of `algorithms/`, by way of the same pictures and models that the chapters use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from steelyard.course.own import Own
from steelyard.errors import SettingError


class Settings(NamedTuple):
    """What can be chosen; an algorithm takes what concerns it."""

    batch: str = "1"  # a number of rows, or "all"; of the perceptron and the descent
    rate: float | None = None
    epochs: int | None = None  # at most
    C: float = 1.0
    kernel: str = "linear"
    hard: bool = False
    own_covariance: bool = False
    seed: int = 0


class Outcome(NamedTuple):
    """What an algorithm made of the data."""

    lines: list[str]  # in words
    numbers: dict[str, Any]
    picture: Any  # of `steelyard.pictures`; it has `gif` if there are steps to watch


def run(algorithm: str, data: Own, settings: Settings | None = None) -> Outcome:
    """Run one of the book's algorithms on two columns.

    >>> from steelyard.course.own import flowers
    >>> from steelyard.course.trying import run
    >>> run("perceptron", flowers()).numbers["accuracy"]
    1.0
    """
    if algorithm not in ALGORITHMS:
        raise SettingError(f"There is no algorithm {algorithm!r}.", f"There are: {', '.join(ALGORITHMS)}.")
    function, many = ALGORITHMS[algorithm]
    if len(data.classes) > 2 and not many:
        raise SettingError(
            f"{algorithm} tells two classes apart, and there are {len(data.classes)}: {', '.join(data.classes)}.",
            f"Choose two: --only {data.classes[0]},{data.classes[1]}; or take softmax, bayes or gaussian.",
        )
    lines, numbers, picture = function(data, settings or Settings())
    counts = [f"{name} {int((data.labels == name).sum())}" for name in data.classes]
    head = f"{algorithm} on {len(data.labels):,} rows of {data.source} ({', '.join(counts)})"
    left_out = [f"{data.skipped:,} rows were left out"] if data.skipped else []
    about = {"algorithm": algorithm, "rows": len(data.labels), "columns": list(data.columns), "classes": data.classes}
    return Outcome([head, *left_out, *lines], {**about, **numbers}, picture)


def watched(method: str, data: Own, settings: Settings, **more: Any) -> Outcome:
    """An algorithm with steps to watch."""
    from steelyard.pictures import Learning

    n = len(data.labels)
    size = n if settings.batch == "all" else int(settings.batch)
    chosen = {"epochs": settings.epochs, "seed": settings.seed, **more}
    if method != "svm":
        chosen |= {"batch_size": min(size, n), "rate": settings.rate}
    found = Learning.of(method, data.X, data.labels, data.columns, **chosen)
    steps, epochs = int(found.iteration[-1]), float(found.epoch[-1])
    lines = [f"{steps:,} changes of the weights in {epochs:,.1f} epochs"]
    numbers = {"iterations": steps, "epochs": epochs, "accuracy": float(found.accuracy[-1])}
    numbers |= {"objective": float(found.objective[-1])}
    if np.isfinite(found.gap[-1]):
        numbers["gap"] = float(found.gap[-1])
        lines.append(f"objective {found.objective[-1]:.6g}, proven to within {found.gap[-1]:.1e} of the least there is")
    if found.w is not None:
        numbers |= {"w": found.w[-1].tolist(), "b": float(found.b[-1])}
        lines.append(boundary(found.w[-1], float(found.b[-1]), data))
    return Outcome([*lines, right(found.accuracy[-1], n)], numbers, found)


def perceptron(data: Own, settings: Settings) -> Outcome:
    found = watched("perceptron", data, settings._replace(epochs=settings.epochs or 200))
    done = found.numbers["accuracy"] == 1.0
    more = "rows are left on the wrong side: more --epochs, or no line separates them (svm --hard tells)"
    said = "no row is on the wrong side: it is done" if done else more
    return found._replace(lines=[*found.lines, said], numbers={**found.numbers, "separated": done})


def descent(data: Own, settings: Settings) -> Outcome:
    whole = settings._replace(batch="all") if settings.batch == Settings().batch else settings
    return watched("descent", data, whole, C=settings.C)


def svm(data: Own, settings: Settings) -> Outcome:
    if settings.hard:
        return hard_margin(data)
    return watched("svm", data, settings, C=settings.C, kernel=settings.kernel)


def hard_margin(data: Own) -> Outcome:
    """The greatest margin, in the columns as they are; or a point of both hulls."""
    from steelyard.pictures import ConvexHulls

    found = ConvexHulls.from_rows(data.X, data.labels, data.columns)
    if found.w is None:
        at = found.ends[0]
        lines = [f"no line separates the classes: {pair(at)} is a mean of rows of either"]
        return Outcome(lines, {"separated": False, "common_point": at.tolist()}, found)
    margin = float(1.0 / np.linalg.norm(found.w))
    lines = [f"margin {margin:.6g}, the hulls are {found.distance:.6g} apart", boundary(found.w, found.b, data)]
    return Outcome(lines, {"separated": True, "margin": margin, "w": found.w.tolist(), "b": found.b}, found)


def newton(data: Own, settings: Settings) -> Outcome:
    """Newton's steps on logistic regression, each with its proof."""
    from steelyard.algorithms.loop import run as step_through
    from steelyard.algorithms.newton import Newton
    from steelyard.core.trace import Trace
    from steelyard.models import LogisticRegression
    from steelyard.pictures import Regions
    from steelyard.pictures.problems import Scale, problem_of

    scale, trace = Scale.of(data.X), Trace(gap=True)
    found = step_through(Newton(problem_of(scale.scaled(data.X), data.labels, C=settings.C)), trace=trace)
    w, b = scale.weights_back(found.state.w, found.state.b)
    entries = {entry.iteration: entry for entry in trace.entries}.values()
    lines = ["step   objective         proven to within"]
    lines += [f"{e.iteration:>4}   {e.objective:<15.9g}   {f'{e.gap:.1e}' if e.gap < 1 else '-'}" for e in entries]
    accuracy = trace.entries[-1].accuracy
    lines += [boundary(w, b, data), right(accuracy, len(data.labels))]
    numbers = {"iterations": found.steps, "gap": found.certificate.gap, "w": w.tolist(), "b": float(b)}
    model = LogisticRegression(C=settings.C).fit(scale.scaled(data.X), data.labels)
    model.coef_, model.intercept_ = w[None, :], np.array([b])
    picture = Regions.from_estimator(model, data.X, data.labels, data.columns)
    return Outcome(lines, {**numbers, "accuracy": accuracy}, picture)


def softmax(data: Own, settings: Settings) -> Outcome:
    from steelyard.models import LogisticRegression

    model = LogisticRegression(C=settings.C)
    found = fitted(model, data)
    proof = f"objective {model.objective_:.6g}, proven to within {model.gap_:.1e} of the least there is"
    return found._replace(lines=[proof, *found.lines], numbers={**found.numbers, "gap": float(model.gap_)})


def bayes(data: Own, settings: Settings) -> Outcome:
    from steelyard.models import GaussianNB
    from steelyard.pictures.problems import Scale

    model, scale = GaussianNB(), Scale.of(data.X)
    found = fitted(model, data)
    lines = [
        f"{name}: mean {pair(mean * scale.deviation + scale.mean)}, variance {pair(variance * scale.deviation**2)}"
        for name, mean, variance in zip(model.classes_, model.theta_, model.var_, strict=True)
    ]
    return found._replace(lines=[*lines, *found.lines])


def gaussian(data: Own, settings: Settings) -> Outcome:
    from steelyard.models import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis

    own = settings.own_covariance
    found = fitted(QuadraticDiscriminantAnalysis() if own else LinearDiscriminantAnalysis(), data)
    kind = "a covariance for each class: the boundaries are curves" if own else "one covariance for all: lines"
    return found._replace(lines=[kind, *found.lines])


def fitted(model: Any, data: Own) -> Outcome:
    """A model of the house with its regions."""
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    from steelyard.pictures import Regions

    whole = make_pipeline(StandardScaler(), model).fit(data.X, data.labels)
    accuracy = float((whole.predict(data.X) == data.labels).mean())
    numbers: dict[str, Any] = {"accuracy": accuracy}
    lines: list[str] = []
    if hasattr(model, "coef_"):
        found = list(weights(model, data))
        numbers |= {"w": [w.tolist() for _, w, _ in found], "b": [float(b) for _, _, b in found]}
        lines = [f"score of {name}: {formula(w, b, data)}" if name else boundary(w, b, data) for name, w, b in found]
    picture = Regions.from_estimator(whole, data.X, data.labels, data.columns)
    return Outcome([*lines, right(accuracy, len(data.labels))], numbers, picture)


def weights(model: Any, data: Own) -> Iterator[tuple[str, Any, Any]]:
    """Class, w and b for the columns as they were; no class where one score tells two apart."""
    from steelyard.pictures.problems import Scale

    scale = Scale.of(data.X)
    names = [""] if len(model.coef_) == 1 else model.classes_
    for name, w, b in zip(names, model.coef_, model.intercept_, strict=True):
        yield (str(name), *scale.weights_back(w, b))


def boundary(w: Any, b: float, data: Own) -> str:
    return f"{data.classes[1]} where {formula(w, b, data)} > 0"


def formula(w: Any, b: float, data: Own) -> str:
    first, second = (f"{abs(x):.5g} {name}" for x, name in zip(w, data.columns, strict=True))
    signs = ["-" if x < 0 else "+" for x in (w[1], b)]
    return f"{'-' if w[0] < 0 else ''}{first} {signs[0]} {second} {signs[1]} {abs(float(b)):.5g}"


def pair(values: Any) -> str:
    return f"({values[0]:.5g}, {values[1]:.5g})"


def right(accuracy: float, n: int) -> str:
    return f"{round(float(accuracy) * n):,} of {n:,} rows right: {accuracy:.1%}"


ALGORITHMS: dict[str, tuple[Callable[[Own, Settings], Outcome], bool]] = {  # and whether it takes many classes
    "perceptron": (perceptron, False),
    "descent": (descent, False),
    "newton": (newton, False),
    "softmax": (softmax, True),
    "svm": (svm, False),
    "bayes": (bayes, True),
    "gaussian": (gaussian, True),
}
