"""Every public name about words has an example that runs and ends in a number."""

from __future__ import annotations

import doctest
from typing import Any

import pytest

import steelyard.text

NAMES = [
    "LanguageLemmas",
    "LemmaTokenizer",
    "MendedLemmaTokenizer",
    "carriers_of_opinion",
    "lemmas",
    "lexicon",
    "mended_tokenizer_and_normalizer",
    "poor_mans_tokenizer_and_normalizer",
    "read_lemmas",
    "read_lexicon",
    "shipped_languages",
    "stop_words",
    "tokenizer",
]


@pytest.mark.parametrize("name", NAMES)
def test_example(name: str) -> None:
    documented: Any = getattr(steelyard.text, name)
    [found] = doctest.DocTestFinder(recurse=False).find(documented, name)
    outcome = doctest.DocTestRunner(verbose=False).run(found)
    assert outcome.attempted > 0 and outcome.failed == 0
    float(found.examples[-1].want.strip("()\n").split(",")[-1])


def test_every_public_name_resolves_whatever_module_came_first() -> None:
    import steelyard.text.lemma  # importing a module must not hide a function of its name
    import steelyard.text.polarity

    for name in NAMES:
        assert callable(getattr(steelyard.text, name))
        assert name in dir(steelyard.text)
