"""Taking out words changes the counts where the words stood, and nowhere else: the laws that the search relies on."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.core.rows import CSR
from steelyard.explain.changes import Islands, differences
from steelyard.explain.erasing import Erasable
from steelyard.explain.pieces import without
from steelyard.features.text_columns import View, learn_columns
from tests.explain.models import VIEWS, model_of, texts

# a few symbols, so that terms of one text occur in another as well
small_texts = st.lists(
    st.sampled_from(["a", "b", "ab", "Σ", "ΑΣ", "'", ",", " ", "  ", "\n", "不", "İ", "e\u0301", "x y"]), max_size=12
).map("".join)
some = st.sets(st.integers(0, 12), max_size=4)


def dense(counts: CSR) -> np.ndarray:
    out = np.zeros((len(counts.indptr) - 1, counts.n_columns))
    np.add.at(out, (np.repeat(np.arange(len(out)), np.diff(counts.indptr)), counts.indices), counts.data)
    return out


def everything(views: list[View], seen: list[str]) -> object:
    """Columns for all terms of some texts: nothing that changes goes unseen."""
    return learn_columns([*seen, "a"], views).columns


@settings(max_examples=300)
@given(st.one_of(small_texts, texts), some, st.sampled_from(sorted(VIEWS)))
def test_the_change_is_the_sum_of_the_islands_changes(text: str, chosen: set[int], name: str) -> None:
    views = VIEWS[name]
    erasable = Erasable(text, views)
    pieces = sorted(k for k in chosen if k < len(erasable.parts))
    left = without(text, erasable.parts, set(pieces))
    columns = everything(views, [text, left])
    change = np.subtract(*dense(columns.counts([left, text])))  # type: ignore[attr-defined]
    total = np.zeros_like(change)
    for island in erasable.islands(pieces):
        before, after = erasable.window(island)
        total += np.subtract(*dense(columns.counts([after, before])))  # type: ignore[attr-defined]
    assert (total == change).all()


@settings(max_examples=200)
@given(st.one_of(small_texts, texts), st.sampled_from(sorted(VIEWS)), st.data())
def test_the_change_of_a_set_is_made_of_its_words_and_its_islands(text: str, name: str, data: st.DataObject) -> None:
    views = VIEWS[name]
    erasable = Erasable(text, views)
    n = len(erasable.words)
    if not n:
        return
    sets = data.draw(st.lists(st.lists(st.integers(0, n - 1), max_size=3, unique=True), min_size=1, max_size=4))
    lefts = [erasable.without(gone) for gone in sets]
    columns = everything(views, [text, *lefts])
    base = columns.counts([text])  # type: ignore[attr-defined]
    single = differences(base, columns.counts([erasable.without([w]) for w in range(n)]))  # type: ignore[attr-defined]
    made = Islands(erasable, columns.counts, base.n_columns).changes(sets, single)  # type: ignore[attr-defined]
    assert (made.toarray() == dense(columns.counts(lefts)) - dense(base)).all()  # type: ignore[attr-defined]


@given(texts, st.sampled_from(sorted(VIEWS)))
def test_words_are_all_pieces_each_once(text: str, name: str) -> None:
    erasable = Erasable(text, VIEWS[name])
    assert sorted(k for pieces in erasable.members for k in pieces) == list(range(len(erasable.parts)))
    assert len(set(erasable.words)) == len(erasable.words)
    assert not erasable.without(range(len(erasable.words))).strip()
    assert [len(pieces) for pieces in erasable.members] == list(
        Counter(erasable.word_of[k] for k in range(len(erasable.parts))).values()
    )


def test_far_words_are_not_near() -> None:
    erasable = Erasable("a b c d e f g", [View(ngrams=(1, 3))])
    assert erasable.near_words()[0] == {1, 2}
    assert list(erasable.islands([0, 1, 4, 6])) == [(0, 1), (4, 6)]
    assert Erasable("a b c d", [View(ngrams=(1, 1))]).near_words()[0] == {1}
    assert Erasable("a bcdef g h", [View("char", (1, 4))]).near_words()[0] == {1}


def test_case_tells_words_apart_where_a_view_keeps_it() -> None:
    assert Erasable("Bad bad", [View()]).words == ["bad"]
    assert Erasable("Bad bad", [View(), View("char", (1, 2), lowercase=False)]).words == ["Bad", "bad"]


def test_counts_of_a_model_can_be_taken_apart() -> None:
    model = model_of("words and characters")
    base = model.counts(["rain and sun"])
    assert differences(base, model.counts(["rain and sun", "rain"])).toarray()[0].any() == False  # noqa: E712
