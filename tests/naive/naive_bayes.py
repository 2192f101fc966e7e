"""Naive Bayes word by word, with dictionaries, as the course writes it (the Spanish chapter)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence


def course_scores(texts: Sequence[Sequence[str]], labels: Sequence[str], text: Sequence[str]) -> dict[str, float]:
    """log P(c) + sum log P(t | c) over the words of a text; each class knows its own words and UNK."""
    scores = {}
    for label in sorted(set(labels)):
        words = Counter(word for each, its in zip(texts, labels, strict=True) if its == label for word in each)
        words["UNK"] = 0
        total = sum(words.values()) + len(words)
        prior = labels.count(label) / len(labels)
        scores[label] = math.log(prior) + sum(math.log((words[w if w in words else "UNK"] + 1) / total) for w in text)
    return scores


def multinomial_scores(X: Sequence[Sequence[float]], y: Sequence[int], alpha: float, x: Sequence[float]) -> list[float]:
    """log P(k) + sum_j x_j log P(j | k) over one vocabulary."""
    scores = []
    for k in sorted(set(y)):
        mine = [row for row, its in zip(X, y, strict=True) if its == k]
        counts = [sum(row[j] for row in mine) + alpha for j in range(len(x))]
        shares = [math.log(count / sum(counts)) for count in counts]
        scores.append(math.log(len(mine) / len(X)) + sum(a * b for a, b in zip(x, shares, strict=True)))
    return scores
