"""One look for all pictures: legible with any colour vision, in grey, and on a projector.

Classes have Okabe and Ito's colours (2008), the darkest and the lightest first, and each a marker of its own; lines
differ in colour and in dashes. Surfaces use cividis (Nuñez, Anderton and Renslow 2018), which grows lighter all the
way. Nothing here touches matplotlib's global settings: what is to look alike is said piece by piece.
"""

from __future__ import annotations

import threading
from io import BytesIO
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from steelyard.pictures.words import Words

INK, GREY, PALE, DEEP = "#1a1a1a", "#6e6e6e", "#d9d9d9", "#08416b"
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#F0E442", "#000000")
MARKERS = ("o", "^", "s", "D", "v", "P", "X", "*")
DASHES: tuple[Any, ...] = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (9, 2)), (0, (3, 3)), (0, (1, 3)))
SIZES = {"^": 1.35, "s": 0.9, "D": 0.8, "v": 1.35, "P": 1.3, "X": 1.2, "*": 1.8}  # to look alike beside "o"
TINTS = (0.36, 0.18, 0.24, 0.34)  # how strong the colours of regions are: they differ in grey too
YELLOW = COLOURS[6]
SHADES = "cividis"
TEXT, TITLE, SMALL = 9.5, 11.0, 8.5  # points
DPI = 150

_saving = threading.Lock()


def colour(k: int) -> str:
    """Of class k, or of line k."""
    return COLOURS[k % len(COLOURS)]


def tint(k: int, strength: float | None = None) -> tuple[float, float, float]:
    """The colour of class k mixed with white."""
    code = colour(k)
    strength = TINTS[k % len(TINTS)] if strength is None else strength
    parts = [int(code[i : i + 2], 16) / 255.0 for i in (1, 3, 5)]
    red, green, blue = (1.0 - strength * (1.0 - part) for part in parts)
    return red, green, blue


def marker(k: int) -> str:
    """Of class k."""
    return MARKERS[k % len(MARKERS)]


def points(k: int, size: float = 26.0) -> dict[str, Any]:
    """How the points of class k look."""
    kind = marker(k)
    look = {"s": size * SIZES.get(kind, 1.0), "c": colour(k), "marker": kind}
    return {**look, "edgecolors": INK, "linewidths": 0.4}


def lines(count: int) -> list[dict[str, Any]]:
    """Colour and dashes of so many lines."""
    dark = [c for c in COLOURS if c != YELLOW]  # too pale for a line: seven colours, eight dashes, 56 lines
    return [{"color": c, "linestyle": d} for c, d in islice(zip(cycle(dark), cycle(DASHES)), count)]


def new_figure(size: tuple[float, float], layout: Any = "constrained") -> Any:
    """A figure that belongs to nobody: no window, no display, no pyplot."""
    from matplotlib.figure import Figure

    return Figure(figsize=size, dpi=DPI, layout=layout, facecolor="white")


def dress(ax: Any, say: Words) -> None:
    """Fonts, ticks and frame of finished axes; numbers as the language writes them."""
    if ax.name != "3d" and not ax.axison:  # 3-D axes say so of their flat frame
        return
    ax.title.set_fontsize(TITLE)
    ax.title.set_color(INK)
    axes = [ax.xaxis, ax.yaxis, *([ax.zaxis] if ax.name == "3d" else [])]
    for axis in axes:
        axis.label.set_fontsize(TEXT)
        axis.label.set_color(INK)
        axis.set_tick_params(labelsize=SMALL, color=GREY, labelcolor=INK)
        _localise(axis, say)
    for side in ("top", "right"):
        if ax.name != "3d" and not getattr(ax, "framed", False):
            ax.spines[side].set_visible(False)
    legend = ax.get_legend()
    for text in legend.get_texts() if legend else []:
        text.set_fontsize(SMALL)


def _localise(axis: Any, say: Words) -> None:
    """A decimal comma where the language has one, in ticks that matplotlib chose."""
    from matplotlib.ticker import ScalarFormatter

    class Localised(ScalarFormatter):
        def __call__(self, x: float, pos: int | None = None) -> str:
            return str(super().__call__(x, pos)).replace(".", say.point)

    if type(axis.get_major_formatter()) is ScalarFormatter:
        axis.set_major_formatter(Localised(useOffset=False))


