"""What a fitted classifier answers: classes, probabilities, sets of classes, "none of these", and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard._threads import one_blas_thread
from steelyard.classifier.answers import of_one_whole
from steelyard.classifier.fitted import Fitted
from steelyard.classifier.labels import known_codes, names_of
from steelyard.classifier.signs import Seen, row_lengths, see, unknown_share
from steelyard.classifier.texts import to_answer
from steelyard.core.rows import Array
from steelyard.errors import CorpusError, SettingError
from steelyard.evaluation.conformal import sets
from steelyard.evaluation.measures import Measures, measure
from steelyard.evaluation.prior_shift import estimate_priors, with_priors
from steelyard.text.documents import each_text

if TYPE_CHECKING:
    from steelyard.explain import Explanation

Priors = Mapping[Any, float] | Sequence[float] | str | None


class Answering(Fitted):
    """What can be asked of a classifier once it has a model."""

    def decision_function(self, X: Any) -> Array:
        """The scores: (n,) with two classes, above 0 the second; else one a class."""
        z: Array = self._model().scores(to_answer(X), self.threads)
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

    def strange(self, texts: Any, seen: Seen, unknown: Array | None = None) -> Array | None:
        """The same of texts that were seen already, their shares of unknown words perhaps; None: there is no rule."""
        rule = self.__dict__.get("familiarity_")
        if rule is None:
            return None
        found = {}
        if "unknown" in rule.signs:
            own = unknown_share(self._model(), texts, seen.counts, self.threads).shares if unknown is None else unknown
            found["unknown"] = own
        if "length" in rule.signs:
            found["length"] = row_lengths(self._model(), seen.counts)
        return np.asarray(rule.refuses(seen.scores, **found))

    def explain(self, X: Any, **how: Any) -> Any:
        """Why: what each word of a text put on the scale. An explanation of one text, a list for several.

        Parameters
        ----------
        X : a text, or several
        how : `target`, `against`, `flip` and `training`, as in `steelyard.explain`
        """
        if isinstance(X, str):
            return self.explanations([X], **how)[0]
        return self.explanations(X, **how)

    def explanations(
        self, X: Any, *, target: Any = None, against: Any = None, flip: bool = False, training: Any = None
    ) -> list[Explanation]:
        """An explanation of each text. `training` is what `pulls` gives."""
        from steelyard.explain import explain, explain_each

        target, against = (None if each is None else names_of([each])[0] for each in (target, against))
        model, texts = self._model(), to_answer(X)
        if not flip and training is None:
            found: list[Explanation] = explain_each(model, texts, targets=target, against=against, threads=self.threads)
            return found
        return [
            explain(model, text, target=target, against=against, flip=flip, training=training)
            for text in each_text(texts)
        ]

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
            wanted = of_one_whole(self._shares(priors))
        return with_priors(P, trained, wanted)

    def _shares(self, priors: Mapping[Any, float] | Sequence[float]) -> list[float]:
        if not isinstance(priors, Mapping):
            return [float(share) for share in priors]
        names = self._model().classes
        codes = known_codes(list(priors), names)
        if (codes < 0).any() or len(set(codes.tolist())) < len(names):
            raise SettingError(f"priors names {list(priors)}.", f"Give a share for each class: {', '.join(names)}.")
        return [float(list(priors.values())[codes.tolist().index(k)]) for k in range(len(names))]

    def _codes(self, y: Any) -> Array:
        """The class numbers of labels, all of which the model knows."""
        codes = known_codes(y, self._model().classes)
        if (codes < 0).any():
            rows = np.flatnonzero(codes < 0)
            strange = sorted({str(list(y)[row]) for row in rows[:1000].tolist()})[:5]
            have = f"{len(rows):,} texts have labels" if len(rows) > 1 else "1 text has a label"
            raise CorpusError(
                f"{have} that the model does not know: {', '.join(strange)}.",
                "Leave them out, or fit with such texts.",
            )
        return codes
