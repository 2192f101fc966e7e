"""What a model file says of its model, and which arrays follow from it. Standard library alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from steelyard.errors import ArrayError, HeaderError, ModelVersionError
from steelyard.store.container import Container
from steelyard.store.header import AGAIN, is_count
from steelyard.text.patterns import PATTERNS

FORMAT = 1
TF = ("count", "binary", "log")
ANALYZERS = ("word", "char", "char_wb")
PADDING = 8  # bytes of zeros behind the strings: they are read eight at a time
LONGEST_RUN = 4096  # of slots that one look-up may pass; tables at most half full stay far below it
MOST_CLASSES, MOST_VIEWS = 1 << 20, 64
LARGEST = 1e100  # of a number: products of two of them are numbers still


class ViewFacts(NamedTuple):
    """One way of taking texts apart: the fields of `features.View`, and how many columns it has."""

    analyzer: str
    ngrams: tuple[int, int]
    pattern: str
    lowercase: bool
    min_df: int
    columns: int

    @property
    def between(self) -> str:
        """What stands between two symbols of a term."""
        return " " if self.analyzer == "word" else ""


class Facts(NamedTuple):
    """All that is no array."""

    classes: tuple[str, ...]
    tf: str
    norm: bool
    calibration: tuple[float, float]
    views: tuple[ViewFacts, ...]
    recipe: dict[str, Any]
    card: dict[str, Any]

    @property
    def n_scores(self) -> int:
        return 1 if len(self.classes) == 2 else len(self.classes)


def facts_of(c: Container) -> Facts:
    """The facts in a header, each checked."""
    version = c.about.get("format")
    if not isinstance(version, int) or not is_count(version) or version == 0:
        raise HeaderError("its header has no format number.", AGAIN, c.path)
    if version > FORMAT:
        what = f"the file has format {version}; this version of Steelyard knows formats up to {FORMAT}."
        raise ModelVersionError(what, "Update Steelyard, or fit the model with this version.", c.path)
    right: dict[str, Callable[[Any], bool]] = {
        "classes": lambda x: isinstance(x, list) and _are_classes(x),
        "tf": lambda x: isinstance(x, str) and x in TF,
        "norm": lambda x: isinstance(x, bool),
        "calibration": lambda x: isinstance(x, list) and len(x) == 2 and all(map(_is_number, x)),
        "views": lambda x: isinstance(x, list) and 0 < len(x) <= MOST_VIEWS and all(map(_is_view, x)),
        "recipe": lambda x: isinstance(x, dict),
        "card": lambda x: isinstance(x, dict),
    }
    for name, is_right in right.items():
        if name not in c.about:
            raise HeaderError(f"its header says nothing of {name!r}.", AGAIN, c.path)
        if not is_right(c.about[name]):
            raise HeaderError(f"its header says of {name!r} what cannot be.", AGAIN, c.path)
    a = c.about
    views = tuple(ViewFacts(**{**view, "ngrams": tuple(view["ngrams"])}) for view in a["views"])
    slope, shift = map(float, a["calibration"])
    return Facts(tuple(a["classes"]), a["tf"], a["norm"], (slope, shift), views, a["recipe"], a["card"])


def _are_classes(found: list[Any]) -> bool:
    return 2 <= len(found) <= MOST_CLASSES and all(isinstance(x, str) for x in found) and len(set(found)) == len(found)


def _is_number(x: Any) -> bool:
    """A number that can be computed with."""
    return not isinstance(x, bool) and isinstance(x, int | float) and abs(x) <= LARGEST


def _is_view(v: Any) -> bool:
    if not isinstance(v, dict) or set(v) != set(ViewFacts._fields):
        return False
    n = v["ngrams"]
    return (
        isinstance(v["analyzer"], str)
        and v["analyzer"] in ANALYZERS
        and isinstance(n, list)
        and len(n) == 2
        and all(map(is_count, n))
        and 1 <= n[0] <= n[1] < 1 << 31
        and isinstance(v["pattern"], str)
        and v["pattern"] in PATTERNS
        and isinstance(v["lowercase"], bool)
        and is_count(v["min_df"])
        and is_count(v["columns"])
    )


def name_of(view: int, part: str) -> str:
    """The name of a view's array."""
    return f"view{view}.{part}"


def check_arrays(c: Container, facts: Facts) -> int:
    """Every array is there, with the type and the sizes that fit the others; returns the number of columns."""
    k = facts.n_scores
    n_columns = check_shape(c, "scale", "F32", None)[0]
    check_shape(c, "v", "F32", n_columns, k)
    check_shape(c, "b", "F64", k)
    if "df" in c.places:
        check_shape(c, "df", "I32", n_columns)
    for number, view in enumerate(facts.views):
        _check_view(c, number, view)
    if sum(view.columns for view in facts.views) != n_columns:
        raise ArrayError(f"its views do not have the {n_columns} columns that its weights have.", AGAIN, c.path)
    return n_columns


def _check_view(c: Container, number: int, view: ViewFacts) -> None:
    def shape(part: str, dtype: str, *wanted: int | None) -> int:
        return check_shape(c, name_of(number, part), dtype, *wanted)[0]

    n_nodes = shape("parent", "I32", None)
    shape("symbol", "I32", n_nodes)
    shape("column", "I32", n_nodes)
    n_symbols = shape("first", "I32", None)
    shape("starts", "I64", n_symbols + 1)
    n_slots = shape("keys", "U64", None)
    shape("nodes", "I32", n_slots)
    tables = [("keys", n_slots)]
    if shape("blob", "U8", None) < PADDING:
        raise ArrayError(f"the array {name_of(number, 'blob')!r} is not padded.", AGAIN, c.path)
    if view.analyzer == "word":
        tables.append(("slots", shape("slots", "U64", None)))
    for part, size in tables:
        if size < 2 or size & (size - 1):
            raise ArrayError(f"the array {name_of(number, part)!r} has {size} slots, no power of two.", AGAIN, c.path)


def check_shape(c: Container, name: str, dtype: str, *wanted: int | None) -> tuple[int, ...]:
    """The shape of an array that must be there; `wanted` has None where any length will do."""
    if name not in c.places:
        raise ArrayError(f"the array {name!r} is missing.", AGAIN, c.path)
    place = c.places[name]
    fits = len(place.shape) == len(wanted) and all(w in (None, n) for n, w in zip(place.shape, wanted))
    if place.dtype != dtype or not fits:
        text = " x ".join("any" if w is None else str(w) for w in wanted)
        have = " x ".join(map(str, place.shape))
        what = f"the array {name!r} is {place.dtype} {have}; the rest of the file asks for {dtype} {text}."
        raise ArrayError(what, AGAIN, c.path)
    return place.shape
