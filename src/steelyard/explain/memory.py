"""A score as a sum over the training texts: which of them weigh most, and how exact that sum is.

A linear model with an L2 penalty is made of its training texts. With a[j,k] the scale under which column j was fitted
for score k (`fit_scale`: idf, log-count ratios, 0 where the column was left out) and s[i,k] the pull of text i, its
dual variable, the fit's own rows and weights are

    u[i,j] = tf(x[i,j]) a[j,k] / |x[i]|,    w[j,k] = sum_i s[i,k] u[i,j],    v[j,k] = a[j,k] w[j,k]

where |x| is the model's length (`models/linear_text.py`, whose `scale` need not be a). Hence for any text x

    z[k](x) = b[k] + sum_i s[i,k] K[k](x[i], x) + r[k](x)
    K[k](x', x) = sum_j a[j,k]^2 tf(x'[j]) tf(x[j]) / (|x'| |x|)

an identity, with the remainder r of whatever the pulls do not explain of v: weights in float32, duals that are not
quite those of the weights. r is computed, not estimated; that it is at most |v/a - w| |u(x)| is Cauchy and Schwarz.
Where the remainder of the weights is more than a hundredth of them, and more than the gap accounts for, the pulls are
of another model: that is an error.

How far from the optimum. The objective P(w, b) = 1/2 |w|^2 + losses is strongly convex in w, and so is what is left of
it when the best b is taken for each w; so with the absolute gap G >= P(w, b) - min P,

    |w - w*| <= sqrt(2 G),   and so   |(z - b) - (z* - b*)| <= sqrt(2 G) |u(x)|

for the fit's weights w and the optimum's w*, which are unique. `error_bound` says that, with the rounding of v to
float32 added: it bounds the sum over the terms (or the training texts). It says nothing of the intercept, in which the
objective is not strongly convex. Each against the rest, G is a class's own; with softmax all classes share one, and a
difference of two classes is off by at most sqrt(2) times sqrt(2 G) |u(x)|.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from steelyard.core.rows import CSR, Array
from steelyard.errors import SettingError
from steelyard.explain.contributing import NOBODY, contributions, lengths_of, tf_of
from steelyard.explain.data import Neighbour, Neighbours
from steelyard.models.linear_text import LinearText
from steelyard.text.documents import each_text

ALLOWED = 1e-2  # of |w|: a larger remainder means that the pulls are not this model's
FLOAT32 = 2.0**-24  # relative rounding of v


class TrainingPulls:
    """The training texts of a model, each with its pull on every score.

    Parameters
    ----------
    model : the model that was fitted on them
    training : the training texts, or their counts in the model's columns (then no text is shown)
    codes : the class number of each
    duals : (n, K), the pulls of the fit: w = sum_i duals[i] u[i]; `Selection.duals`
    fit_scale : (d,) or (d, K), the scale of each column in the fit: idf, times log-count ratios; `Selection.fit_scale`.
        None: the model's own `scale`, right for recipes without ratios
    gap, objective : of the fit, one or one a class; with both, errors are bounded

    >>> from steelyard.selection import select
    >>> texts, codes = ["a good film", "a bad film", "good and funny", "bad and dull"] * 3, [1, 0, 1, 0] * 3
    >>> fit = select(texts, codes, ("neg", "pos"), recipe="words", folds=3, strengths=[1.0])
    >>> pulls = TrainingPulls(fit.model, texts, codes, fit.duals, fit.fit_scale, gap=fit.gap, objective=fit.objective)
    >>> found = pulls.of("good and bad, but good")
    >>> found.nearest[0].text, bool(abs(found.remainder) < 1e-6)
    ('good and funny', True)
    """

    def __init__(
        self,
        model: LinearText,
        training: Any,
        codes: Any,
        duals: Any,
        fit_scale: Any = None,
        *,
        gap: Any = None,
        objective: Any = None,
        threads: int | None = None,
    ) -> None:
        if duals is None:
            raise SettingError(
                "The pulls of the training texts are not known: this model kept no dual variables.",
                "Fit it again and keep them; a penalty other than L2 has none.",
            )
        self.model = model
        counts = training if isinstance(training, CSR) else model.counts(training, threads)
        self.texts = None if isinstance(training, CSR) else training
        self.codes = np.asarray(codes, np.int64)
        n, d = len(counts.indptr) - 1, counts.n_columns
        if np.size(duals) != n * len(model.b) or self.codes.shape != (n,):
            raise SettingError(
                f"{np.shape(duals)} duals and {self.codes.shape} codes were given for {n} texts.",
                f"Give one code and {len(model.b)} duals for each text.",
            )
        self.s = np.asarray(duals, np.float64).reshape(n, len(model.b))
        a = model.scale if fit_scale is None else np.asarray(fit_scale)
        self.a = np.broadcast_to(a.reshape(d, -1), (d, len(model.b))).astype(np.float64)
        self.X = _unit_rows(model, counts)
        self.radius = _radius(gap, objective, len(model.b))
        self.shared_gap = gap is not None and np.size(gap) == 1
        self._explain_weights()

    def _explain_weights(self) -> None:
        """What of v the pulls explain, and the remainder, in the fit's own scale."""
        w = self.a * (self.X.T @ self.s)
        v = self.model.v.astype(np.float64)
        known = self.a != 0.0
        own = np.divide(v, self.a, out=np.zeros_like(v), where=known)
        self.rest = v - self.a * w
        self.off = np.sqrt(np.square(own - w).sum(axis=0))
        size = np.sqrt(np.square(own).sum(axis=0))
        allowed = ALLOWED * size if self.radius is None else np.maximum(ALLOWED * size, 2.0 * self.radius)
        strange = (~known & (v != 0.0)).any(axis=0)  # a weight in a column that the fit left out
        if (strange | (self.off > allowed)).any():
            worst = np.where(strange, 1.0, self.off / np.maximum(size, np.finfo(float).tiny)).max()
            raise SettingError(
                f"The duals leave {worst:.1%} of the weights unexplained: they are not those of this model, or it was "
                "fitted under other scales.",
                "Give duals, fit_scale and training texts of the very fit that the model comes from.",
            )

    def of(self, text: str, *, target: Any = None, against: Any = None, most: int = 10) -> Neighbours:
        """The training texts that weigh most in one score of a text; `target`, `against` as in `explain`."""
        found = contributions(self.model, [text], targets=target, against=against)
        one, other = int(found.targets[0]), int(found.against[0])
        columns, counts, values = found.of(0)
        x = tf_of(counts, self.model.tf) / found.lengths[0]
        sides = self._sides(one, other)
        like = [self._likeness(columns, x, k) for k, _ in sides]
        pulls = [sign * self.s[:, k] for k, sign in sides]
        weight = np.sum([pull * K for pull, K in zip(pulls, like)], axis=0)
        order = np.argsort(-np.abs(weight), kind="stable")[:most]
        classes = self.model.classes
        pull = np.sum(pulls, axis=0)
        shown = self._shown(order)
        return Neighbours(
            text=text,
            target=classes[one],
            against=None if other == NOBODY else classes[other],
            score=float(found.scores[0]),
            intercept=float(found.intercepts[0]),
            nearest=tuple(
                Neighbour(
                    int(i),
                    classes[self.codes[i]],
                    shown.get(int(i)),
                    float(weight[i]),
                    float(pull[i]),
                    float(like[0][i]),
                )
                for i in order
                if weight[i] != 0.0
            ),
            classes=tuple(classes),
            by_class=tuple(np.bincount(self.codes, weight, len(classes)).tolist()),
            used=int(np.count_nonzero(weight)),
            remainder=float(sum(sign * (x @ self.rest[columns, k]) for k, sign in sides)),
            remainder_bound=sum(float(self.off[k]) * self._size(x, columns, k) for k, _ in sides),
            error_bound=self._error(x, columns, sides, float(np.abs(values).sum())),
        )

    def _sides(self, one: int, other: int) -> list[tuple[int, float]]:
        """The scores that the explained one is made of, each with its sign."""
        if len(self.model.b) == 1:
            return [(0, 1.0 if one == 1 else -1.0)]
        return [(one, 1.0)] if other == NOBODY else [(one, 1.0), (other, -1.0)]

    def _likeness(self, columns: Array, x: Array, k: int) -> Array:
        """K(x_i, x) for every training text."""
        q = np.zeros(self.X.shape[1])
        q[columns] = np.square(self.a[columns, k]) * x
        return np.asarray(self.X @ q)

    def _size(self, x: Array, columns: Array, k: int) -> float:
        """|u(x)|"""
        return float(np.sqrt(np.square(self.a[columns, k] * x).sum()))

    def _error(self, x: Array, columns: Array, sides: list[tuple[int, float]], total: float) -> float | None:
        if self.radius is None:
            return None
        parts = [float(self.radius[k]) * self._size(x, columns, k) for k, _ in sides]
        together = np.sqrt(2.0) * max(parts) if self.shared_gap and len(parts) == 2 else sum(parts)
        return float(together + 2.0 * FLOAT32 * total)

    def _shown(self, rows: Array) -> dict[int, str]:
        """The texts of some rows."""
        if self.texts is None:
            return {}
        if hasattr(self.texts, "take"):
            some = self.texts.take(rows)
            return dict(zip(rows.tolist(), some.to_pylist() if hasattr(some, "to_pylist") else map(str, some)))
        every = self.texts if isinstance(self.texts, list | tuple) else list(each_text(self.texts))
        return {int(i): every[i] for i in rows}


