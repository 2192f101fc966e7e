"""Why the model says what it says: exact sums, shown where they lie in the text.

explain(model, text) -> Explanation            one score, term by term and laid on the text; `explain_each` for several
contributions(model, texts) -> Contributions   thousands of texts at once, without their places
flips(model, text) -> Flip                     the fewest words without which the model says something else
TrainingPulls(...).of(text) -> Neighbours      a score as a sum over the training texts; `neighbours` for one text
strongest(model) -> ClassTerms                 the strongest terms of each class

Data, computing and showing are apart: `data.py` holds the records, which know `as_data()`, `as_text()`, `as_html()`;
`terminal.py` and `page.py` show them. The names below are imported when they are first used.
"""

from __future__ import annotations

import importlib
from typing import Any

# public name -> the module that holds it; no name may be a module's own, or importing that module would hide it
_HOME: dict[str, str] = {
    "explain": "steelyard.explain.explaining",
    "explain_each": "steelyard.explain.explaining",
    "Explanation": "steelyard.explain.data",
    "Piece": "steelyard.explain.data",
    "Term": "steelyard.explain.data",
    "contributions": "steelyard.explain.contributing",
    "Contributions": "steelyard.explain.contributing",
    "flips": "steelyard.explain.flipping",
    "Flip": "steelyard.explain.data",
    "neighbours": "steelyard.explain.memory",
    "TrainingPulls": "steelyard.explain.memory",
    "Neighbours": "steelyard.explain.data",
    "Neighbour": "steelyard.explain.data",
    "strongest": "steelyard.explain.strong_terms",
    "ClassTerms": "steelyard.explain.data",
    "StrongTerm": "steelyard.explain.data",
}

__all__ = [*_HOME]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    raise AttributeError(f"module 'steelyard.explain' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
