"""Growing n-grams against the plain definition: slide a window, count in a dictionary, sort the names."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from steelyard.text.grams import END, Grams, Stream, Wanted, first_keys, grow

ANY = 10**9
documents = st.lists(st.lists(st.integers(0, 6), max_size=12), min_size=1, max_size=8)


def stream_of(docs: list[list[int]], n_symbols: int = 7) -> Stream:
    cells = [(END, 0)]
    for row, doc in enumerate(docs):
        cells += [(symbol, row) for symbol in doc] + [(END, row)]
    return Stream(np.array(cells, np.int32), n_symbols)


def plain(docs: list[list[int]], w: Wanted) -> list[tuple[tuple[int, ...], list[tuple[int, int]]]]:
    """Every wanted gram with its (document, count), in the order of their symbols."""
    found: dict[tuple[int, ...], Counter[int]] = {}
    for row, doc in enumerate(docs):
        for n in range(1, w.n_max + 1):
            for i in range(len(doc) - n + 1):
                if n >= w.n_min or (w.whole and n == len(doc)):
                    found.setdefault(tuple(doc[i : i + n]), Counter())[row] += 1
    return [(g, sorted(c.items())) for g, c in sorted(found.items()) if w.df_min <= len(c) <= w.df_max]


def grown(parts: list[Grams]) -> list[tuple[tuple[int, ...], list[tuple[int, int]]]]:
    out = []
    for g in parts:
        names: list[tuple[int, ...]] = []
        begin = 0
        for parent, symbol, size, df in zip(g.parent.tolist(), g.symbol.tolist(), g.size.tolist(), g.df.tolist()):
            names.append((*(names[parent] if parent >= 0 else ()), symbol))
            counts = Counter(g.rows[begin : begin + size].tolist())
            if size:
                assert df == len(counts)
                out.append((names[-1], sorted(counts.items())))
            begin += size
    return out


def all_grown(stream: Stream, cuts: list[int], wanted: Wanted) -> list[Grams]:
    symbols = stream.cells[:, 0]
    counts = np.bincount(symbols[symbols >= 0], minlength=stream.n_symbols)
    starts = np.concatenate([[0], np.cumsum(counts)])
    keys = np.empty(starts[-1], np.uint64)
    for a, b in pairwise(cuts):
        first_keys(stream, a, b, starts, keys)
    return [grow(stream, keys, starts[a : b + 1], wanted) for a, b in pairwise(cuts)]


@given(
    documents,
    st.sampled_from([(1, 1), (1, 2), (2, 3), (1, 4), (3, 3)]),
    st.integers(1, 3),
    st.sampled_from([1, 2, ANY]),
    st.booleans(),
    st.integers(0, 7),
)
def test_grown_is_counted(
    docs: list[list[int]], n: tuple[int, int], df_min: int, df_max: int, whole: bool, cut: int
) -> None:
    wanted = Wanted(*n, df_min, df_max, whole)
    stream = stream_of(docs)
    assert grown(all_grown(stream, [0, cut, 7], wanted)) == plain(docs, wanted)


def test_long_segments_are_sorted_by_counting_and_by_digits() -> None:
    rng = np.random.default_rng(0)
    for n_symbols in (3, 50, 5000):
        docs = [rng.integers(0, n_symbols, 400).tolist() for _ in range(5)]
        for doc in docs:
            doc[::2] = [0] * 200  # one frequent symbol: a segment of a thousand places
        stream = stream_of(docs, n_symbols)
        wanted = Wanted(1, 3, 1, ANY, False)
        assert grown(all_grown(stream, [0, n_symbols], wanted)) == plain(docs, wanted)
