"""Recipes, and the choice among them, by what they are worth out of fold.

select(texts, codes, classes, recipe="auto", ...) -> Selection    the choice, its reasons, and the fitted model
Recipe, RECIPES, recipe_named                                      how text becomes columns, and which model follows
The names below are imported when they are first used.
"""

from __future__ import annotations

import importlib
from typing import Any

# public name -> the module that holds it
_HOME: dict[str, str] = {
    "Recipe": "steelyard.selection.recipes",
    "RECIPES": "steelyard.selection.recipes",
    "recipe_named": "steelyard.selection.recipes",
    "select": "steelyard.selection.choosing",
    "Selection": "steelyard.selection.choosing",
    "SelectionProgress": "steelyard.selection.telling",
    "Trial": "steelyard.selection.trying",
}

__all__ = [*_HOME]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    raise AttributeError(f"module 'steelyard.selection' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
