"""The limit: a loop that only reads, classifies and hashes the bytes of the texts.

No vectorizer that looks at every byte and tells the words apart can be faster: a stage shows how far each is from it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steelyard._jit import jit
from steelyard._threads import run_parallel, thread_count

Bytes = NDArray[np.uint8]

START = np.uint64(0xCBF29CE484222325)
PRIME = np.uint64(0x100000001B3)


@jit
def read_classify_hash(text: Bytes, lowered: Bytes) -> np.uint64:
    """The sum of the hashes of all words; `lowered[byte]` is 0 for a byte that no word has."""
    total = START
    h = START
    for i in range(text.size):
        byte = lowered[text[i]]
        if byte:
            h = (h ^ np.uint64(byte)) * PRIME
        else:
            total += h
            h = START
    return total + h


def lowered_bytes() -> Bytes:
    """ASCII letters in lower case, digits, the underscore and all bytes beyond ASCII; 0 for the others."""
    table = np.zeros(256, np.uint8)
    for byte in range(256):
        if byte >= 128 or chr(byte).isalnum() or byte == ord("_"):
            table[byte] = ord(chr(byte).lower()) if byte < 128 else byte
    return table


def limit(text: Bytes) -> list[np.uint64]:
    """Over the threads' shares of the bytes."""
    lowered = lowered_bytes()
    shares = np.array_split(text, thread_count())
    return run_parallel(lambda share: read_classify_hash(share, lowered), shares)
