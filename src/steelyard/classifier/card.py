"""The card of a model: what is known of it, as plain data that its file keeps.

No text of the data, no time, no host, no name of a file: the same data, settings, seed, versions and kind of machine
give the same card.
"""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.metadata import version
from typing import Any

import numpy as np

import steelyard
from steelyard.classifier.honest import Honest, Points
from steelyard.core.rows import Array
from steelyard.evaluation.records import plain
from steelyard.selection.choosing import Selection
from steelyard.text.normalise import as_texts

PACKAGES = ("numpy", "scipy", "numba", "pyarrow")
MOST_CLASSES = 200  # beyond, the confusion matrix stays out of the card


def fingerprint(texts: Any, labels: Sequence[str], codes: Array, *others: Any) -> str:
    """SHA-256 of texts and labels, in order; of weights and groups as well where there are any."""
    plain_texts = as_texts(texts, lower=False)
    offsets = np.asarray(plain_texts.offsets, np.int64)
    total = sha256(np.int64(len(offsets) - 1).tobytes())
    total.update(np.ascontiguousarray(offsets - offsets[0]).tobytes())
    total.update(np.ascontiguousarray(plain_texts.data[offsets[0] : offsets[-1]]).data)
    total.update("\0".join(labels).encode())
    total.update(np.asarray(codes, np.int32).tobytes())
    for each in others:
        if each is not None:
            column = np.asarray(each)
            total.update(column.astype(np.float64).tobytes() if column.dtype.kind in "fiub" else _joined(column))
    return total.hexdigest()


def _joined(column: Array) -> bytes:
    return b"\0".join(str(value).encode() for value in column.tolist())


def versions() -> dict[str, str]:
    """Of what the bits depend on."""
    found = {"steelyard": steelyard.__version__, "python": ".".join(platform.python_version_tuple()[:2])}
    return found | {package: version(package) for package in PACKAGES}


def machine() -> str:
    """The kind of machine: its processor's family and the system."""
    import llvmlite.binding as llvm

    return f"{platform.system()} {platform.machine()} {llvm.get_host_cpu_name()}".strip()


def selection_data(found: Selection) -> dict[str, Any]:
    """What was tried and what was chosen."""
    trials = [
        {
            "recipe": trial.recipe.as_data(),
            "strengths": trial.strengths,
            "losses": trial.losses,
            "fold_losses": trial.fold_losses,
            "errors": trial.errors,
            "best": trial.best,
            "gap": trial.gap,
            "n": trial.n,
        }
        for trial in found.trials
    ]
    return dict(plain({"trials": trials, "chosen": found.chosen, "strength": found.strength, "why": found.why}))


def honest_data(found: Honest) -> dict[str, Any]:
    """The honest numbers, in the card's words."""
    return {
        "calibration": {"slope": found.fitted.slope, "shift": found.fitted.shift, "intercept_moved": found.move},
        "out_of_fold": measures_data(found.measures),
        "nested": plain(found.nested),
        "reliability": {"before": plain(found.before), "after": plain(found.after)},
        "sets": plain(found.sets),
        "familiarity": plain(found.familiarity),
        "doubtful": found.doubtful.count,
        "operating_points": points_data(found.points),
    }


def measures_data(measures: Any) -> dict[str, Any]:
    """A record of measures; the confusion matrix of very many classes is left out."""
    data = dict(measures.as_data())
    if len(data["classes"]) > MOST_CLASSES:
        data["confusion"] = None
    return data


def points_data(points: Points | None) -> dict[str, Any] | None:
    if points is None:
        return None
    return {"of": points.of, "curve": plain(points.curve), "points": plain(points.points)}


def differing(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """What differs between two sets of versions, in words."""
    return [
        f"{name} {one.get(name, '?')} and {other.get(name, '?')}"
        for name in sorted({*one, *other})
        if one.get(name) != other.get(name)
    ]
