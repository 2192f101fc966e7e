"""The alphabet of a stream: words, or characters, numbered in the order of their code points."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from steelyard.core.intern import PADDING, Strings

_FIRST_BYTES = np.array([2**64 - 2 ** (64 - 8 * n) for n in range(9)], np.uint64)  # the upper n bytes set


class Symbols(NamedTuple):
    """Symbol k is blob[starts[k]:starts[k + 1]], in UTF-8; `blob` is padded so that words of 8 bytes can be read."""

    blob: np.ndarray
    starts: np.ndarray

    @property
    def n(self) -> int:
        return self.starts.size - 1

    def texts(self) -> list[str]:
        blob, starts = self.blob.tobytes(), self.starts.tolist()
        return [blob[a:b].decode() for a, b in pairwise(starts)]


def from_texts(texts: list[str]) -> Symbols:
    """The symbols with these names, already in order."""
    encoded = [text.encode() for text in texts]
    starts = np.zeros(len(encoded) + 1, np.int64)
    np.cumsum([len(e) for e in encoded], out=starts[1:])
    return Symbols(np.frombuffer(b"".join(encoded) + bytes(PADDING), np.uint8), starts)


def in_order(strings: Strings) -> tuple[Symbols, np.ndarray]:
    """The strings as symbols, and the symbol of each. UTF-8 bytes sort as their code points do."""
    n = int(strings.n[0])
    starts, ends = strings.starts[:n], strings.starts[1 : n + 1]
    order = _order(strings.blob, starts, ends)
    rank = np.empty(n, np.int32)
    rank[order] = np.arange(n, dtype=np.int32)
    lengths = (ends - starts)[order]
    new_starts = np.concatenate([[0], np.cumsum(lengths)])
    source = np.repeat(starts[order] - new_starts[:-1], lengths) + np.arange(new_starts[-1])
    blob = np.concatenate([strings.blob[source], np.zeros(PADDING, np.uint8)])
    return Symbols(blob, new_starts), rank


def _order(blob: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Sort by eight bytes at a time; only those that are equal so far go on to the next eight."""
    keys = _eight(blob, starts, ends)
    order: np.ndarray = np.argsort(keys)
    keys = keys[order]
    depth = 8
    # `group` tells apart what is decided already; members of one group stand side by side in `order`
    tied = np.flatnonzero(_tied(keys))
    group = np.cumsum(np.concatenate([[True], keys[1:] != keys[:-1]]))[tied] if tied.size else tied
    while tied.size:
        members = order[tied]
        keys = _eight(blob, starts[members] + depth, ends[members])
        length = np.minimum(ends[members] - starts[members], depth + 1)  # a prefix comes before what it begins
        inner = np.lexsort((keys, length, group))
        order[tied] = members[inner]
        keys, over = keys[inner], length[inner] <= depth
        same = (group[1:] == group[:-1]) & (keys[1:] == keys[:-1]) & ~over[1:] & ~over[:-1]
        still = np.concatenate([[False], same]) | np.concatenate([same, [False]])
        group = np.cumsum(np.concatenate([[True], ~same]))[still]
        tied = tied[still]
        depth += 8
    return order


def _tied(keys: np.ndarray) -> np.ndarray:
    same = keys[1:] == keys[:-1]
    return np.concatenate([[False], same]) | np.concatenate([same, [False]]) if keys.size else np.zeros(0, bool)


def _eight(blob: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """The first eight bytes from each start as a number that sorts as they do; zeros after the end."""
    windows = np.lib.stride_tricks.sliding_window_view(blob, 8)
    words = windows[np.minimum(starts, len(windows) - 1)].view(">u8").ravel().astype(np.uint64)
    keys: np.ndarray = words & _FIRST_BYTES[np.clip(ends - starts, 0, 8)]
    return keys
