"""What the report shows: from the card, and from the texts where they are at hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.classifier.data_facts import conflicts
from steelyard.classifier.labels import known_codes
from steelyard.classifier.pulling import Learnt, learnt_from
from steelyard.core.rows import Array
from steelyard.explain import explain, strongest
from steelyard.report.contents import (
    Case,
    Cases,
    Choice,
    Contents,
    Lengths,
    OperatingPoints,
    Origin,
    Pair,
    Part,
    Reliabilities,
    Snippet,
    TestSets,
    Unknown,
)

if TYPE_CHECKING:
    from steelyard.classifier.answering import Answering

SHOWN = 10  # mistakes, doubts
EXAMPLES = 3  # pairs
TERMS = 60  # of which the report shows 20: those that are no echoes of others

Data = Mapping[str, Any]


class Told(NamedTuple):
    """What only the caller knows."""

    title: str = ""
    names: tuple[str, str] = ("", "")  # of the training texts and of the held-out ones
    commands: Sequence[str] = ()


def contents_of(clf: Answering, told: Told) -> Contents:
    """Fill the report."""
    card, model = clf.card_, clf.model_
    test = card.get("test")
    points = card.get("operating_points")
    return Contents(
        title=told.title or told.names[0] or "Steelyard",
        classes=model.classes,
        training=_training(clf, told.names[0]),
        test=_test(clf, test, told.names[1]) if test else None,
        choice=_choice(clf, card) if "selection" in card else None,
        scores=card.get("out_of_fold"),
        nested=card.get("nested"),
        test_scores=test["measures"] if test else None,
        reliability=_reliabilities(card, test) if "reliability" in card else None,
        thresholds=[OperatingPoints(**points)] if points else (),
        sets=card.get("sets"),
        test_sets=TestSets(test["covered"], test["size"], test["single"]) if test and test["covered"] else None,
        familiarity=card.get("familiarity"),
        terms=strongest(model, most=TERMS, by="spread"),
        mistakes=_mistakes(clf),
        doubts=_doubts(clf),
        curve=card.get("learning_curve"),
        unknown=Unknown(card.get("unknown"), test["unknown"] if test else None),
        origin=_origin(card, told.commands),
    )


def _training(clf: Answering, name: str) -> Part:
    data = clf.card_.get("data", {})
    known = clf.__dict__.get("known_")
    lengths = data.get("lengths")
    return Part(
        name,
        data.get("texts", 0),
        data.get("counts") or [0] * len(clf.model_.classes),
        Lengths(**lengths) if lengths else None,
        repeated=data.get("repeated"),
        conflicting=data.get("conflicting"),
        near=data.get("near"),
        near_least=data.get("near_least"),
        unusable=None if known is None else known.unusable,
        groups=data.get("groups"),
        weighted=bool(data.get("weighted")),
        notes=() if known is None else known.notes,
        conflicts=_conflicts(clf),
        near_pairs=_near_pairs(clf),
    )


def _test(clf: Answering, test: Data, name: str) -> Part:
    part = clf.__dict__.get("part_")
    lengths = test.get("lengths")
    return Part(
        name,
        test["n"],
        test["counts"],
        Lengths(**lengths) if lengths else None,
        leaked=test["leaked"],
        near_leaked=test.get("near_leaked"),
        near_least=clf.card_.get("data", {}).get("near_least"),
        unknown_labels=test["outside"],
        unusable=None if part is None else dict(part.skipped.counts),
        notes=() if part is None else part.notes,
        leaks=_leaks(clf),
    )


def _choice(clf: Answering, card: Data) -> Choice:
    found, settings = card["selection"], card["settings"]
    return Choice(
        found["trials"],
        found["chosen"],
        found["strength"],
        max(card["certificate"]["gap"]),
        sum(card["certificate"]["objective"]),
        folds=settings["folds"],
        columns=clf.model_.columns.n_columns,
        tol=settings["tol"],
        automatic=sum(len(trial["strengths"]) for trial in found["trials"]) > 1,
        grouped=card["data"]["groups"] is not None,
    )


def _reliabilities(card: Data, test: Data | None) -> Reliabilities:
    found = card["reliability"]
    calibration = card["calibration"]
    return Reliabilities(
        found["before"],
        found["after"],
        test["reliability"] if test else None,
        calibration["slope"],
        calibration["shift"],
    )


def _origin(card: Data, commands: Sequence[str]) -> Origin | None:
    if "versions" not in card:
        return None
    settings = dict(card["settings"])
    test = card.get("test") or {}
    return Origin(
        commands,
        settings.pop("seed"),
        card["versions"],
        card["data"]["fingerprint"],
        test.get("fingerprint", ""),
        {name: value for name, value in settings.items() if value is not None and not isinstance(value, dict)},
        card["machine"],
    )


def _snippet(texts: Any, row: int, names: Sequence[str], codes: Array | None) -> Snippet:
    label = "" if codes is None else names[int(codes[row])]
    return Snippet(texts[row].as_py(), label, row)


def _conflicts(clf: Answering) -> list[Pair]:
    """Texts that stand with another label elsewhere."""
    known = clf.__dict__.get("known_")
    if known is None or not clf.card_["data"]["conflicting"]:
        return []
    texts, labels = known.texts, known.labels
    return [
        Pair(_snippet(texts, a, labels.names, labels.codes), _snippet(texts, b, labels.names, labels.codes))
        for a, b in conflicts(texts, labels.codes, EXAMPLES).tolist()
    ]


def _near_pairs(clf: Answering) -> list[Pair]:
    found, known = clf.__dict__.get("near_duplicates_"), clf.__dict__.get("known_")
    if found is None or known is None:
        return []
    unlike = np.flatnonzero(found.similarity < 1.0)[:EXAMPLES]
    return [
        Pair(
            _snippet(known.texts, int(found.rows[at]), known.labels.names, known.labels.codes),
            _snippet(known.texts, int(found.others[at]), known.labels.names, known.labels.codes),
            float(found.similarity[at]),
        )
        for at in unlike
    ]


def _leaks(clf: Answering) -> list[Pair]:
    part, test = (clf.__dict__.get(name) for name in ("part_", "test_"))
    if part is None or test is None or not len(test.leaks):
        return []
    learnt = learnt_from(clf) or Learnt(part.texts, known_codes(part.classes, clf.model_.classes)[part.codes])
    return [
        Pair(
            _snippet(part.texts, row, part.classes, part.codes),
            _snippet(learnt.texts, other, clf.model_.classes, learnt.codes),
        )
        for row, other in test.leaks[:EXAMPLES].tolist()
    ]


def _mistakes(clf: Answering) -> Cases | None:
    """The worst of the held-out part, or else out of fold: wrong, and told with the highest probability."""
    part, test, honest = (clf.__dict__.get(name) for name in ("part_", "test_", "honest_"))
    if part is not None and test is not None:
        texts, rows, codes, P = part.texts, test.rows, test.codes, test.probabilities
    elif honest is not None:
        texts, codes, P = clf.known_.texts, clf.known_.labels.codes, honest.probabilities
        rows = np.arange(len(codes))
    else:
        return None
    said = P.argmax(axis=1)
    wrong = np.flatnonzero(said != codes)
    worst = wrong[np.argsort(-P[wrong, said[wrong]], kind="stable")].tolist()
    shown = _distinct(texts, ((int(rows[at]), int(codes[at]), int(said[at]), at) for at in worst))
    cases = [_case(clf, texts, row, given, told, P[at]) for row, given, told, at in shown]
    return Cases(cases, len(wrong), len(codes), test is not None and part is not None)


def _doubts(clf: Answering) -> Cases | None:
    """The training texts whose labels the out-of-fold model contradicts most."""
    honest = clf.__dict__.get("honest_")
    if honest is None:
        return None
    found, P = honest.doubtful, honest.probabilities
    rows, texts = found.rows.tolist(), clf.known_.texts
    shown = _distinct(texts, zip(rows, found.given.tolist(), found.said.tolist(), rows))
    return Cases([_case(clf, texts, row, given, said, P[at]) for row, given, said, at in shown], found.count, found.n)


def _distinct(texts: Any, cases: Iterable[tuple[int, int, int, int]]) -> list[tuple[int, int, int, int]]:
    """The first few of (row, given, said, ...); of a text that is there again with the same label, the first."""
    kept: dict[tuple[str, int], tuple[int, int, int, int]] = {}
    for case in cases:
        kept.setdefault((texts[case[0]].as_py(), case[1]), case)
        if len(kept) == SHOWN:
            break
    return list(kept.values())


def _case(clf: Answering, texts: Any, row: int, given: int, said: int, p: Array) -> Case:
    text, names = texts[row].as_py(), clf.model_.classes
    why = explain(clf.model_, text, target=names[said])
    return Case(text, names[given], names[said], float(p[given]), float(p[said]), row, explanation=why)
