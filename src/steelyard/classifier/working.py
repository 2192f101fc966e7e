"""What can be made of a fitted classifier: a file, a report, a threshold, a learning curve.

scikit-learn takes a second to import, and the command line has no use for it: so all that a classifier does is here and
in `answering.py`; `TextClassifier` puts scikit-learn's dress on it, and `Plain` none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.classifier.answering import Answering
from steelyard.classifier.honest import found_threshold
from steelyard.classifier.labels import names_of
from steelyard.errors import SettingError
from steelyard.evaluation.operating_points import Threshold
from steelyard.evaluation.records import plain

if TYPE_CHECKING:
    from steelyard.evaluation.curves import LearningCurve
    from steelyard.evaluation.duplicates import NearDuplicates
    from steelyard.explain import TrainingPulls

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


class Working(Answering):
    """What can be made of a classifier."""

    def threshold(self, of: Any = None, **wanted: float) -> Threshold:
        """From which probability on to say yes, so that precision or recall is as wanted (by the out-of-fold scores).

        Parameters
        ----------
        of : the class; None: of whichever answer, so that so many of those that are kept are right
        wanted : `precision` or `recall`, and `sure` for the certainty, as in `evaluation.thresholds`
        """
        found = self._fitted_here("honest_", "A threshold")
        name = None if of is None else names_of([of])[0]
        known = self.known_
        return found_threshold(
            known.labels.codes, found.probabilities, name, known.labels.names, known.weights, **wanted
        )

    def pulls(self) -> TrainingPulls:
        """The training texts with their pulls on the scores, for explanations by them: `explain(text, training=...)`.

        A classifier from a file has them if the file keeps its training texts (`save(path, texts=True)`).
        """
        from steelyard.classifier.pulling import pulls_of

        self._model()
        return pulls_of(self)

    def learning_curve(self) -> LearningCurve:
        """Would more texts help? Some fits on parts of the training texts; `learning_curve_` keeps it."""
        from steelyard.classifier.growth import curve

        self._fitted_here("known_", "A learning curve")
        self.learning_curve_ = curve(self)
        self.card_ = {**self.card_, "learning_curve": plain(self.learning_curve_)}
        return self.learning_curve_

    def near_duplicates(self, least: float = 0.8) -> NearDuplicates:
        """The training texts that are alike, pair by pair; `near_duplicates_` keeps them for the report.

        Where there is a held-out part, its texts that are like a training text are counted too: `near_leaked` in the
        card. Texts are alike if they share so much of their runs of words.
        """
        from steelyard.evaluation.duplicates import near_duplicates

        known = self._fitted_here("known_", "Near-duplicates")
        found = near_duplicates(known.texts, least=least, threads=self.threads)
        self.near_duplicates_ = found
        alike = len(np.union1d(found.rows, found.others))
        self.card_ = {**self.card_, "data": {**self.card_["data"], "near": alike, "near_least": least}}
        if "part_" in self.__dict__:
            across = near_duplicates(self.part_.texts, known.texts, least=least, threads=self.threads)
            self.card_["test"] = {**self.card_["test"], "near_leaked": len(np.unique(across.rows))}
        return found

    def report(
        self,
        path: Any,
        *,
        test: Any = None,
        title: str = "",
        names: tuple[str, str] = ("", ""),
        commands: Sequence[str] = (),
        language: str = "en",
        texts: bool = True,
    ) -> Path:
        """Write the report, one HTML file.

        Parameters
        ----------
        path : the file
        test : a held-out part to measure first, if none has been: whatever `steelyard.read` reads
        title, names : of the page, and of the training and the held-out texts
        commands : lines that make the model again
        language : "en", "fr" or "es"
        texts : whether texts of the corpus may be shown
        """
        from steelyard.classifier.contents import Told, contents_of
        from steelyard.classifier.fitting import measured
        from steelyard.report import write

        self._model()
        if test is not None:
            measured(self, test)
        return Path(write(contents_of(self, Told(title, names, commands)), path, language=language, texts=texts))

    def save(self, path: Any, *, texts: bool = False) -> Path:
        """Write the model to a file, whole or not at all; with its training texts if `texts`."""
        from steelyard.store import Training, save

        training = None
        if texts:
            known = self._fitted_here("known_", "The training texts")
            training = Training(known.texts, known.labels.codes, self.selection_.duals)
        return Path(save(replace(self._model(), card=self.card_), path, training=training))


class Plain(Working):
    """A classifier without scikit-learn's dress: settings, and what `learning.learn` or `saved.fill` gives it."""

    def __init__(self, **settings: Any) -> None:
        if unknown := sorted(set(settings) - set(SETTINGS)):
            raise SettingError(f"There is no setting {unknown[0]!r}.", f"There are: {', '.join(SETTINGS)}.")
        for name, value in {**SETTINGS, **settings}.items():
            setattr(self, name, value)
