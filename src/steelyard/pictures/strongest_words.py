"""The words that weigh most, class by class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.pictures import style
from steelyard.pictures.picture import Panels
from steelyard.pictures.words import Words

ACROSS = 3  # panels in a row


@dataclass(frozen=True, eq=False)
class StrongestWords(Panels):
    """The words with the greatest weights for each class; with two classes, those that pull to either side.

    >>> from steelyard.pictures import StrongestWords
    >>> picture = StrongestWords.from_weights(["dull", "film", "great"], [-1.0, 0.1, 2.0], ["neg", "pos"], count=2)
    >>> picture.words, [weights.tolist() for weights in picture.weights]
    ((('dull',), ('great', 'film')), [[-1.0], [2.0, 0.1]])
    """

    classes: tuple[str, ...]
    words: tuple[tuple[str, ...], ...]  # of each class, the strongest first
    weights: tuple[Array, ...]

    @classmethod
    def from_weights(cls, names: Sequence[str], weights: Any, classes: Sequence[str], count: int = 12) -> Self:
        """Names of columns, and their weights: (d,) with two classes, for the second; (d, K) or (K, d) with more."""
        W = np.asarray(weights, dtype=np.float64)
        W = W.ravel() if len(classes) == 2 else W if W.shape[0] == len(names) else W.T
        if W.shape != ((len(names),) if len(classes) == 2 else (len(names), len(classes))):
            raise SettingError(f"Weights of shape {W.shape} for {len(names)} words.", "Give a weight for each.")
        columns = [-W, W] if len(classes) == 2 else list(W.T)
        chosen = [np.argsort(-each, kind="stable")[:count] for each in columns]
        chosen = [order[each[order] > 0.0] for order, each in zip(chosen, columns)]
        signed = [W, W] if len(classes) == 2 else columns
        return cls(
            tuple(str(name) for name in classes),
            tuple(tuple(str(names[j]) for j in order) for order in chosen),
            tuple(each[order] for order, each in zip(chosen, signed)),
        )

    @classmethod
    def from_model(cls, model: Any, names: Sequence[str] | None = None, count: int = 12) -> Self:
        """A `LinearText`, or a fitted linear classifier (`coef_`, `classes_`) with the names of its columns."""
        if hasattr(model, "columns") and hasattr(model, "v"):
            return cls.from_weights(model.columns.names(), model.v, model.classes, count)
        known = getattr(model, "feature_names_in_", None) if names is None else names
        if known is None:
            raise SettingError("The words have no names.", "Give them: names=vectorizer.get_feature_names_out().")
        coef = model.coef_.toarray() if hasattr(model.coef_, "toarray") else model.coef_
        return cls.from_weights(list(known), coef, [str(name) for name in model.classes_], count)

    @classmethod
    def from_texts(cls, texts: Any, labels: Any, count: int = 12, C: float = 1.0) -> Self:
        """Texts of one's own: tf-idf and logistic regression."""
        from steelyard.features import TfidfVectorizer
        from steelyard.models import LogisticRegression

        vectorizer = TfidfVectorizer(sublinear_tf=True)
        model = LogisticRegression(C=C).fit(vectorizer.fit_transform(texts), np.asarray(labels))
        return cls.from_model(model, vectorizer.get_feature_names_out(), count)

    def _size(self) -> tuple[float, float]:
        most = max((len(words) for words in self.words), default=1)
        if len(self.classes) == 2:
            return 6.4, 1.5 + 0.23 * most
        across = min(len(self.classes), ACROSS)
        return 1.0 + 2.7 * across, 0.6 + (0.7 + 0.21 * most) * -(-len(self.classes) // across)

    def _fill(self, figure: Any, say: Words) -> None:
        if len(self.classes) == 2:
            self._two_sides(figure.subplots(), say)
            return
        across = min(len(self.classes), ACROSS)
        panels = figure.subplots(-(-len(self.classes) // across), across, squeeze=False, sharex=True)
        for k, ax in enumerate(panels.flat):
            if k >= len(self.classes):
                ax.set_axis_off()
                continue
            places = np.arange(len(self.words[k]))
            ax.barh(places, self.weights[k], **_bar(k))
            ax.set_yticks(places, self.words[k])
            ax.invert_yaxis()
            ax.set_title(self.classes[k], loc="left")
            ax.tick_params(labelbottom=k + across >= len(self.classes))
        figure.suptitle(say("strongest.title"), fontsize=style.TITLE, x=0.01, ha="left")

    def _two_sides(self, ax: Any, say: Words) -> None:
        """One bar to either side in each line."""
        reach = 1.6 * max((float(np.abs(weights).max(initial=0.0)) for weights in self.weights), default=0.0) or 1.0
        for k, (words, weights) in enumerate(zip(self.words, self.weights)):
            ax.barh(range(len(words)), weights, label=self.classes[k], **_bar(k))
            away = 0.012 * reach * (1.0 if k else -1.0)
            for place, (word, weight) in enumerate(zip(words, weights)):
                side = "left" if k else "right"
                ax.text(weight + away, place, word, ha=side, va="center", fontsize=style.SMALL)
        ax.axvline(0.0, color=style.INK, linewidth=0.9)
        ax.set_xlim(-reach, reach)
        ax.set_yticks([])
        ax.spines["left"].set_visible(False)
        ax.invert_yaxis()
        ax.set_xlabel(say("strongest.weight"))
        ax.set_title(say("strongest.title"), loc="left")
        style.legend(ax, below=True)

    def _alt(self, say: Words) -> str:
        told = []
        for name, words, weights in zip(self.classes, self.words, self.weights):
            listed = [f"{word} ({say.number(float(w))})" for word, w in zip(words[:3], weights)]
            told.append(say("alt.words", name=name, words=say.several(listed) or "–"))
        return say("alt.strongest", told=say("between").join(told))


def _bar(k: int) -> dict[str, Any]:
    return {"color": style.tint(k, 0.75), "edgecolor": style.INK, "linewidth": 0.4, "height": 0.72}
