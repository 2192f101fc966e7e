"""What a fitted classifier answers; learnt here or loaded from a file, with scikit-learn's base classes or without.

scikit-learn takes a second to import, and the command line has no use for it: so the answers are here, `TextClassifier`
puts scikit-learn's dress on them, and `Plain` none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard._threads import one_blas_thread
from steelyard.classifier.labels import known_codes
from steelyard.classifier.signs import Seen, row_lengths, see, unknown_share
from steelyard.classifier.texts import to_answer
from steelyard.core.rows import Array
from steelyard.errors import CorpusError, SettingError
from steelyard.evaluation.conformal import sets
from steelyard.evaluation.measures import Measures, measure
from steelyard.evaluation.operating_points import Threshold, thresholds
from steelyard.evaluation.prior_shift import estimate_priors, with_priors
from steelyard.models.linear_text import LinearText

if TYPE_CHECKING:
    from steelyard.classifier.held_out import HeldOut
    from steelyard.classifier.honest import Honest
    from steelyard.classifier.learning import Given
    from steelyard.evaluation.bins import Reliability
    from steelyard.evaluation.conformal import SetRule
    from steelyard.evaluation.doubts import Doubtful
    from steelyard.evaluation.nesting import Nested
    from steelyard.evaluation.unfamiliar import Familiarity
    from steelyard.selection.choosing import Selection

Priors = Mapping[Any, float] | Sequence[float] | str | None

SETTINGS: dict[str, Any] = {
    "recipe": "auto",
    "folds": 5,
    "strengths": None,
    "seed": 0,
    "tol": 1e-6,
    "calibrate": True,
    "coverage": 0.95,
    "false_alarms": 0.05,
    "threads": None,
    "progress": None,
}


class Answering:
    """What can be asked of a classifier once it has a model."""

    recipe: Any
    folds: int
    strengths: Any
    seed: int
    tol: float
    calibrate: bool
    coverage: float
    false_alarms: float
    threads: int | None
    progress: Callable[[Any], Any] | None

    classes_: Array
    model_: LinearText
    card_: dict[str, Any]
    sets_: SetRule
    familiarity_: Familiarity
    gap_: Array
    objective_: Array
    # of a classifier that learnt in this process, and was not loaded
    known_: Given
    selection_: Selection
    honest_: Honest
    measures_: Measures
    nested_: Nested | None
    reliability_: tuple[Reliability, Reliability]
    doubtful_: Doubtful
    # of one that was measured on a test part
    test_: HeldOut

    def decision_function(self, X: Any) -> Array:
        """The scores: (n,) with two classes, above 0 the second; else one a class."""
        z = self._model().scores(to_answer(X), self.threads)
        return z[:, 0] if len(self.classes_) == 2 else z

    def predict(self, X: Any, *, priors: Priors = None) -> Array:
        """The class of each text."""
        if priors is not None:
            return np.asarray(self.classes_[self.predict_proba(X, priors=priors).argmax(axis=1)])
        model = self._model()
        return np.asarray(self.classes_[model.decide(model.scores(to_answer(X), self.threads))])

    def predict_proba(self, X: Any, *, priors: Priors = None) -> Array:
        """Calibrated probabilities, (n, classes).

        Parameters
        ----------
        X : texts
        priors : the classes' shares where the texts come from, if they differ from the training texts': by class, in
            the order of `classes_`, or "estimate" to have them estimated from these very texts
        """
        return self.reweighed(self._see(X).probabilities, priors)

    def predict_sets(self, X: Any, *, priors: Priors = None) -> list[tuple[Any, ...]]:
        """The classes that each text may well have, likeliest first: the true one is among them as often as stated."""
        P = self.predict_proba(X, priors=priors)
        inside = sets(P, self._rule("sets_"))
        names = self.classes_.tolist()
        return [tuple(names[k] for k in np.argsort(-p, kind="stable") if s[k]) for p, s in zip(P, inside)]

    def unfamiliar(self, X: Any) -> Array:
        """Whether each text is unlike the training texts: perhaps none of the classes."""
        texts = to_answer(X)
        self._rule("familiarity_")
        return np.asarray(self.strange(texts, see(self._model(), texts, self.threads)))

    def strange(self, texts: Any, seen: Seen) -> Array | None:
        """The same of texts that were seen already; None where the model has no rule."""
        rule = self.__dict__.get("familiarity_")
        if rule is None:
            return None
        found = {}
        if "unknown" in rule.signs:
            found["unknown"] = unknown_share(self._model(), texts, seen.counts, self.threads).shares
        if "length" in rule.signs:
            found["length"] = row_lengths(self._model(), seen.counts)
        return np.asarray(rule.refuses(seen.scores, **found))

    def evaluate(self, X: Any, y: Any, *, weights: Any = None, groups: Any = None, priors: Priors = None) -> Measures:
        """What the classifier is worth on texts that it was not fitted on, each figure with its interval."""
        codes = self._codes(y)
        seen = self._see(X)
        if len(codes) != len(seen.scores):
            raise SettingError(f"{len(seen.scores):,} texts and {len(codes):,} labels.", "Give a label for each text.")
        P = self.reweighed(seen.probabilities, priors)
        names = self._model().classes
        with one_blas_thread():
            return measure(codes, None, P, names, weights=weights, groups=groups, seed=self.seed)

    def threshold(self, of: Any = None, **wanted: float) -> Threshold:
        """From which probability on to say yes, so that precision or recall is as wanted (by the out-of-fold scores).

        Parameters
        ----------
        of : the class; None: of whichever answer, so that so many of those that are kept are right
        wanted : `precision` or `recall`, and `sure` for the certainty, as in `evaluation.thresholds`
        """
        found = self._fitted_here("honest_", "A threshold")
        codes, P = self.known_.labels.codes, found.probabilities
        if of is None:
            inside, p = P.argmax(axis=1) == codes, P.max(axis=1)
        else:
            k = int(known_codes([of], self._model().classes)[0])
            if k < 0:
                raise SettingError(f"There is no class {of!r}.", f"There are: {', '.join(self._model().classes)}.")
            inside, p = codes == k, P[:, k]
        return thresholds(inside, p, weights=self.known_.weights, **wanted)

    def save(self, path: Any, *, texts: bool = False) -> Path:
        """Write the model to a file, whole or not at all; with its training texts if `texts`."""
        from steelyard.store import Training, save

        training = None
        if texts:
            known = self._fitted_here("known_", "The training texts")
            training = Training(known.texts, known.labels.codes, self.selection_.duals)
        return Path(save(replace(self._model(), card=self.card_), path, training=training))

    def _model(self) -> LinearText:
        model: LinearText | None = self.__dict__.get("model_")
        if model is None:
            from sklearn.exceptions import NotFittedError

            raise NotFittedError(f"This {type(self).__name__} has not learnt anything yet: call fit first.")
        return model

    def _see(self, X: Any) -> Seen:
        return see(self._model(), to_answer(X), self.threads)

    def reweighed(self, P: Array, priors: Priors) -> Array:
        """Probabilities (n, classes) for other class shares than the training texts'."""
        if priors is None:
            return P
        trained = self.card_.get("data", {}).get("shares")
        if trained is None:
            raise SettingError("The model does not know its classes' shares.", "Leave priors out.")
        if isinstance(priors, str):
            if priors != "estimate":
                raise SettingError(f"priors is {priors!r}.", "Give a share for each class, or 'estimate'.")
            wanted: Any = estimate_priors(P, trained, seed=self.seed).values
        else:
            wanted = self._shares(priors)
        return with_priors(P, trained, wanted)

    def _shares(self, priors: Mapping[Any, float] | Sequence[float]) -> Any:
        if not isinstance(priors, Mapping):
            return priors
        names = self._model().classes
        codes = known_codes(list(priors), names)
        if (codes < 0).any() or len(set(codes.tolist())) < len(names):
            raise SettingError(f"priors names {list(priors)}.", f"Give a share for each class: {', '.join(names)}.")
        return [list(priors.values())[codes.tolist().index(k)] for k in range(len(names))]

    def _codes(self, y: Any) -> Array:
        """The class numbers of labels, all of which the model knows."""
        codes = known_codes(y, self._model().classes)
        if (codes < 0).any():
            rows = np.flatnonzero(codes < 0)
            strange = sorted({str(list(y)[row]) for row in rows[:1000].tolist()})[:5]
            raise CorpusError(
                f"{len(rows):,} texts have labels that the model does not know: {', '.join(strange)}.",
                "Leave them out, or fit with such texts.",
            )
        return codes

    def _rule(self, name: str) -> Any:
        rule = self.__dict__.get(name)
        if rule is None:
            self._model()
            raise SettingError("The model has no such rule: its file has no card.", "Fit it with TextClassifier.")
        return rule

    def _fitted_here(self, name: str, what: str) -> Any:
        """What only a classifier has that learnt in this process."""
        self._model()
        if name not in self.__dict__:
            raise SettingError(f"{what} needs what a model file does not hold.", "Fit the classifier again, then ask.")
        return self.__dict__[name]


class Plain(Answering):
    """A classifier without scikit-learn's dress: settings, and what `learning.learn` or `saved.fill` gives it."""

    def __init__(self, **settings: Any) -> None:
        if unknown := sorted(set(settings) - set(SETTINGS)):
            raise SettingError(f"There is no setting {unknown[0]!r}.", f"There are: {', '.join(SETTINGS)}.")
        for name, value in {**SETTINGS, **settings}.items():
            setattr(self, name, value)
