"""Each example in a docstring of the room gives what it says."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import subprocess
import sys

import pytest

import steelyard
import steelyard.classifier

MODULES = [found.name for found in pkgutil.iter_modules(steelyard.classifier.__path__)]


@pytest.mark.parametrize("module", MODULES)
def test_examples(module: str) -> None:
    outcome = doctest.testmod(importlib.import_module(f"steelyard.classifier.{module}"))
    assert outcome.failed == 0


def test_public_names_are_no_modules_and_lead_to_something() -> None:
    assert not set(steelyard.classifier.__all__) & set(MODULES)
    assert dir(steelyard.classifier) == sorted(steelyard.classifier.__all__)
    for name in steelyard.classifier.__all__:
        assert getattr(steelyard.classifier, name).__doc__
    with pytest.raises(AttributeError, match="'nothing'"):
        steelyard.classifier.nothing  # noqa: B018


def test_the_packages_first_names_are_the_rooms() -> None:
    assert steelyard.fit is steelyard.classifier.fit and steelyard.load is steelyard.classifier.load
    assert steelyard.TextClassifier is steelyard.classifier.TextClassifier


def test_without_scikit_learns_dress_nothing_of_scikit_learn_is_imported() -> None:
    """It takes a second; the command line does without."""
    program = (
        "import sys\nfrom steelyard.classifier.fitting import both_parts, learnt\n"
        "from steelyard.classifier.working import Plain\n"
        "corpus, part = both_parts('demo:reviews-en', 0.2, 0, {})\n"
        "clf = learnt(Plain(recipe='words', strengths=[1.0], folds=2), corpus, part)\n"
        "print(sorted({name.split('.')[0] for name in sys.modules} & {'sklearn', 'pandas', 'matplotlib'}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr
