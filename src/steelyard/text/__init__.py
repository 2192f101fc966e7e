"""Bytes to tokens to n-grams, with their offsets kept; stop words, lemmas, lexicons.

The names below are imported when they are first used.
"""

from __future__ import annotations

import importlib
from typing import Any

# public name -> the module that holds it; no name may be a module's own, or importing that module would hide it
_HOME: dict[str, str] = {
    "PATTERNS": "steelyard.text.patterns",
    "LanguageLemmas": "steelyard.text.lemma",
    "LemmaTokenizer": "steelyard.text.tokenizers",
    "MendedLemmaTokenizer": "steelyard.text.tokenizers",
    "carriers_of_opinion": "steelyard.text.stopwords",
    "lemmas": "steelyard.text.lemma",
    "lexicon": "steelyard.text.polarity",
    "mended_tokenizer_and_normalizer": "steelyard.text.tokenizers",
    "poor_mans_tokenizer_and_normalizer": "steelyard.text.tokenizers",
    "read_lemmas": "steelyard.text.lemma",
    "read_lexicon": "steelyard.text.polarity",
    "shipped_languages": "steelyard.text.polarity",
    "stop_words": "steelyard.text.stopwords",
    "tokenizer": "steelyard.text.tokenizers",
    "tokens_with_offsets": "steelyard.text.offsets",
}

__all__ = [*_HOME]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    raise AttributeError(f"module 'steelyard.text' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
