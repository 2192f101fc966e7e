"""Room for results whose number is not known beforehand.

Compiled code makes no arrays: it works until the room is used up, says where it stopped, and is called
again with more. So it counts no references, compiles in a third less time, and its memory is plain NumPy's.
"""

from __future__ import annotations

import numpy as np


def with_room(a: np.ndarray, used: int, room: int) -> np.ndarray:
    """The first `used` elements of `a`, in an array with room for `room` and half as many again."""
    b = np.empty(room + room // 2, a.dtype)
    b[:used] = a[:used]
    return b
