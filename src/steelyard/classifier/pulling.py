"""The training texts with their pulls: of a classifier that learnt here, or of a file that keeps them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.explain import TrainingPulls
from steelyard.store import load_training

if TYPE_CHECKING:
    from steelyard.classifier.fitted import Fitted


class Learnt(NamedTuple):
    """What a classifier learnt from."""

    texts: Any
    codes: Array


def learnt_from(clf: Fitted) -> Learnt | None:
    """The training texts, where they are at hand: learnt in this process, or kept in the file."""
    if "known_" in clf.__dict__:
        return Learnt(clf.known_.texts, clf.known_.labels.codes)
    kept = load_training(clf.file_) if "file_" in clf.__dict__ else None
    return None if kept is None else Learnt(kept.texts, kept.codes)


def pulls_of(clf: Fitted) -> TrainingPulls:
    proof: dict[str, Any] = {name: clf.__dict__.get(f"{name}_") for name in ("gap", "objective")}
    if "known_" in clf.__dict__:
        known, found = clf.known_, clf.selection_
        return TrainingPulls(
            clf.model_, known.texts, known.labels.codes, found.duals, found.fit_scale, threads=clf.threads, **proof
        )
    kept = load_training(clf.file_) if "file_" in clf.__dict__ else None
    if kept is None:
        raise SettingError(
            "The model does not keep its training texts.", "Fit it again and keep them: --keep-texts, or texts=True."
        )
    return TrainingPulls(clf.model_, kept.texts, kept.codes, kept.alpha, threads=clf.threads, **proof)
