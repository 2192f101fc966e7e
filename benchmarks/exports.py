"""`exports`: a model of hundreds of thousands of columns as its own file, as ONNX, as scikit-learn's Pipeline.

How large each is, how long it takes to come back, and how far its probabilities are from the model's own. The weights
are drawn at random: what is measured does not depend on them.
"""

from __future__ import annotations

import pickle
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import memory, texts

FAR = 1e-5  # sums of thousands of terms in float32
ANSWERED = 64
VIEWS = {"words": ("word",), "words and characters": ("word", "char_wb")}


def run(quick: bool) -> dict[str, Any]:
    data, lines, wrong = texts.load(quick), [], []
    print(f"exports of models over {len(data.train):,} texts ({data.source}), one thread\n")
    print(f"{'columns':<31}{'as':<14}{'MB':>8}{'back, s':>9}{'peak MB':>9}{'ms a text':>11}{'off by':>10}")
    for name, analyzers in VIEWS.items():
        model = drawn(data.train, analyzers)
        for line in measured(model, data.test[:ANSWERED]):
            lines.append({"columns": model.columns.n_columns, "views": name, **line})
            first = f"{model.columns.n_columns:,} {name}" if line["as"] == "file" else ""
            print(
                f"{first:<31}{line['as']:<14}{line['megabytes']:>8.1f}{line['back']:>9.2f}{line['peak']:>9.0f}"
                f"{line['a_text'] * 1e3:>11.2f}{line['off']:>10.0e}",
                flush=True,
            )
            if line["off"] > FAR:
                wrong.append(f"{line['as']}: probabilities are off by {line['off']:.1e}")
    return {"source": data.source, "lines": lines, "wrong": wrong}


def drawn(some: list[str], analyzers: tuple[str, ...]) -> Any:
    """A model over the columns of texts."""
    from steelyard.features.text_columns import View, learn_columns
    from steelyard.models.linear_text import LinearText

    views = [View(min_df=2) if each == "word" else View(each, (2, 5), min_df=3) for each in analyzers]
    columns, _, df = learn_columns(some, views)
    random, d = np.random.default_rng(0), columns.n_columns
    v = random.normal(size=(d, 1)).astype(np.float32)
    return LinearText(
        columns, ("neg", "pos"), v, np.zeros(1), np.ones(d, np.float32), "log", True, df=df.astype(np.int32)
    )


def measured(model: Any, fresh: list[str]) -> list[dict[str, Any]]:
    """The file with its checksum looked at and without, ONNX, scikit-learn."""
    from steelyard.store import export_onnx, load, save, to_sklearn

    expected = model.probabilities(model.scores(fresh, threads=1))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file, onnx, pickled = (
            save(model, folder / "m.steelyard"),
            export_onnx(model, folder / "m.onnx"),
            folder / "m.pickle",
        )
        pickled.write_bytes(pickle.dumps(to_sklearn(model)))
        ways: list[tuple[str, Path, Callable[[], Callable[[list[str]], Any]]]] = [
            ("file", file, lambda: ours(load(file))),
            ("file, no sum", file, lambda: ours(load(file, verify=False))),
            ("ONNX", onnx, lambda: session(onnx)),
            ("scikit-learn", pickled, lambda: pickle.loads(pickled.read_bytes()).predict_proba),
        ]
        return [one_way(way, path, back, fresh, expected) for way, path, back in ways]


def ours(model: Any) -> Callable[[list[str]], Any]:
    return lambda some: model.probabilities(model.scores(some, threads=1))


def session(path: Path) -> Callable[[list[str]], Any]:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    found = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    return lambda some: found.run(["probabilities"], {"texts": np.array(some, object)})[0]


def one_way(
    way: str, path: Path, back: Callable[[], Callable[[list[str]], Any]], fresh: list[str], expected: Any
) -> dict[str, Any]:
    back()(fresh[:1])  # what is imported and compiled is not counted
    peak = memory.peak_of(back) if memory.available() else float("nan")
    begin = time.perf_counter()
    answer = back()
    took = time.perf_counter() - begin
    found = np.concatenate([answer([text]) for text in fresh])
    begin = time.perf_counter()
    for text in fresh:
        answer([text])
    each = (time.perf_counter() - begin) / len(fresh)
    return {
        "as": way, "megabytes": path.stat().st_size / 1e6, "back": took, "peak": peak, "a_text": each,
        "off": float(np.abs(found - expected).max()),
    }  # fmt: skip