def neighbours(
    model: LinearText,
    text: str,
    training: Any,
    codes: Any,
    duals: Any,
    fit_scale: Any = None,
    *,
    gap: Any = None,
    objective: Any = None,
    target: Any = None,
    against: Any = None,
    most: int = 10,
) -> Neighbours:
    """The training texts that weigh most in one score of one text: `TrainingPulls(...).of(text, ...)`.

    Parameters
    ----------
    model, training, codes, duals, fit_scale, gap, objective : as `TrainingPulls` takes them
    text : the text
    target, against : which score, as in `explain`
    most : so many training texts are named

    >>> from steelyard.explain.examples import weather
    >>> found = neighbours(weather(), "sun", ["rain", "sun"], [0, 1], [-2.0, 2.0])
    >>> [(near.text, near.weight) for near in found.nearest], found.score
    ([('sun', 2.0)], 2.0)
    """
    pulls = TrainingPulls(model, training, codes, duals, fit_scale, gap=gap, objective=objective)
    return pulls.of(text, target=target, against=against, most=most)


def _unit_rows(model: LinearText, counts: CSR) -> Any:
    """tf(x[i,j]) / |x[i]|, sparse."""
    row = np.repeat(np.arange(len(counts.indptr) - 1), np.diff(counts.indptr))
    value = tf_of(counts.data, model.tf)
    data = value / lengths_of(model, counts, value, row)[row]
    return sparse.csr_array((data, counts.indices, counts.indptr), (len(counts.indptr) - 1, counts.n_columns))


def _radius(gap: Any, objective: Any, K: int) -> Array | None:
    """sqrt(2 G) for each score."""
    if gap is None or objective is None:
        return None
    G = np.maximum(np.asarray(gap, np.float64) * np.asarray(objective, np.float64), 0.0).reshape(-1)
    return np.broadcast_to(np.sqrt(2.0 * G), (K,))
