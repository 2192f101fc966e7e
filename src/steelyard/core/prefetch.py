"""Asking for a row before it is needed.

Dual descent visits the rows in a new order each time, and cannot begin with a row before it has ended with the last
one: so it waits for the memory of every row. A loop that says which row comes next does not: the processor fetches it
meanwhile.

    prefetch(X, i)      row i is wanted soon; changes nothing
"""

from __future__ import annotations

from typing import Any

import numpy as np

from steelyard import _jit
from steelyard._jit import verb
from steelyard.core.rows import CSR, Array, Rows

LINE = 8  # float64 in a line of the cache


def near(array: Array, k: int) -> None:
    """Bring element k of a flat array near. Plain Python knows no such thing."""


if _jit.ENABLED:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic, overload

    @intrinsic
    def _ask(typing_context: Any, array: Any, k: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind, i32, byte = signature.args[0], ir.IntType(32), ir.IntType(8).as_pointer()
            made = context.make_array(kind)(context, builder, arguments[0])
            shape, strides = (cgutils.unpack_tuple(builder, part) for part in (made.shape, made.strides))
            at = cgutils.get_item_pointer2(context, builder, made.data, shape, strides, kind.layout, [arguments[1]])
            form = ir.FunctionType(ir.VoidType(), [byte, i32, i32, i32])
            function = cgutils.get_or_insert_function(builder.module, form, "llvm.prefetch")
            to_read, keep, data = (ir.Constant(i32, number) for number in (0, 3, 1))
            builder.call(function, [builder.bitcast(at, byte), to_read, keep, data])
            return context.get_dummy_value()

        return types.void(array, types.intp), emit

    overload(near)(lambda array, k: lambda array, k: _ask(array, k))


@verb(by="X")
def prefetch(X: Rows, i: int) -> None:
    """Row i is wanted soon."""
    raise NotImplementedError


@prefetch.on(CSR)
def _prefetch_sparse(X: CSR, i: int) -> None:
    for k in range(X.indptr[i], X.indptr[i + 1], LINE):
        near(X.data, k)
    for k in range(X.indptr[i], X.indptr[i + 1], 2 * LINE):
        near(X.indices, k)


@prefetch.on(np.ndarray)
def _prefetch_dense(X: Array, i: int) -> None:
    """Long rows announce themselves."""
