"""What a fitted classifier has: a model, its card, its rules; and what it learnt from, if it learnt in this process."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.models.linear_text import LinearText

if TYPE_CHECKING:
    from steelyard.classifier.held_out import HeldOut
    from steelyard.classifier.honest import Honest
    from steelyard.classifier.learning import Given
    from steelyard.corpus import Corpus
    from steelyard.evaluation.bins import Reliability
    from steelyard.evaluation.conformal import SetRule
    from steelyard.evaluation.curves import LearningCurve
    from steelyard.evaluation.doubts import Doubtful
    from steelyard.evaluation.duplicates import NearDuplicates
    from steelyard.evaluation.measures import Measures
    from steelyard.evaluation.nesting import Nested
    from steelyard.evaluation.unfamiliar import Familiarity
    from steelyard.selection.choosing import Selection


class Fitted:
    """The attributes, whoever gave them."""

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
    file_: str  # where it was loaded from
    # of a classifier that learnt in this process, and was not loaded
    known_: Given
    selection_: Selection
    honest_: Honest
    measures_: Measures
    nested_: Nested | None
    reliability_: tuple[Reliability, Reliability]
    doubtful_: Doubtful
    learning_curve_: LearningCurve
    near_duplicates_: NearDuplicates
    # of one that was measured on a held-out part
    part_: Corpus
    test_: HeldOut

    def _model(self) -> LinearText:
        model: LinearText | None = self.__dict__.get("model_")
        if model is None:
            from sklearn.exceptions import NotFittedError

            raise NotFittedError(f"This {type(self).__name__} has not learnt anything yet: call fit first.")
        return model

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
