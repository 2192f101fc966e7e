"""`TextClassifier`: the whole job as one scikit-learn classifier over raw texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sklearn.base import BaseEstimator, ClassifierMixin

from steelyard.classifier.labels import learn_labels
from steelyard.classifier.learning import given, learn
from steelyard.classifier.progress import Progress
from steelyard.classifier.texts import as_arrow
from steelyard.classifier.working import Working


class TextClassifier(ClassifierMixin, Working, BaseEstimator):
    """Texts in, classes out: recipe and strength chosen out of fold, certified, calibrated, measured.

    Parameters
    ----------
    recipe : "auto" for the best of several, the name of one, or a `selection.Recipe`
    folds : how many parts the out-of-fold scores are made by
    strengths : the strengths to try (scikit-learn's C); None for the recipe's own
    seed : of the folds, the order of rows and the bootstrap
    tol : the gap to which the final fit is proven
    calibrate : make scores into probabilities by the out-of-fold scores
    coverage : how often the true class is to be in a prediction set
    false_alarms : the share of known texts that may be taken for "none of these"
    threads : how many; None for every core
    progress : is called with a `Progress(step, done)` as the work goes on

    Attributes
    ----------
    classes_ : the labels, in order
    model_ : the fitted `LinearText`
    selection_ : what was tried, and why this was chosen
    measures_, nested_ : the out-of-fold scores with their intervals; what choosing on the same folds flatters
    reliability_ : the reliability curves before and after calibration
    sets_, familiarity_, doubtful_ : prediction sets, "none of these", the texts whose labels are in doubt
    gap_, objective_ : the certificate
    card_ : all of it as plain data, as the model's file keeps it

    >>> clf = TextClassifier("words").fit(["good film", "bad film", "a good one", "a bad one"] * 5, [1, 0, 1, 0] * 5)
    >>> clf.predict(["good"]).tolist(), round(clf.measures_.accuracy.value, 2)
    ([1], 1.0)
    """

    def __init__(
        self,
        recipe: Any = "auto",
        *,
        folds: int = 5,
        strengths: Any = None,
        seed: int = 0,
        tol: float = 1e-6,
        calibrate: bool = True,
        coverage: float = 0.95,
        false_alarms: float = 0.05,
        threads: int | None = None,
        progress: Callable[[Progress], Any] | None = None,
    ) -> None:
        self.recipe = recipe
        self.folds = folds
        self.strengths = strengths
        self.seed = seed
        self.tol = tol
        self.calibrate = calibrate
        self.coverage = coverage
        self.false_alarms = false_alarms
        self.threads = threads
        self.progress = progress

    def fit(self, X: Any, y: Any, sample_weight: Any = None, groups: Any = None) -> TextClassifier:
        """Learn from texts and their labels.

        Parameters
        ----------
        X : texts: a list, an array, a Series, an Arrow array
        y : the label of each
        sample_weight : how much each counts
        groups : texts of one group (an author, a thread) stay in one fold
        """
        learn(self, given(as_arrow(X), learn_labels(y), sample_weight, groups))
        return self

    def __getstate__(self) -> dict[str, Any]:
        """Pickled without the training texts, as other classifiers are."""
        return {name: value for name, value in super().__getstate__().items() if name != "known_"}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string, tags.input_tags.two_d_array, tags.input_tags.one_d_array = True, False, True
        return tags
