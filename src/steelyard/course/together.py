"""What the book adds to the house's pictures: several of them in one figure, the frames of a run as an animation."""

from __future__ import annotations

import base64
import html
import tempfile
from pathlib import Path
from typing import Any

from steelyard.pictures import Learning, Picture, from_data
from steelyard.pictures.style import DPI, legend_below, new_figure, save

WIDEST, LEGEND = 9.9, 0.3  # inches: a wider figure would have letters too small for a page; what the legend takes


class Together:
    """Pictures in rows, each under a title of its own."""

    def __init__(self, rows: list[dict[str, Picture]], size: tuple[float, float] = (4.4, 3.6)) -> None:
        self.rows, self.size = rows, size

    def figure(self, language: str = "en") -> Any:
        """A new figure with all of them, and one legend below, where it covers nothing."""
        columns = max(len(row) for row in self.rows)
        shrink = min(1.0, WIDEST / (self.size[0] * columns))
        width, height = self.size[0] * shrink * columns, self.size[1] * shrink * len(self.rows) + LEGEND
        figure = new_figure((width, height))
        for i, row in enumerate(self.rows):
            for j, (title, drawn) in enumerate(row.items()):
                ax = figure.add_subplot(len(self.rows), columns, i * columns + j + 1, projection=drawn.PROJECTION)
                drawn.plot(ax, language)
                ax.set_title(title, loc="left")
                if ax.get_legend() is not None:
                    ax.get_legend().remove()
        legend_below(figure, *figure.axes, ncols=5)
        return figure

    def plot(self, ax: Any = None, language: str = "en") -> Any:
        """The same as `figure`."""
        return self.figure(language)

    def alt(self, language: str = "en") -> str:
        """What is to be seen, one picture after the other."""
        return " ".join(f"{title}: {drawn.alt(language)}" for row in self.rows for title, drawn in row.items())

    def save(self, path: str | Path, language: str = "en", dpi: int = DPI) -> Path:
        """Write it as PNG, SVG or PDF."""
        save(self.figure(language), path, self.alt(language), dpi)
        return Path(path)

    def as_data(self) -> dict[str, Any]:
        """The numbers of all."""
        return {"rows": [{title: drawn.as_data() for title, drawn in row.items()} for row in self.rows]}

    @classmethod
    def of_data(cls, data: dict[str, Any]) -> Together:
        """The pictures again, from what `as_data` gave."""
        return cls([{title: from_data(part) for title, part in row.items()} for row in data["rows"]])

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return shown(self, ".png", self.alt())


class Moving:
    """A run as an animation."""

    def __init__(self, learning: Learning) -> None:
        self.learning = learning

    def save(self, path: str | Path, language: str = "en") -> Path:
        """Write the frames: as a GIF, or as what the path's ending says the last one alone."""
        if Path(path).suffix == ".gif":
            return Path(self.learning.gif(path, language))
        return Path(self.learning.save(path, language))

    def alt(self, language: str = "en") -> str:
        """What is to be seen."""
        return str(self.learning.alt(language))

    def as_data(self) -> dict[str, Any]:
        """The numbers of all frames."""
        return dict(self.learning.as_data())

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return shown(self, ".gif", self.alt())


def shown(drawn: Together | Moving, ending: str, alt: str) -> str:
    """An image with its bytes in it."""
    with tempfile.TemporaryDirectory() as folder:
        code = base64.b64encode(drawn.save(Path(folder, f"picture{ending}")).read_bytes()).decode("ascii")
    kind = ending.removeprefix(".")
    return f'<img src="data:image/{kind};base64,{code}" alt="{html.escape(alt)}" style="max-width: 100%">'
