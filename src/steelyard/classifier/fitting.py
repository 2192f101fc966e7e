"""`steelyard.fit`: from a source, of whatever kind, to a classifier, measured on a held-out part if there is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from steelyard.classifier.answering import Answering
from steelyard.classifier.held_out import check_labels, hold_out
from steelyard.classifier.labels import Labels
from steelyard.classifier.learning import given, learn
from steelyard.classifier.pulling import learnt_from
from steelyard.classifier.working import SETTINGS
from steelyard.corpus import Corpus, demo, stream
from steelyard.corpus.corpora import concatenate
from steelyard.corpus.options import Settings
from steelyard.corpus.reading import one_class
from steelyard.errors import CorpusError, SettingError

if TYPE_CHECKING:
    from steelyard.classifier.text_classifier import TextClassifier

DEMO = "demo:"
READING = tuple(name for name in Settings.__annotations__ if name not in ("text", "label", "group", "weight"))

A = TypeVar("A", bound=Answering)


def fit(
    source: Any,
    *,
    text: Any = None,
    label: Any = None,
    test: Any = None,
    group: Any = None,
    weight: Any = None,
    recipe: Any = "auto",
    seed: int = 0,
    skip_bad: bool = False,
    **settings: Any,
) -> TextClassifier:
    """Read labelled text, choose and fit a classifier, measure it.

    Parameters
    ----------
    source : whatever `steelyard.read` reads; a `Corpus`; or "demo:reviews-en"
    text, label, group, weight : columns, as in `steelyard.read`
    test : a held-out part, a source like the first; or the share of the texts to hold out, such as 0.2. It is looked at
        once, at the end: `test_` has what it says
    recipe, seed : as in `TextClassifier`
    skip_bad : leave out rows that cannot be used, and test texts whose label is not known, and count them
    settings : what else `TextClassifier` or `steelyard.read` takes

    >>> import steelyard
    >>> clf = steelyard.fit("demo:reviews-en", test=0.2, recipe="words", strengths=[1.0])
    >>> clf.test_.n
    60
    """
    from steelyard.classifier.text_classifier import TextClassifier

    reading = {"text": text, "label": label, "group": group, "weight": weight, "skip_bad": skip_bad}
    reading |= {name: settings.pop(name) for name in READING if name in settings}
    if unknown := sorted(set(settings) - set(SETTINGS)):
        raise SettingError(
            f"There is no setting {unknown[0]!r}.", f"There are: {', '.join(sorted({*SETTINGS, *READING}))}."
        )
    corpus, part = both_parts(source, test, seed, reading)
    return learnt(TextClassifier(recipe, seed=seed, **settings), corpus, part, skip_bad)


def both_parts(
    source: Any, test: Any, seed: int, reading: dict[str, Any], told: Callable[[int], None] | None = None
) -> tuple[Corpus, Corpus | None]:
    """The training texts, and the held-out ones if there are any. `told` is called with the number of each batch."""
    corpus = _known(source)
    if corpus is None:
        corpus = _read(source, reading, told)
        if corpus.codes is not None and len(corpus.classes) < 2:
            raise one_class(corpus)
    if test is None:
        return corpus, None
    if isinstance(test, float | int) and not isinstance(test, bool):
        return corpus.split(test, seed)
    lists = ("text", "label", "group", "weight")  # values, and not names of columns, belong to the source alone
    named = {name: v for name, v in reading.items() if name not in lists or isinstance(v, str | int)}
    return corpus, held_out_of(test, told, **named)


def held_out_of(source: Any, told: Callable[[int], None] | None = None, **reading: Any) -> Corpus:
    """A part to measure on: its texts may all be of one class. "demo:NAME" comes with the package."""
    found = _known(source)
    return _read(source, reading, told) if found is None else found


def _known(source: Any) -> Corpus | None:
    if isinstance(source, Corpus):
        return source
    return demo(source.removeprefix(DEMO)) if isinstance(source, str) and source.startswith(DEMO) else None


def _read(source: Any, reading: dict[str, Any], told: Callable[[int], None] | None) -> Corpus:
    batches = []
    for batch in stream(source, **reading):
        batches.append(batch)
        if told is not None:
            told(len(batch))
    return concatenate(batches)


def learnt(clf: A, corpus: Corpus, part: Corpus | None = None, skip_bad: bool = False) -> A:
    """Let a classifier learn from a corpus, then measure it on the held-out part."""
    if corpus.codes is None:
        raise CorpusError("The texts have no labels.", "Name their column: label=...")
    if len(corpus.classes) < 2:
        raise CorpusError("There are fewer than two classes.", "Give texts of two classes or more.")
    labels = Labels(np.array(corpus.classes, dtype=np.str_), corpus.classes, corpus.codes.astype(np.int64))
    if part is not None:
        check_labels(part, labels.names, skip_bad)  # before the work, not after it
    known = given(corpus.texts, labels, corpus.weights, corpus.groups)
    learn(clf, known._replace(notes=corpus.notes, unusable=dict(corpus.skipped.counts)))
    return clf if part is None else measured(clf, part, skip_bad=skip_bad)


def measured(clf: A, test: Any, *, skip_bad: bool = False, priors: Any = None, **reading: Any) -> A:
    """Measure a classifier on a held-out part, whatever it comes from; `test_` and the card keep what it says."""
    part = held_out_of(test, skip_bad=skip_bad, **reading)
    known = learnt_from(clf)
    training = None if known is None else known.texts
    clf.part_ = part
    clf.test_ = hold_out(clf, part, skip_bad=skip_bad, training=training, priors=priors)
    clf.card_ = {**clf.card_, "test": clf.test_.as_data()}
    return clf
