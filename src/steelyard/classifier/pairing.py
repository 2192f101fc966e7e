"""Two classifiers on the same held-out part: which is better, and which texts does each alone get right?"""

from __future__ import annotations

from typing import Any

from steelyard.classifier.answering import Answering
from steelyard.classifier.fitting import held_out_of, measured
from steelyard.errors import CorpusError
from steelyard.evaluation import comparing
from steelyard.evaluation.comparing import Comparison


def compare(
    first: Any, second: Any, source: Any, *, names: tuple[str, str] = ("first", "second"), **reading: Any
) -> Comparison:
    """Compare two classifiers on labelled texts that neither was fitted on.

    The test is paired, so that what is hard for both cancels out.

    Parameters
    ----------
    first, second : classifiers, of the same classes
    source : whatever `steelyard.read` reads, or a `Corpus`; further settings as there
    names : what to call them

    >>> import steelyard
    >>> train, test = steelyard.demo("reviews-en").split(0.4)
    >>> one, other = (steelyard.fit(train, recipe=r, strengths=[1.0]) for r in ("words", "characters"))
    >>> compare(one, other, test).n
    120
    """
    part = held_out_of(source, **reading)
    for each in (first, second):
        measured(each, part, skip_bad=bool(reading.get("skip_bad")))
    return paired(first, second, names)


def paired(one: Answering, other: Answering, names: tuple[str, str]) -> Comparison:
    """Both were measured on the same part; the second's classes are put in the first's order."""
    classes = one.model_.classes
    if set(classes) != set(other.model_.classes):
        raise CorpusError("The two models do not have the same classes.", "Compare models of the same classes.")
    order = [other.model_.classes.index(name) for name in classes]
    P = one.test_.probabilities, other.test_.probabilities[:, order]
    part = one.part_.take(one.test_.rows)
    return comparing.compare(
        one.test_.codes, (None, P[0]), (None, P[1]), classes, names=names, weights=part.weights, groups=part.groups
    )
