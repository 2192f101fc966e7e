"""A held-out part: what the classifier is worth on texts that it has never seen, looked at once, at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard._threads import one_blas_thread
from steelyard.classifier import card
from steelyard.classifier.data_facts import lengths
from steelyard.classifier.honest import found_threshold
from steelyard.classifier.labels import known_codes
from steelyard.classifier.signs import see, unknown_share
from steelyard.core.rows import Array
from steelyard.corpus import Corpus, overlap
from steelyard.errors import CorpusError
from steelyard.evaluation.bins import Reliability, reliability
from steelyard.evaluation.conformal import sets
from steelyard.evaluation.intervals import Interval, mean, weighted_shares
from steelyard.evaluation.measures import Measures, measure
from steelyard.evaluation.operating_points import Threshold
from steelyard.evaluation.records import Record, plain
from steelyard.evaluation.unknown import UnknownWords

if TYPE_CHECKING:
    from steelyard.classifier.answering import Answering

STRANGE = 5  # labels that an error names


@dataclass(frozen=True, eq=False)
class HeldOut(Record):
    """What the texts of a held-out part tell."""

    n: int
    counts: Array  # (classes,): texts of each
    lengths: dict[str, Any]  # of the texts, in characters
    fingerprint: str
    outside: int  # texts set aside, since the model does not know their classes
    outside_refused: int  # how many of these were said to be none of the classes
    leaked: int | None  # texts that stand among the training texts too; None where these are not at hand
    measures: Measures
    reliability: Reliability
    covered: Interval | None  # by the prediction sets
    size: Interval | None
    single: float | None
    refused: Interval | None  # said to be none of the classes
    unknown: UnknownWords
    probabilities: Array  # (n, classes)
    codes: Array
    rows: Array  # of the part's texts, without those set aside
    leaks: Array  # (pairs, 2): rows of the part, and of the training texts

    def threshold(self, of: str | None, classes: Sequence[str], **wanted: Any) -> Threshold:
        """From which probability on to say yes, as `evaluation.thresholds`; `of` None: to keep the answer."""
        return found_threshold(self.codes, self.probabilities, of, classes, None, **wanted)

    def as_data(self) -> dict[str, Any]:
        """For the card: without what is as long as the texts."""
        kept = (
            "n",
            "counts",
            "lengths",
            "fingerprint",
            "outside",
            "outside_refused",
            "leaked",
            "reliability",
            "covered",
            "size",
            "single",
        )
        data = {name: plain(getattr(self, name)) for name in (*kept, "refused", "unknown")}
        return {**data, "measures": card.measures_data(self.measures)}


def check_labels(corpus: Corpus, names: tuple[str, ...], skip_bad: bool) -> Array:
    """The class numbers of a part's texts; -1, if they may be set aside, for classes that the model does not know."""
    if corpus.codes is None:
        raise CorpusError("The test texts have no labels.", "Name their column: label=...")
    codes = known_codes(corpus.classes, names)[corpus.codes]
    strange = [name for name, code in zip(corpus.classes, known_codes(corpus.classes, names)) if code < 0]
    if strange and not skip_bad:
        shown = ", ".join(strange[:STRANGE]) + (", ..." if len(strange) > STRANGE else "")
        count = int((codes < 0).sum())
        have = f"{count:,} test texts have labels" if count > 1 else "1 test text has a label"
        raise CorpusError(
            f"{have} that the training texts do not have: {shown}.",
            "Mend them, or pass skip_bad=True to set them aside.",
        )
    if (codes < 0).all():
        raise CorpusError("No test text has a label that the model knows.", "Is this the right file?")
    return np.asarray(codes)


def hold_out(
    clf: Answering, part: Corpus, *, skip_bad: bool = False, training: Any = None, priors: Any = None
) -> HeldOut:
    """Measure a classifier on a part; with the training texts, leaks are looked for. Priors as in `predict_proba`."""
    model = clf.model_
    every = check_labels(part, model.classes, skip_bad)
    rows = np.flatnonzero(every >= 0)
    known = part if len(rows) == len(every) else part.take(rows)
    codes, w = every[rows], known.weights
    seen = see(model, known.texts, clf.threads)
    P = clf.reweighed(seen.probabilities, priors)
    unknown = unknown_share(model, known.texts, seen.counts, clf.threads)
    strange = clf.strange(known.texts, seen, unknown.shares)
    outside = part.take(np.flatnonzero(every < 0)).texts
    if training is None and _same_texts(clf, part, every):
        training = part.texts
    leaks = np.empty((0, 2), np.int64) if training is None else _leaks(training, part)
    weights = np.ones(len(rows)) if w is None else w
    with one_blas_thread():
        return HeldOut(
            n=len(rows),
            counts=np.bincount(codes, minlength=len(model.classes)),
            lengths=lengths(part.texts),
            fingerprint=card.fingerprint(part.texts, part.classes, every, part.weights, part.groups),
            outside=len(outside),
            outside_refused=0 if strange is None or not len(outside) else int(clf.unfamiliar(outside).sum()),
            leaked=None if training is None else len(leaks),
            measures=measure(codes, None, P, model.classes, weights=w, groups=known.groups, seed=clf.seed),
            reliability=reliability(codes, P, weights=w, seed=clf.seed),
            **_sets(clf, codes, P, weights),
            refused=None if strange is None else weighted_shares(strange, weights),
            unknown=unknown,
            probabilities=P,
            codes=codes,
            rows=rows,
            leaks=leaks,
        )


def _sets(clf: Answering, codes: Array, P: Array, weights: Array) -> dict[str, Any]:
    """What the prediction sets cover and hold."""
    rule = getattr(clf, "sets_", None)
    if rule is None:
        return {"covered": None, "size": None, "single": None}
    inside = sets(P, rule)
    size = inside.sum(axis=1).astype(float)
    return {
        "covered": weighted_shares(inside[np.arange(len(codes)), codes], weights),
        "size": mean(size, weights),
        "single": float((size == 1) @ weights / weights.sum()),
    }


def _same_texts(clf: Answering, part: Corpus, codes: Array) -> bool:
    """Whether these are the very texts and labels that the classifier learnt from: their fingerprint tells."""
    known = clf.card_.get("data", {})
    if known.get("texts") != len(part):
        return False
    return bool(
        known["fingerprint"] == card.fingerprint(part.texts, clf.model_.classes, codes, part.weights, part.groups)
    )


def _leaks(training: Any, part: Corpus) -> Array:
    found = overlap(Corpus(training), part)
    return np.stack([found.test_rows, found.train_rows], axis=1)
