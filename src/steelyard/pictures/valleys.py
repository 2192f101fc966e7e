"""What convexity buys: gradient descent on a bowl, and on a landscape of several valleys.

    the bowl       R^2 - 1                     every descent ends at the bottom
    the valleys    -cos R / (1 + R^2 / 2)      rings about the deepest: the start decides where a descent ends

R is the distance from the middle. Both are the first course's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from steelyard.core.random import generator
from steelyard.core.rows import Array
from steelyard.pictures import style
from steelyard.pictures.picture import Panels
from steelyard.pictures.words import Words

REACH = 8.0  # R goes up to here
NAMES = ("bowl", "valleys")


def height(name: str, R: Any) -> Any:
    """The height at distance R from the middle."""
    return R**2 - 1.0 if name == "bowl" else -np.cos(R) / (1.0 + 0.5 * R**2)


def slope(name: str, R: Any) -> Any:
    """Its derivative."""
    if name == "bowl":
        return 2.0 * R
    below = 1.0 + 0.5 * R**2
    return (np.sin(R) * below + np.cos(R) * R) / below**2


def descend(name: str, start: Array, rate: float, steps: int) -> Array:
    """theta -= rate gradient(theta), so many times: (steps + 1, 2)."""
    theta = np.array(start, dtype=np.float64)
    way = [theta]
    for _ in range(steps):
        R = float(np.linalg.norm(theta))
        gradient = slope(name, R) * theta / max(R, 1e-300)
        theta = theta - rate * gradient
        way.append(theta)
    return np.array(way)


@dataclass(frozen=True, eq=False)
class Valleys(Panels):
    """Descents from the same starts on both landscapes.

    >>> from steelyard.pictures import Valleys
    >>> picture = Valleys.from_starts([[1.0, 0.0], [4.0, 0.0]])
    >>> picture.at_the_bottom.tolist()  # of the bowl, of the valleys
    [2, 1]
    """

    SIZE: ClassVar[tuple[float, float]] = (9.2, 8.2)

    R: Array  # (m,)
    profiles: Array  # (2, m): heights by R, of the bowl and of the valleys
    ways: tuple[Array, ...]  # (2, steps + 1, 2), one for each start
    at_the_bottom: Array  # (2,): how many of them ended within 0.1 of the middle
    rates: Array  # (2,)

    @classmethod
    def from_starts(
        cls, starts: Any = None, rates: tuple[float, float] = (0.08, 0.8), steps: int = 400, seed: int = 0
    ) -> Self:
        """Starts in the plane; without any, eight drawn with the seed."""
        if starts is None:
            rng = generator(seed, "pictures", "valleys")
            R = rng.permutation(np.linspace(1.2, 7.4, 8))
            angle = 2.0 * np.pi * (np.arange(8) + rng.uniform(0.0, 0.7, 8)) / 8.0
            starts = np.column_stack([R * np.cos(angle), R * np.sin(angle)])
        R = np.linspace(0.0, REACH, 97)
        ways = [np.array([descend(n, s, r, steps) for n, r in zip(NAMES, rates)]) for s in np.asarray(starts)]
        ended = np.array([np.linalg.norm(way[:, -1], axis=1) < 0.1 for way in ways])
        profiles = np.array([height(name, R) for name in NAMES])
        return cls(R, profiles, tuple(ways), ended.sum(axis=0), np.array(rates))

    def _fill(self, figure: Any, say: Words) -> None:
        angles = np.linspace(0.0, 2.0 * np.pi, 97)
        X, Y = np.outer(np.cos(angles), self.R), np.outer(np.sin(angles), self.R)
        for k, name in enumerate(NAMES):
            Z = np.tile(self.profiles[k], (len(angles), 1))
            above = figure.add_subplot(2, 2, 1 + k, projection="3d")
            style.surface(above, X, Y, Z, elevation=52.0)
            above.set_title(say(f"valleys.{name}"))
            below = figure.add_subplot(2, 2, 3 + k)
            style.level_bands(below, X, Y, Z, np.unique(np.quantile(self.profiles[k], np.linspace(0.0, 1.0, 15))))
            below.set_aspect("equal")
            for ways in self.ways:
                self._way(above, below, name, ways[k])
            n = {"bottom": int(self.at_the_bottom[k]), "n": len(self.ways)}
            below.set_title(say("valleys.ended", **n))

    def _way(self, above: Any, below: Any, name: str, way: Array) -> None:
        R = np.linalg.norm(way, axis=1)
        line = {"color": style.COLOURS[4], "linewidth": 1.5}
        above.plot(*way.T, height(name, R), zorder=10, path_effects=style.halo(3.5), **line)
        below.plot(*way.T, zorder=3, path_effects=style.halo(4.0), **line)
        ends = {"linestyle": "none", "markeredgecolor": style.INK, "markersize": 5}
        below.plot(*way[0], marker="o", color="white", zorder=4, **ends)
        below.plot(*way[-1], marker="*", color=style.YELLOW, zorder=5, **{**ends, "markersize": 11})

    def _alt(self, say: Words) -> str:
        bowl, valleys = (int(n) for n in self.at_the_bottom)
        return say("alt.valleys", n=len(self.ways), bowl=bowl, valleys=valleys)
