"""Doubtful labels: the training texts that the model, fitted without them, most contradicts.

Ranked by the margin: the probability of the given label less the largest of another's. A text is called doubtful if
another class is likelier than the given one and reaches what is usual for it: the mean probability of a class among
the texts that are labelled with it, as in confident learning (Northcutt, Jiang and Chuang, 2021). Where classes are
confused with each other, much is contradicted that is no error: so the count of doubtful texts is about that of wrong
labels where the classes are told apart well, and more than that (twice, where one text in five is) where they are not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.core.rows import Array
from steelyard.evaluation.records import Record, class_numbers, same_length


@dataclass(frozen=True, eq=False)
class Doubtful(Record):
    """Texts, the most contradicted first; their given labels, and what the model would say."""

    rows: Array
    given: Array
    said: Array
    given_probability: Array
    said_probability: Array
    margin: Array  # given - said: from -1, quite contradicted
    count: int  # texts that are called doubtful: those that come first in the list
    n: int
    usual: Array  # (classes,): the mean probability of a class among its own texts


def doubtful(codes: Any, P: Array, *, most: int | None = None) -> Doubtful:
    """The texts whose labels the out-of-fold probabilities contradict, the most contradicted first.

    Parameters
    ----------
    codes : the labels as given
    P : probabilities out of fold (n, classes)
    most : how many to list; None for those that are called doubtful

    >>> P = np.array([[0.9, 0.1], [0.8, 0.2], [0.1, 0.9], [0.05, 0.95]])
    >>> doubtful([0, 0, 1, 0], P).rows.tolist()
    [3]
    """
    k = class_numbers(codes, P.shape[1])
    same_length(len(k), P=P)
    rows = np.arange(len(k))
    own = P[rows, k]
    size = np.bincount(k, minlength=P.shape[1])
    usual = np.divide(np.bincount(k, own, P.shape[1]), size, out=np.ones(P.shape[1]), where=size > 0)
    others = P.copy()
    others[rows, k] = -1.0
    said = others.argmax(axis=1)
    beyond = np.where(usual <= others, others, -1.0).max(axis=1) > own
    margin = own - others[rows, said]
    order = np.lexsort((rows, margin, ~beyond))
    order = order[: int(beyond.sum()) if most is None else most]
    return Doubtful(
        rows=order,
        given=k[order],
        said=said[order],
        given_probability=own[order],
        said_probability=others[rows, said][order],
        margin=margin[order],
        count=int(beyond.sum()),
        n=len(k),
        usual=usual,
    )
