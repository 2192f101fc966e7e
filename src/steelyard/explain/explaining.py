"""`explain`: why the model says what it says of a text, term by term and laid on the text itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.core.rows import Array
from steelyard.errors import SettingError
from steelyard.explain.contributing import NOBODY, Contributions, contributions
from steelyard.explain.data import Explanation, Piece, Term, Word
from steelyard.explain.pieces import words_of
from steelyard.explain.places import Hits, hits
from steelyard.explain.sharing import covered, laid_on_characters, laid_on_pieces
from steelyard.models.linear_text import LinearText
from steelyard.text.documents import each_text

if TYPE_CHECKING:
    from steelyard.explain.memory import TrainingPulls


def explain(
    model: LinearText,
    text: str,
    *,
    target: Any = None,
    against: Any = None,
    flip: bool = False,
    training: TrainingPulls | None = None,
) -> Explanation:
    """Take one score of a text apart.

    Parameters
    ----------
    model : the model
    text : the text
    target : the class whose score is explained. Of two classes the second if none is given, so that the score is the
        model's own; of many, the one that is said
    against : the class whose score is taken off. Of two classes it is always the other one
    flip : look also for the fewest words without which the model says something else (`flips`)
    training : the training texts with their pulls, to show those that weigh most

    >>> from steelyard.explain.examples import weather
    >>> found = explain(weather(), "Sun, and more SUN!")
    >>> [(term.term, term.count, round(term.weight, 3)) for term in found.terms[:1]], round(found.score, 3)
    ([('sun', 2, 1.633)], 1.633)
    >>> [found.text[piece.begin : piece.end] for piece in found.pieces if piece.weight > 0], found.said
    (['Sun', 'SUN'], 'dry')
    """
    if not isinstance(text, str):
        raise SettingError(f"explain takes one text, and {type(text).__name__!r} came.", "For several: explain_each.")
    found = explain_each(model, [text], targets=target, against=against)[0]
    if flip:
        from steelyard.explain.flipping import flips

        found = replace(found, flip=flips(model, text))
    if training is not None:
        found = replace(found, neighbours=training.of(text, target=found.target, against=found.against))
    return found


def explain_each(
    model: LinearText, texts: Any, *, targets: Any = None, against: Any = None, threads: int | None = None
) -> list[Explanation]:
    """Take one score of each text apart. `targets`, `against`: for all, or one for each text.

    >>> from steelyard.explain.examples import weather
    >>> [round(found.score, 3) for found in explain_each(weather(), ["sun", "rain and sun"], targets="wet")]
    [-2.0, 0.0]
    """
    plain = list(each_text(texts))
    if not plain:
        return []
    parts = contributions(model, plain, targets=targets, against=against, threads=threads)
    probabilities, said = model.probabilities(parts.all_scores), model.decide(parts.all_scores)
    return [
        _explanation(model, text, parts, i, probabilities[i], model.classes[said[i]]) for i, text in enumerate(plain)
    ]


def _explanation(
    model: LinearText, text: str, parts: Contributions, i: int, probabilities: Array, said: str
) -> Explanation:
    columns, counts, values = parts.of(i)
    found = hits(text, model.columns)
    each = [_shares(h, columns, counts, values) for h in found]
    characters = laid_on_characters(len(text), found, each)
    pieces = laid_on_pieces(text, characters, covered(len(text), found))
    target, other = model.classes[parts.targets[i]], int(parts.against[i])
    return Explanation(
        text=text,
        classes=tuple(model.classes),
        said=said,
        target=target,
        against=None if other == NOBODY else model.classes[other],
        score=float(parts.scores[i]),
        intercept=float(parts.intercepts[i]),
        length=float(parts.lengths[i]),
        scores=tuple(parts.all_scores[i].tolist()),
        probabilities=tuple(probabilities.tolist()),
        calibration=(float(model.calibration.slope), float(model.calibration.shift)),
        terms=_terms(model, found, columns, counts, values),
        words=_words(model, text, pieces),
        pieces=pieces,
        characters=tuple(characters.tolist()),
    )


def _words(model: LinearText, text: str, pieces: Sequence[Piece]) -> tuple[Word, ...]:
    """The weights of the pieces by word, the strongest first."""
    members = words_of(text, pieces, model.columns.views)
    found = [Word(word, sum(pieces[k].weight for k in own), len(own)) for word, own in members.items()]
    return tuple(sorted(found, key=lambda each: -abs(each.weight)))


def _shares(found: Hits, columns: Array, counts: Array, values: Array) -> Array:
    """What each occurrence of a term is given of its column's contribution; `columns` are in ascending order."""
    at = np.searchsorted(columns, found.column)
    return values[at] / counts[at].astype(np.float64)


def _terms(model: LinearText, found: Sequence[Hits], columns: Array, counts: Array, values: Array) -> tuple[Term, ...]:
    """The columns that occur in the text, the strongest first."""
    where: dict[int, list[tuple[int, int]]] = {}
    named: dict[int, tuple[str, str]] = {}
    for view in found:
        places = zip(*(ends.tolist() for ends in view.places()))
        for column, name, place in zip(view.column.tolist(), view.names(), places):
            if column not in where:
                where[column], named[column] = [], (name, view.view.analyzer)
            where[column].append(place)
    order = np.lexsort((columns, -np.abs(values)))
    df = None if model.df is None else model.df[columns[order]].tolist()
    return tuple(
        Term(*named[j], j, int(n), w, None if df is None else df[k], tuple(where[j]))
        for k, (j, n, w) in enumerate(zip(columns[order].tolist(), counts[order].tolist(), values[order].tolist()))
    )
