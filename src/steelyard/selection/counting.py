"""The counts that recipes share: each view of the texts is counted once, whichever recipes ask for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from steelyard.core.rows import CSR, Array
from steelyard.features.text_columns import Learnt, View, laid_together, learn_columns
from steelyard.text.normalise import as_arrow


class Counter:
    """Texts, and the counts of their views as far as they were asked for."""

    def __init__(self, texts: Any, threads: int | None = None) -> None:
        self.texts, self.threads = as_arrow(texts), threads
        self._views: dict[View, Learnt] = {}

    def __len__(self) -> int:
        return len(self.texts)

    def characters(self) -> int:
        """Bytes of UTF-8, in all."""
        import pyarrow.compute as pc

        return int(pc.sum(pc.binary_length(self.texts)).as_py() or 0)

    def of(self, views: Sequence[View]) -> Learnt:
        """Columns, counts and document frequencies of the views, side by side."""
        for view in views:
            if view not in self._views:
                self._views[view] = learn_columns(self.texts, [view], self.threads)
        return laid_together([self._views[view] for view in views])

    def some(self, rows: Array) -> Counter:
        """The same of some of the texts."""
        import pyarrow as pa

        return Counter(self.texts.take(pa.array(rows)), self.threads)


def with_tf(counts: CSR, tf: str) -> CSR:
    """What the counts are worth: `LinearText` says the same of new texts."""
    if tf == "count":
        return counts
    if tf == "binary":
        return counts._replace(data=np.ones_like(counts.data))
    return counts._replace(data=1.0 + np.log(counts.data))
