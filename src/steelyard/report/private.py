"""A report without texts (`texts=False`, `--no-texts`), for data that others must not read.

Taken out: every text and every word of one (examples, mistakes, doubtful labels, explanations), and what the reader of
the files had to say, which may quote them. Left in: names of files and classes, numbers of texts, counts, lengths,
figures, and those terms of the model that stand in at least LEAST_COUNT training texts, so that none is the mark of one
text or one writer. The commands are left in as they were given.
"""

from __future__ import annotations

from typing import Any

LEAST_COUNT = 10

EXAMPLES: tuple[str, ...] = ("notes", "conflicts", "near_pairs", "leaks")


def without_texts(c: dict[str, Any]) -> dict[str, Any]:
    """The contents with no text of the corpus in them."""
    return {
        **c,
        **{part: _part(c[part]) for part in ("training", "test")},
        **{name: _cases(c[name]) for name in ("mistakes", "doubts")},
        "terms": [{**each, "terms": [term for term in each["terms"] if _common(term)]} for each in c["terms"]],
    }


def _part(part: dict[str, Any] | None) -> dict[str, Any] | None:
    return None if part is None else {**part, **{name: [] for name in EXAMPLES}}


def _cases(found: dict[str, Any] | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {**found, "cases": [{**case, "text": "", "explanation": None} for case in found["cases"]]}


def _common(term: dict[str, Any]) -> bool:
    return term["df"] is not None and term["df"] >= LEAST_COUNT
