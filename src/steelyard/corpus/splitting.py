"""Splits and samples in which the classes keep their proportions, from one seed."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np
import numpy.typing as npt

from steelyard.corpus.corpora import Corpus
from steelyard.errors import CorpusError, SettingError

Rows = npt.NDArray[np.int64]


def split_rows(corpus: Corpus, test: float, seed: int) -> tuple[Rows, Rows]:
    """Rows of the training part and of the test part, each in the order of the corpus."""
    if not 0 < test < 1:
        raise SettingError(f"test is {test}.", "Give the share of the test part, between 0 and 1.")
    random = _random(seed)
    codes = corpus.codes if corpus.codes is not None else np.zeros(len(corpus), dtype=np.int32)
    if corpus.groups is None:
        in_test = _drawn(codes, _shares(np.bincount(codes), round(test * len(codes)), leave=1), random)
    else:
        in_test = _whole_groups(codes, corpus.groups, test, random)
    if in_test.all() or not in_test.any():
        raise CorpusError(
            f"{len(corpus)} texts cannot be split with test={test}.", "Give more texts or groups, or another share."
        )
    return np.flatnonzero(~in_test), np.flatnonzero(in_test)


def sample_rows(corpus: Corpus, n: int, seed: int) -> Rows:
    """`n` rows, in the order of the corpus."""
    if not isinstance(n, Integral) or not 0 < n <= len(corpus):
        raise SettingError(f"A sample of {n:,} from {len(corpus):,} texts.", f"Ask for 1 to {len(corpus):,}.")
    codes = corpus.codes if corpus.codes is not None else np.zeros(len(corpus), dtype=np.int32)
    return np.flatnonzero(_drawn(codes, _shares(np.bincount(codes), n), _random(seed)))


def _random(seed: Any) -> np.random.Generator:
    try:
        return np.random.default_rng(seed)
    except (TypeError, ValueError):
        raise SettingError(f"seed is {seed!r}.", "Give a whole number, 0 or more.") from None


def _shares(counts: npt.NDArray[Any], n: int, leave: int = 0) -> npt.NDArray[np.int64]:
    """`n` places shared among the classes by their size (largest remainders first), with at least one for
    each class that has `leave` more, and `leave` of each left over."""
    ideal: npt.NDArray[np.float64] = counts * n / counts.sum()
    most = np.maximum(counts - leave, 0)
    given: Rows = np.minimum(np.floor(ideal), most).astype(np.int64)
    if n >= (most > 0).sum():
        given = np.maximum(given, most > 0)
    for k in np.argsort(given - ideal, kind="stable"):
        given[k] += given.sum() < n and given[k] < most[k]
    while given.sum() > n:  # the ones given to small classes are taken from the largest surplus
        given[np.argmax(np.where(given > 1, given - ideal, -np.inf))] -= 1
    return given


def _drawn(
    codes: npt.NDArray[Any], shares: npt.NDArray[np.int64], random: np.random.Generator
) -> npt.NDArray[np.bool_]:
    """`shares[k]` rows of each class k, drawn at random."""
    chosen = np.zeros(len(codes), dtype=bool)
    for k, share in enumerate(shares):
        chosen[random.permutation(np.flatnonzero(codes == k))[:share]] = True
    return chosen


def _whole_groups(
    codes: npt.NDArray[Any], groups: npt.NDArray[Any], test: float, random: np.random.Generator
) -> npt.NDArray[np.bool_]:
    """Groups, the largest first, go to the test part as long as that brings its class counts closer to their share."""
    _, group = np.unique(groups, return_inverse=True)
    counts = np.zeros((group.max() + 1, codes.max() + 1))
    np.add.at(counts, (group, codes), 1)
    missing = test * counts.sum(axis=0)  # what the test part still lacks of each class
    scale = np.maximum(counts.sum(axis=0), 1)
    chosen = np.zeros(len(counts), dtype=bool)
    order = random.permutation(len(counts))
    for g in order[np.argsort(-counts[order].sum(axis=1), kind="stable")]:
        after = missing - counts[g]
        if np.sum(after**2 / scale) < np.sum(missing**2 / scale):
            chosen[g], missing = True, after
    return chosen[group]
