"""A model as an ONNX graph: texts in, labels and probabilities out; or the columns' counts in.

After the counts the graph is ONNX's own operators, in float32. From the text to the counts (`onnx_text.py`) it also
uses `com.microsoft.Tokenizer`, which every onnxruntime has and no other runtime. `texts=False` leaves that part out:
then rows come in, as `LinearText.counts` gives them, made dense. Either way the file says what comes in, under `input`,
and the classes in the order of the probabilities, as JSON under `classes`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.core.rows import Array
from steelyard.errors import ExportError, MissingExtraError
from steelyard.store.pipeline import columns_of
from steelyard.store.writing import write_whole

if TYPE_CHECKING:
    from steelyard.models.linear_text import LinearText

OPERATORS = {"": 20, "ai.onnx.ml": 4, "com.microsoft": 1}  # domain -> version
IR = 9
LARGEST_FILE = (1 << 31) - 1  # what protobuf can hold


def export_onnx(model: LinearText, path: str | os.PathLike[str], *, texts: bool = True) -> Path:
    """Write a model as an ONNX file; returns the path. Needs the extra `steelyard[onnx]`.

    In: `texts`, strings (n,); or `counts`, float32 (n, columns). Out: `labels`, strings (n,); `probabilities`, float32
    (n, classes), equal to the model's own to the precision of float32. A text takes 4 bytes a column while it is
    answered: give large models few texts at a time.

    texts : whether texts come in, and are read as the model reads them

    >>> from steelyard.store import export_onnx
    >>> from steelyard.store.examples import new_folder, weather
    >>> path = export_onnx(weather(), new_folder() / "weather.onnx")
    >>> path.stat().st_size > 1000
    True
    """
    g = Graph()
    columns = columns_of(model)
    if texts:
        from steelyard.store.onnx_text import counted

        given = g.input("texts", np.array([""], object), [None])
        counts, order = counted(g, given, columns)
    else:
        counts = g.input("counts", np.zeros(1, np.float32), [None, columns.n_columns])
        order = np.arange(columns.n_columns)
    z = _scores(g, model, counts, order)
    g.output("labels", _labels(g, model, z), np.array([""], object), [None])
    g.output("probabilities", _probabilities(g, model, z), np.zeros(1, np.float32), [None, len(model.classes)])
    said = {"input": "texts" if texts else "counts", "classes": json.dumps(model.classes)}
    return write_whole(path, [g.as_bytes(said)])


class Graph:
    """An ONNX graph that grows: a call adds a node and gives the name of what comes out of it."""

    def __init__(self, prefix: str = "") -> None:
        try:
            import onnx
        except ImportError as error:
            raise MissingExtraError(
                "ONNX files are written with the package onnx.", "pip install 'steelyard[onnx]'"
            ) from error
        self._onnx, self._prefix = onnx, prefix
        self._nodes: list[Any] = []
        self._constants: list[Any] = []
        self._inputs: list[Any] = []
        self._outputs: list[Any] = []

    def __call__(self, operator: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
        name = f"{self._prefix}{operator}{len(self._nodes)}"
        self._nodes.append(self._onnx.helper.make_node(operator, list(inputs), [name], domain=domain, **attributes))
        return name

    def constant(self, values: Any) -> str:
        """Numbers, or strings, that stand in the file."""
        array = np.asarray(values)
        name = f"{self._prefix}constant{len(self._constants)}"
        if array.dtype.kind in "UO":
            encoded = [str(text).encode() for text in array.ravel().tolist()]
            tensor = self._onnx.helper.make_tensor(name, self._onnx.TensorProto.STRING, array.shape, encoded)
        else:
            tensor = self._onnx.numpy_helper.from_array(array.copy(), name)
        self._constants.append(tensor)
        return name

    def whole(self, *numbers: int) -> str:
        """Whole numbers, as shapes and slices ask for them."""
        return self.constant(np.array(numbers, np.int64))

    def input(self, name: str, like: Array, shape: Sequence[int | None] | None) -> str:
        self._inputs.append(self._info(name, like, shape))
        return name

    def output(self, name: str, source: str, like: Array, shape: Sequence[int | None] | None) -> None:
        self._nodes.append(self._onnx.helper.make_node("Identity", [source], [name]))
        self._outputs.append(self._info(name, like, shape))

    def _info(self, name: str, like: Array, shape: Sequence[int | None] | None) -> Any:
        kind = (
            self._onnx.TensorProto.STRING
            if like.dtype == object
            else self._onnx.helper.np_dtype_to_tensor_dtype(like.dtype)
        )
        return self._onnx.helper.make_tensor_value_info(name, kind, shape)

    def proto(self, name: str) -> Any:
        """The graph as ONNX holds it."""
        return self._onnx.helper.make_graph(self._nodes, name, self._inputs, self._outputs, self._constants)

    def as_bytes(self, said: dict[str, str]) -> bytes:
        helper = self._onnx.helper
        operators = [helper.make_opsetid(domain, version) for domain, version in OPERATORS.items()]
        model = helper.make_model(
            self.proto("steelyard"), opset_imports=operators, ir_version=IR, producer_name="steelyard"
        )
        helper.set_model_props(model, said)
        if model.ByteSize() > LARGEST_FILE:
            raise ExportError(
                "The ONNX file would have over 2 GB: more than such a file can.", "Leave out rare columns."
            )
        return bytes(model.SerializeToString(deterministic=True))


def _scores(g: Graph, model: LinearText, counts: str, order: Array) -> str:
    """(n, K) from counts whose columns stand in this order."""
    v, scale = (np.asarray(each, np.float32)[order] for each in (model.v, model.scale))
    zero = g.constant(np.float32(0.0))
    tf = counts
    if model.tf == "binary":
        tf = g("Cast", g("Greater", counts, zero), to=1)
    elif model.tf == "log":
        one = g.constant(np.float32(1.0))
        tf = g("Where", g("Greater", counts, zero), g("Add", g("Log", g("Max", counts, one)), one), zero)
    z = g("MatMul", tf, g.constant(v))
    if model.norm:
        length = g("ReduceL2", g("Mul", tf, g.constant(scale)), g.whole(1), keepdims=1)
        z = g("Div", z, g("Where", g("Greater", length, zero), length, g.constant(np.float32(1.0))))
    return g("Add", z, g.constant(np.asarray(model.b, np.float32)))


def _labels(g: Graph, model: LinearText, z: str) -> str:
    names = g.constant(np.array(model.classes, object))
    if len(model.classes) > 2:
        return g("Gather", names, g("ArgMax", z, axis=1, keepdims=0))
    second = g("Cast", g("Greater", z, g.constant(np.float32(0.0))), to=7)
    return g("Gather", names, g("Squeeze", second, g.whole(1)))


def _probabilities(g: Graph, model: LinearText, z: str) -> str:
    slope, shift = (g.constant(np.float32(x)) for x in model.calibration)
    logits = g("Add", g("Mul", z, slope), shift)
    if len(model.classes) > 2:
        return g("Softmax", logits, axis=1)
    return g("Concat", g("Sigmoid", g("Neg", logits)), g("Sigmoid", logits), axis=1)
