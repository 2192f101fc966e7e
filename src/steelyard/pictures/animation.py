"""Frames to files: an animated GIF, or a folder of PNG files; the same bytes each time.

A GIF has 256 colours: one palette for all frames, made from a few of them, so that nothing flickers. A frame that
equals the one before it would be dropped by the format; the frames of `Learning` all differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.core.trace import Trace

if TYPE_CHECKING:
    from steelyard.pictures.learning import Learning

DPI = 90
MILLISECONDS = 160  # a frame; the first stays three times as long, the last fifteen times


def animate(
    trace: Trace,
    X: Any,
    y: Any,
    path: str | Path,
    method: str = "perceptron",
    *,
    names: Sequence[str] | None = None,
    language: str = "en",
    frames: int = 60,
    dpi: int = DPI,
    **settings: Any,
) -> list[Path]:
    """Write a recorded run on two columns: as a GIF if the path ends in `.gif`, else as a folder of frames.

    Parameters
    ----------
    trace : recorded with `Trace(keep_every=1)`
    X, y : the rows of the run, and their labels
    method : "perceptron", "descent" or "svm": what is drawn beside the plane
    settings : `kernel` and `land` of `Learning.from_trace`

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> from steelyard.algorithms.loop import run
    >>> from steelyard.algorithms.perceptron import Perceptron
    >>> from steelyard.pictures import animate, clouds
    >>> from steelyard.pictures.problems import problem_of
    >>> (X, y), trace = clouds(5), Trace(keep_every=1)
    >>> done = run(Perceptron(problem_of(X, y, "perceptron")), max_steps=3, trace=trace)
    >>> frames = animate(trace, X, y, Path(mkdtemp()) / "frames", dpi=40)
    >>> frames[0].name, len(frames) <= 4
    ('frame-000.png', True)
    """
    from steelyard.pictures.learning import Learning

    learning = Learning.from_trace(trace, X, y, method, names, frames=frames, **settings)
    if str(path).lower().endswith(".gif"):
        return [learning.gif(path, language, dpi=dpi)]
    return learning.frames(path, language, dpi=dpi)


def write_gif(
    learning: Learning, path: str | Path, language: str = "en", dpi: int = DPI, milliseconds: int = MILLISECONDS
) -> Path:
    """All frames as one animation, which repeats."""
    places = learning.places(language)
    images = [_image(learning.frame(k, language, places), dpi) for k in range(len(learning.iteration))]
    palette = _palette([images[0], images[len(images) // 2], images[-1]])
    flat = [image.quantize(palette=palette, dither=0) for image in images]
    times = [milliseconds] * len(flat)
    times[0], times[-1] = 3 * milliseconds, 15 * milliseconds
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    told = learning.alt(language).encode("ascii", "xmlcharrefreplace")
    flat[0].save(
        path, format="GIF", save_all=True, append_images=flat[1:], duration=times, loop=0, comment=told, disposal=1
    )
    return path


def write_frames(learning: Learning, folder: str | Path, language: str = "en", dpi: int = DPI) -> list[Path]:
    """frame-000.png, frame-001.png, ..."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"frame-{k:03}.png" for k in range(len(learning.iteration))]
    places = learning.places(language)
    for k, path in enumerate(paths):
        _image(learning.frame(k, language, places), dpi).save(path)
    return paths


def _image(figure: Any, dpi: int) -> Any:
    """The figure as a picture of Pillow's."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from PIL import Image

    figure.set_dpi(dpi)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")


def _palette(images: list[Any]) -> Any:
    """A picture with the 256 colours that these need most."""
    from PIL import Image

    width, height = images[0].size
    sheet = Image.new("RGB", (width, height * len(images)))
    for k, image in enumerate(images):
        sheet.paste(image, (0, k * height))
    return sheet.quantize(256)
