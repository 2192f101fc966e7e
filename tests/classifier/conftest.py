"""Classifiers that several tests ask: fitted once."""

from __future__ import annotations

from pathlib import Path

import pytest

import steelyard
from steelyard.classifier import TextClassifier
from steelyard.corpus import Corpus


@pytest.fixture(scope="session")
def reviews() -> Corpus:
    return steelyard.demo("reviews-en")


@pytest.fixture(scope="session")
def support() -> Corpus:
    return steelyard.demo("support-en")


@pytest.fixture(scope="session")
def two(reviews: Corpus) -> TextClassifier:
    """Two classes, a held-out part."""
    return steelyard.fit(reviews, test=0.2, recipe="words", strengths=[1.0, 10.0])


@pytest.fixture(scope="session")
def four(support: Corpus) -> TextClassifier:
    """Four classes."""
    return steelyard.fit(support, recipe="words", strengths=[1.0, 10.0])


@pytest.fixture(scope="session")
def files(two: TextClassifier, four: TextClassifier, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("models")
    return {name: clf.save(folder / f"{name}.steelyard") for name, clf in (("two", two), ("four", four))}
