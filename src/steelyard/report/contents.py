"""All that the report shows, as records of plain data: who fills them needs to know nothing of pages.

A field of type `Evaluated` takes a record of `steelyard.evaluation` or what its `as_data()` gave; so does whatever else
has an `as_data()`, or is a dataclass. Hence contents can be made of a fitted model, or of a saved one's card. What is
None or empty is left off the page. All arrays over classes are in the order of `Contents.classes`, all numbers of
texts (`row`) are from 0, all shares from 0 to 1, all places in a text in characters (Unicode scalar values).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import numpy as np

from steelyard.core.rows import Array
from steelyard.evaluation.records import plain

Data = Mapping[str, Any]
Evaluated = Any  # a record of `steelyard.evaluation`, or its `as_data()`

BINS = 24


@dataclass(frozen=True, eq=False)
class Lengths:
    """How long the texts are, in characters; `lengths_of` makes it."""

    shortest: int
    median: int
    longest: int
    edges: Sequence[float] = ()  # (bins + 1,), each the same multiple of the one before
    counts: Sequence[int] = ()  # (bins,): texts with edges[b] <= length < edges[b + 1]; the last takes its end in


@dataclass(frozen=True, eq=False)
class Snippet:
    """A text that is shown, with its label."""

    text: str
    label: str = ""
    row: int | None = None  # in its part
    place: str = ""  # where it comes from, such as "train.csv:12"; "" for its number


@dataclass(frozen=True, eq=False)
class Pair:
    """Two texts that are the same, or nearly so."""

    first: Snippet
    second: Snippet
    similarity: float | None = None  # None: the same but for case and white space


@dataclass(frozen=True, eq=False)
class Part:
    """What there is to know of the training texts, or of the test texts. `corpus.findings()` has most of it."""

    name: str  # the file or whatever they came from, as the user gave it; "": not known
    n: int
    counts: Sequence[float]  # (classes,): texts of each
    lengths: Lengths | None = None
    repeated: int | None = None  # texts that stand earlier already; None: not looked for (so in what follows)
    conflicting: int | None = None  # texts that stand with another label elsewhere
    near: int | None = None  # texts that have a near-duplicate, the repeated ones included
    near_least: float | None = None  # from which similarity on texts were called near-duplicates
    leaked: int | None = None  # of the test texts: those that stand among the training texts too
    near_leaked: int | None = None  # of the test texts: those with a near-duplicate among the training texts
    unknown_labels: int | None = None  # of the test texts: those whose class the training texts do not have
    unusable: Mapping[str, int] | None = None  # reason -> rows that were left out (`corpus.skipped.counts`)
    groups: int | None = None  # how many groups the texts come in, where groups were given
    weighted: bool = False  # whether the texts have weights
    notes: Sequence[str] = ()  # how it was read (`corpus.notes`), in English
    conflicts: Sequence[Pair] = ()  # examples of each, a few
    near_pairs: Sequence[Pair] = ()
    leaks: Sequence[Pair] = ()  # first: the test text, second: the training text


@dataclass(frozen=True, eq=False)
class Choice:
    """How recipe and strength were chosen: what `selection.Selection` knows, without what is as long as the texts."""

    trials: Sequence[
        Any
    ]  # `selection.Trial`, or data with its fields recipe, strengths, losses, fold_losses, best, gap
    chosen: int  # which trial
    strength: float
    gap: float  # the certificate of the final fit, the largest of its classes'
    objective: float | None = None  # of the final fit, all its classes together
    folds: int | None = None
    columns: int | None = None  # of the final model
    tol: float | None = None  # the gap that was asked for
    automatic: bool = True  # whether there was a choice: False where recipe and strength were given by hand
    grouped: bool = False  # whether folds kept groups together


@dataclass(frozen=True, eq=False)
class Reliabilities:
    """The reliability of out-of-fold probabilities before and after calibration, and of the test texts'."""

    before: Evaluated  # evaluation.Reliability, by width
    after: Evaluated
    test: Evaluated | None = None  # after calibration, on the test texts
    slope: float | None = None  # of the calibration: logit = slope z + shift
    shift: float | None = None


@dataclass(frozen=True, eq=False)
class OperatingPoints:
    """From which probability on to say yes."""

    of: str | None  # the class that yes means; None: "keep the answer", whichever it is
    curve: Evaluated  # evaluation.PrecisionRecall; `thinned()`, or it is thinned here
    points: Sequence[Evaluated] = ()  # evaluation.Threshold: some for precision, some for recall


@dataclass(frozen=True, eq=False)
class TestSets:
    """What the prediction sets did on the test texts."""

    covered: Any  # evaluation.Interval
    size: Any  # evaluation.Interval
    single: float


@dataclass(frozen=True, eq=False)
class Case:
    """A text that is looked at: what is given for it, what the model said, and why."""

    text: str
    given: str
    said: str
    given_probability: float
    said_probability: float
    row: int | None = None
    place: str = ""  # such as "test.csv:12"; "" for its number
    explanation: Any = None  # of `said`: an `explain.Explanation`, or its as_data(); None: the text is shown unmarked


@dataclass(frozen=True, eq=False)
class Cases:
    """Some of many, the worst first."""

    cases: Sequence[Case]
    count: int  # how many there are in all
    n: int  # of how many texts
    test: bool = False  # of the test texts; else out of fold


@dataclass(frozen=True, eq=False)
class Unknown:
    """Words that the model has no column for: among the training texts as seen by the other folds, and in the test."""

    training: Evaluated | None = None  # evaluation.UnknownWords, or its as_data()
    test: Evaluated | None = None


@dataclass(frozen=True, eq=False)
class Origin:
    """How to make the model again."""

    commands: Sequence[str]  # lines for a terminal, such as "steelyard fit train.csv --seed 0 -o m.steelyard"
    seed: int | None = None
    versions: Mapping[str, str] | None = None  # "steelyard", "python", "numpy", ... -> version
    fingerprint: str = ""  # of the training texts and labels
    test_fingerprint: str = ""
    settings: Mapping[str, Any] | None = None  # what was set by hand: name -> value
    machine: str = ""  # the kind, such as "x86_64": what the same bits depend on. No host


@dataclass(frozen=True, eq=False)
class Contents:
    """All that the page shows, in the order of the page.

    >>> part = Part("reviews.csv", 4, [2, 2])
    >>> Contents("Film reviews", ("neg", "pos"), part).as_data()["training"]["n"]
    4
    """

    title: str  # of the page: the model's or the data's name
    classes: Sequence[str]
    training: Part
    test: Part | None = None
    choice: Choice | None = None
    scores: Evaluated | None = None  # evaluation.Measures, out of fold, calibrated
    nested: Evaluated | None = None  # evaluation.Nested
    test_scores: Evaluated | None = None  # evaluation.Measures of the test texts
    reliability: Reliabilities | None = None
    thresholds: Sequence[OperatingPoints] = ()
    sets: Evaluated | None = None  # evaluation.SetRule
    test_sets: TestSets | None = None
    familiarity: Evaluated | None = None  # evaluation.Familiarity
    terms: Sequence[
        Any
    ] = ()  # `explain.ClassTerms`, or data {name, terms: [{term, weight, df, kind}]}; two of two classes
    mistakes: Cases | None = None  # the worst: wrong, and told with the highest probability
    doubts: Cases | None = None  # evaluation.doubtful's first texts
    curve: Evaluated | None = None  # evaluation.LearningCurve
    unknown: Unknown | None = None
    origin: Origin | None = None

    def as_data(self) -> dict[str, Any]:
        """Lists, dicts, strings and numbers: what JSON can hold. `Contents(**data)` is as good as the contents."""
        return dict(flat(self))


def flat(value: Any) -> Any:
    """Records of whatever room as plain data."""
    if not hasattr(value, "as_data") or isinstance(value, Contents):
        if is_dataclass(value) and not isinstance(value, type):
            return {field.name: flat(getattr(value, field.name)) for field in fields(value)}
        if isinstance(value, Mapping):
            return {str(key): flat(part) for key, part in value.items()}
        if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
            return [flat(part) for part in value]
    return plain(value)


def lengths_of(sizes: Array) -> Lengths:
    """The lengths of texts, counted in bins.

    Parameters
    ----------
    sizes : characters of each text

    >>> lengths_of(np.array([1, 10, 100])).median
    10
    """
    n = np.asarray(sizes, np.int64)
    low, high = max(int(n.min()), 1), max(int(n.max()), 2)
    edges = np.geomspace(low, high, BINS + 1) if high > low else np.array([low, low + 1.0])
    edges[0], edges[-1] = low, max(high, edges[-1])
    counts, _ = np.histogram(np.clip(n, low, high), edges)
    return Lengths(int(n.min()), int(np.median(n)), int(n.max()), tuple(edges.tolist()), tuple(counts.tolist()))
