"""Near-duplicates: no pair is missed and none is made up, against the similarity of every pair."""

from __future__ import annotations

import random
import re
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.errors import SettingError
from steelyard.evaluation import near_duplicates


def shingles(text: str, kind: str) -> frozenset[str]:
    text = text.lower()
    if kind == "characters":
        text = re.sub(r"\s\s+", " ", text)
        return frozenset(text[i : i + 4] for i in range(len(text) - 3))
    words = re.findall(r"\w+", text)
    return frozenset(" ".join(words[i : i + 3]) for i in range(len(words) - 2))


def alike(a: frozenset[str], b: frozenset[str]) -> float:
    return len(a & b) / len(a | b) if a and b else 0.0


def corpus(n: int, seed: int) -> list[str]:
    """Texts, and others that are like them but for some words; some are the same, some have no shingles."""
    draw = random.Random(seed)
    words = [f"w{k}" for k in range(40)]
    texts = [" ".join(draw.choices(words, k=draw.randrange(0, 30))) for _ in range(n // 3)]
    while len(texts) < n:
        changed = draw.choice(texts[: n // 3]).split()
        for _ in range(draw.randrange(3)):
            if changed:
                changed[draw.randrange(len(changed))] = draw.choice(words)
        texts.append(" ".join(changed) + draw.choice(["", "!", " ."]))
    draw.shuffle(texts)
    return texts


def brute(texts: list[str], least: float, kind: str) -> dict[tuple[int, int], float]:
    """Every pair that is alike; a copy with the first of its copies, and first copies among themselves."""
    sets = [shingles(text, kind) for text in texts]
    first = {each: i for i, each in reversed(list(enumerate(sets)))}
    found = {}
    for j, i in combinations(range(len(texts)), 2):
        similar = alike(sets[i], sets[j])
        copy = sets[i] == sets[j] and first[sets[i]] == j
        distinct = first[sets[i]] == i and first[sets[j]] == j
        if similar >= least - 1e-12 and (copy or distinct):
            found[i, j] = similar
    return found


@pytest.mark.parametrize("kind", ["words", "characters"])
@pytest.mark.parametrize("least", [0.3, 0.5, 0.8, 1.0])
@pytest.mark.parametrize("seed", range(3))
def test_all_pairs_and_their_similarity(kind: str, least: float, seed: int) -> None:
    texts = corpus(90, seed)
    found = near_duplicates(texts, least=least, shingles=kind)
    pairs = dict(zip(zip(found.rows.tolist(), found.others.tolist()), found.similarity.tolist()))
    assert pairs == pytest.approx(brute(texts, least, kind)) and len(found) == len(pairs) > 0


@settings(max_examples=25, deadline=None)
@given(st.lists(st.lists(st.sampled_from("abcd"), max_size=9).map(" ".join), max_size=14), st.sampled_from([0.4, 0.75]))
def test_any_texts(texts: list[str], least: float) -> None:
    found = near_duplicates(texts, least=least, shingles="words")
    pairs = dict(zip(zip(found.rows.tolist(), found.others.tolist()), found.similarity.tolist()))
    assert pairs == pytest.approx(brute(texts, least, "words"))


@pytest.mark.parametrize("least", [0.5, 0.9])
def test_between_two_corpora(least: float) -> None:
    """Each text with each that is like it on the other side; copies on the other side once, by the first."""
    here, there = corpus(60, 1), corpus(80, 1)
    found = near_duplicates(here, there, least=least, shingles="words")
    theirs = [shingles(text, "words") for text in there]
    first = {each: j for j, each in reversed(list(enumerate(theirs)))}
    expected = {}
    for i, text in enumerate(here):
        mine = shingles(text, "words")
        for each, j in first.items():
            if mine and each and alike(mine, each) >= least - 1e-12:
                expected[i, j] = alike(mine, each)
    pairs = dict(zip(zip(found.rows.tolist(), found.others.tolist()), found.similarity.tolist()))
    assert pairs == pytest.approx(expected) and expected and found.groups is None


def test_groups_are_what_hangs_together() -> None:
    texts = ["a b c d e f", "z", "a b c d e f g", "b c d e f g h", "quite another text here", "a b c d e f"]
    found = near_duplicates(texts, least=0.6, shingles="words")
    assert found.groups is not None and found.groups.tolist() == [0, 1, 0, 0, 2, 0]


def test_a_thousand_copies_are_a_thousand_pairs() -> None:
    found = near_duplicates(["the same notice every day"] * 1_000, shingles="words")
    assert len(found) == 999 and set(found.others.tolist()) == {0} and set(found.similarity.tolist()) == {1.0}


def test_the_threads_do_not_matter() -> None:
    texts = corpus(1_500, 3)
    one, two = (near_duplicates(texts, least=0.5, threads=threads) for threads in (1, 2))
    np.testing.assert_array_equal(one.rows, two.rows)
    np.testing.assert_array_equal(one.similarity, two.similarity)


def test_short_texts_are_looked_at_by_characters() -> None:
    assert near_duplicates(["short texts"] * 3).shingles == "characters"
    assert near_duplicates(["a text that is not quite as short as the other one was " * 4] * 3).shingles == "words"


@pytest.mark.parametrize("texts", [[], ["", "", "a"], ["just one text"]])
@pytest.mark.parametrize("others", [None, [], ["a", ""]])
def test_where_nothing_can_be_alike_there_are_no_pairs(texts: list[str], others: list[str] | None) -> None:
    for kind in ("words", "characters"):
        assert len(near_duplicates(texts, others, shingles=kind)) == 0


def test_what_cannot_be_is_named() -> None:
    for wrong in ({"least": 0.0}, {"least": 1.5}, {"shingles": "lines"}):
        with pytest.raises(SettingError, match="least"):
            near_duplicates(["a"], **wrong)  # type: ignore[arg-type]
