"""The training texts with their pulls: of a classifier that learnt here, or of a file that keeps them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.core.rows import CSR, Array
from steelyard.errors import SettingError
from steelyard.explain import TrainingPulls
from steelyard.explain.contributing import tf_of
from steelyard.lanes import fold_scales
from steelyard.models.linear_text import LinearText
from steelyard.store import load_training

if TYPE_CHECKING:
    from steelyard.classifier.fitted import Fitted


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
    scale = fitted_scale(clf.model_, kept.texts, np.asarray(kept.codes, np.int64), clf.threads)
    return TrainingPulls(clf.model_, kept.texts, kept.codes, kept.alpha, scale, threads=clf.threads, **proof)


def fitted_scale(model: LinearText, texts: Any, codes: Array, threads: int | None) -> Array | None:
    """What the columns were scaled by in the fit, again from the training texts: (d,) or (d, K).

    A model file has the scales that make up a text's length; log-count ratios are in its weights alone.
    """
    if not model.recipe.get("ratios"):
        return None
    counts = model.counts(texts, threads)
    X: CSR = counts._replace(data=tf_of(counts.data, model.tf).astype(np.float32))
    classes = range(len(model.classes)) if len(model.b) > 1 else [1]
    everything = np.zeros(len(codes), np.int64)
    return np.stack(
        [
            fold_scales(
                X, everything, idf=model.recipe["idf"], norm=False, ratios_of=np.where(codes == k, 1.0, -1.0)
            ).columns[:, -1]
            for k in classes
        ],
        axis=1,
    )
