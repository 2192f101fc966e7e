"""The token patterns that run compiled, each with the rule that it means. Nothing heavy is imported to know them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from steelyard.text.scan import Rule

WORDS = r"(?u)\b\w\w+\b"  # scikit-learn's default: two or more word characters

# pattern -> (is every other visible character a token too? shortest word in code points)
PATTERNS = {
    WORDS: (False, 2),
    r"\b\w\w+\b": (False, 2),
    r"\w\w+": (False, 2),
    r"(?u)\b\w+\b": (False, 1),
    r"\b\w+\b": (False, 1),
    r"\w+": (False, 1),
    r"(?u)\w+|[^\w\s]": (True, 1),
    r"\w+|[^\w\s]": (True, 1),
}


def rule_of(pattern: str, lower: bool) -> Rule:
    """The rule of one of the PATTERNS."""
    from steelyard.text.scan import Rule

    marks, shortest = PATTERNS[pattern]
    return Rule(lower, False, marks, shortest)