def second_axis(ax: Any, factor: float, label: str, say: Words) -> None:
    """Another unit along the top: `factor` of it for each unit below."""
    top = ax.secondary_xaxis("top", functions=(lambda x: x * factor, lambda x: x / factor))
    top.set_xlabel(label)
    whole_numbers(top)
    top.xaxis.label.set_fontsize(SMALL)
    top.xaxis.set_tick_params(labelsize=SMALL, color=GREY, labelcolor=INK)
    top.spines["top"].set_color(GREY)
    _localise(top.xaxis, say)


def surface(ax: Any, X: Any, Y: Any, Z: Any, elevation: float = 38.0) -> None:
    """A surface in 3-D axes; lines with a zorder of 10 are drawn above it, not behind."""
    ax.computed_zorder = False
    ax.plot_surface(X, Y, Z, cmap=SHADES, rcount=60, ccount=60, linewidth=0.15, edgecolor="#ffffff60", zorder=1)
    ax.view_init(elev=elevation, azim=-62)
    ax.xaxis.set_major_locator(_few())
    ax.yaxis.set_major_locator(_few())
    ax.zaxis.set_major_locator(_few())


def level_bands(ax: Any, X: Any, Y: Any, Z: Any, levels: Any) -> None:
    """Level lines with a shade for each band, however near the levels are to each other."""
    from matplotlib.colors import BoundaryNorm

    ax.contourf(X, Y, Z, levels=levels, cmap=SHADES, norm=BoundaryNorm(levels, 256), zorder=0)
    ax.contour(X, Y, Z, levels=levels, colors="white", linewidths=0.5, linestyles="solid", zorder=1)


def whole_numbers(ax: Any) -> None:
    """Along x."""
    from matplotlib.ticker import MaxNLocator

    ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))


def _few() -> Any:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(5)


def halo(width: float = 2.5) -> list[Any]:
    """A white edge around texts and lines that lie above others."""
    from matplotlib.patheffects import withStroke

    return [withStroke(linewidth=width, foreground="white")]


def legend_below(figure: Any, *axes: Any, ncols: int = 4) -> Any:
    """One legend for all panels, below them: what several of them have is said once."""
    said = {label: handle for ax in axes for handle, label in zip(*ax.get_legend_handles_labels(), strict=True)}
    where = {"loc": "outside lower center", "ncols": ncols}
    return figure.legend(list(said.values()), list(said), **where, frameon=False, fontsize=SMALL)


def legend(ax: Any, outside: bool = False, below: bool = False, **settings: Any) -> Any:
    """A legend without a heavy frame; outside, to the right of the axes, or below them."""
    from matplotlib.transforms import ScaledTranslation

    where: dict[str, Any] = {"loc": "best"}
    if outside:
        where = {"loc": "upper left", "bbox_to_anchor": (1.01, 1.0), "borderaxespad": 0.0}
    if below:
        place = ScaledTranslation(0.0, -0.5, ax.figure.dpi_scale_trans)  # half an inch, whatever the axes' height
        where = {
            "loc": "upper center",
            "bbox_to_anchor": (0.5, 0.0),
            "bbox_transform": ax.transAxes + place,
            "ncols": 4,
        }
    chosen = {
        "frameon": not (outside or below),
        "framealpha": 0.9,
        "edgecolor": PALE,
        "fontsize": SMALL,
        **where,
        **settings,
    }
    return ax.legend(**chosen)


def save(figure: Any, path: str | Path | BytesIO, alt: str, dpi: int = DPI) -> None:
    """Write a figure, the same bytes each time, with its text in words inside."""
    import matplotlib

    kind = Path(path).suffix.lower() if isinstance(path, str | Path) else ".png"
    told = {".png": {"Description": alt}, ".svg": {"Description": alt, "Date": None}}
    told[".pdf"] = {"Subject": alt, "CreationDate": None}
    if isinstance(path, str | Path):
        path = Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
    with _saving, matplotlib.rc_context({"svg.hashsalt": "steelyard"}):
        figure.savefig(path, dpi=dpi, metadata=told.get(kind), format=None if isinstance(path, Path) else "png")
