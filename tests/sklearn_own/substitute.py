"""scikit-learn's own test files, run with our classes in place of its own.

A file of this folder names one of scikit-learn's test modules. That module is executed a second time, from the
installed package, while the names of OURS are patched in scikit-learn's public modules: its imports, its lists of
parameters and its `svm.SVC` find our classes. Of its tests those are kept that have to do with one of our classes.

To add a class: its name in OURS, a file here if scikit-learn tests it elsewhere, and what it misses, with the reason,
in `known_misses.py`.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import CodeType, FunctionType, ModuleType
from typing import Any
from unittest import mock

import pytest

import steelyard

# scikit-learn's module -> the classes of it that we have
OURS: dict[str, list[str]] = {
    "sklearn.discriminant_analysis": ["LinearDiscriminantAnalysis", "QuadraticDiscriminantAnalysis"],
    "sklearn.feature_extraction.text": ["CountVectorizer", "HashingVectorizer", "TfidfVectorizer"],
    "sklearn.kernel_ridge": ["KernelRidge"],
    "sklearn.linear_model": [
        "LogisticRegression",
        "LogisticRegressionCV",
        "Perceptron",
        "Ridge",
        "RidgeClassifier",
        "SGDClassifier",
    ],
    "sklearn.naive_bayes": ["BernoulliNB", "ComplementNB", "GaussianNB", "MultinomialNB"],
    "sklearn.svm": ["LinearSVC", "SVC"],
}


def our_classes() -> dict[str, type]:
    """Our classes by their names."""
    return {name: getattr(steelyard, name) for names in OURS.values() for name in names}


def tests_of(module: str) -> dict[str, Any]:
    """The namespace of one of scikit-learn's test modules, with our classes in it."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.loader is None:
        pytest.skip("the installed scikit-learn ships no tests", allow_module_level=True)
    importlib.import_module(module)  # all that it needs is now imported as scikit-learn wrote it
    copy = importlib.util.module_from_spec(spec)
    with _patched():
        spec.loader.exec_module(copy)
    for name, value in vars(copy).items():
        if isinstance(value, ModuleType) and value.__name__ in OURS:
            vars(copy)[name] = _with_ours(value)
    return {name: value for name, value in vars(copy).items() if not name.startswith("__")}


@contextmanager
def _patched() -> Iterator[None]:
    with ExitStack() as stack:
        for home, names in OURS.items():
            for name in names:
                stack.enter_context(mock.patch.object(importlib.import_module(home), name, getattr(steelyard, name)))
        yield


def _with_ours(module: ModuleType) -> ModuleType:
    copy = ModuleType(module.__name__)
    vars(copy).update(vars(module), **{name: getattr(steelyard, name) for name in OURS[module.__name__]})
    return copy


def concerns_us(test: FunctionType, parameters: dict[str, Any]) -> bool:
    """Does this test, with these parameters, make or get an object of one of our classes?"""
    ours = our_classes()
    given = any(_is_ours(value, ours) for value in parameters.values())
    return given or _mentions(test, ours, set())


def _is_ours(value: Any, ours: dict[str, type]) -> bool:
    if isinstance(value, list | tuple | set):
        return any(_is_ours(each, ours) for each in value)
    if isinstance(value, dict):
        return any(_is_ours(each, ours) for each in value.values())
    if isinstance(value, FunctionType):
        return _mentions(value, ours, set())
    inside = getattr(value, "estimator", None)
    return (
        issubclass(value, tuple(ours.values()))
        if isinstance(value, type)
        else type(value) in ours.values() or type(inside) in ours.values()
    )


def _mentions(function: FunctionType, ours: dict[str, type], seen: set[int]) -> bool:
    """Our names in its code, in the helpers and fixtures of its module that it calls, in the lists it goes through."""
    seen.add(id(function))
    names = set(_names(function.__code__)) | set(function.__code__.co_varnames[: function.__code__.co_argcount])
    for name in names:
        value = function.__globals__.get(name)
        value = getattr(value, "__wrapped__", value)
        if name in ours:
            return True
        if isinstance(value, FunctionType):
            if id(value) not in seen and value.__globals__ is function.__globals__ and _mentions(value, ours, seen):
                return True
        elif _is_ours(value, ours):
            return True
    return False


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
