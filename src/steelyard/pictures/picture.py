"""What all pictures have in common: numbers first, drawing second.

A picture is a frozen record of numbers. It is made by one of its `from_...` functions, is plain data when asked
(`as_data`, and back by `from_data`), is drawn by `plot`, and is told in words, from the same numbers, by `alt`. Nothing
is computed while drawing; matplotlib is imported only there, and pyplot, which keeps a state of its own, never.

`plot` draws into the axes that it is given, or into a new figure, and returns the axes. A picture of several panels
(`Panels`) draws into a figure, or a subfigure, and returns that.
"""

from __future__ import annotations

import base64
import html
import importlib
import io
import math
from dataclasses import fields
from pathlib import Path
from typing import Any, ClassVar, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SettingError
from steelyard.pictures import style
from steelyard.pictures.words import Words

Ints: TypeAlias = NDArray[np.int64]  # a field of whole numbers


class Picture:
    """One pair of axes. A subclass is a frozen dataclass with `_draw` and `_alt`."""

    SIZE: ClassVar[tuple[float, float]] = (6.4, 4.4)  # inches
    PROJECTION: ClassVar[str | None] = None

    def as_data(self) -> dict[str, Any]:
        """The numbers as lists, dicts, strings and numbers, with the picture's name; what is no number is None."""
        return {"picture": type(self).__name__} | {f.name: plain(getattr(self, f.name)) for f in fields(self)}  # type: ignore[arg-type]

    @classmethod
    def of_data(cls, data: dict[str, Any]) -> Self:
        """The picture again, from what `as_data` gave."""
        return cls(**{f.name: _typed(data[f.name], str(f.type)) for f in fields(cls)})  # type: ignore[arg-type]

    def plot(self, ax: Any = None, language: str = "en") -> Any:
        """Draw it, into `ax` or into a new figure."""
        say = Words(language)
        if ax is None:
            ax = style.new_figure(self.SIZE).add_subplot(projection=self.PROJECTION)
        self._draw(ax, say)
        style.dress(ax, say)
        return ax

    def figure(self, language: str = "en") -> Any:
        """A new figure with the picture in it."""
        return self.plot(None, language).figure

    def alt(self, language: str = "en") -> str:
        """What is to be seen, in words."""
        return self._alt(Words(language))

    def save(self, path: str | Path, language: str = "en", dpi: int = style.DPI) -> Path:
        """Write it as PNG, SVG or PDF, by the ending of the path; the words of `alt` go into the file with it."""
        style.save(self.figure(language), path, self.alt(language), dpi)
        return Path(path)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        file = io.BytesIO()
        style.save(self.figure(), file, self.alt(), style.DPI)
        code = base64.b64encode(file.getvalue()).decode("ascii")
        return f'<img src="data:image/png;base64,{code}" alt="{html.escape(self.alt())}" style="max-width: 100%">'

    def _draw(self, ax: Any, say: Words) -> None:
        raise NotImplementedError

    def _alt(self, say: Words) -> str:
        raise NotImplementedError


class Panels(Picture):
    """Several pairs of axes in one figure. A subclass has `_fill` instead of `_draw`."""

    def plot(self, ax: Any = None, language: str = "en") -> Any:
        """Draw it, into the figure or subfigure `ax` or into a new one."""
        say = Words(language)
        figure = style.new_figure(self._size()) if ax is None else ax
        self._fill(figure, say)
        for each in figure.axes:
            style.dress(each, say)
        return figure

    def figure(self, language: str = "en") -> Any:
        """A new figure with the picture in it."""
        return self.plot(None, language)

    def _size(self) -> tuple[float, float]:
        return self.SIZE

    def _fill(self, figure: Any, say: Words) -> None:
        raise NotImplementedError


def from_data(data: dict[str, Any]) -> Picture:
    """The picture again, from what its `as_data` gave (and JSON carried).

    >>> from steelyard.pictures import LogisticCurve, from_data
    >>> picture = from_data(LogisticCurve.from_scores([0.805]).as_data())
    >>> picture.p.round(2).tolist()
    [0.69]
    """
    from steelyard import pictures

    name = data.get("picture")
    if name not in pictures.PICTURES:
        raise SettingError(f"There is no picture {name!r}.", f"There are: {', '.join(pictures.PICTURES)}.")
    kind: type[Picture] = getattr(importlib.import_module(pictures.PICTURES[name]), name)
    return kind.of_data(data)


def plain(value: Any) -> Any:
    """A value as JSON can hold it."""
    if isinstance(value, float | np.floating):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, Picture):
        return value.as_data()
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return value


def _typed(value: Any, kind: str) -> Any:
    """A plain value as the field's type has it: arrays, tuples, or what it is."""
    if value is None:
        return math.nan if kind == "float" else None
    if isinstance(value, dict) and "picture" in value:
        return from_data(value)
    if kind.startswith("Ints"):
        return np.array(value, dtype=np.int64)
    if kind.startswith("Array"):
        array = np.array(value)
        return array.astype(np.float64) if array.dtype == object else array
    if kind.startswith("tuple[Array"):
        return tuple(_typed(part, "Array") for part in value)
    return tuple(value) if kind.startswith("tuple") else value
