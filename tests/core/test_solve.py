"""What Newton's methods solve in each step: systems, lines, and sums of large arrays over blocks."""

from __future__ import annotations

import numpy as np
import pytest

from steelyard.core.blocks import ROWS_PER_BLOCK, WIDE, blocks, sum_over_blocks, wide_blocks
from steelyard.core.solve import by_diagonal, conjugate_gradient, line_minimum


@pytest.mark.parametrize("conditioned", [True, False])
def test_conjugate_gradient_solves_and_leaves_its_target_alone(conditioned: bool) -> None:
    rng = np.random.default_rng(0)
    A = rng.normal(size=(30, 20))
    H = A.T @ A + np.diag(np.geomspace(0.1, 100.0, 20))
    target = rng.normal(size=20)
    before = target.copy()
    condition = by_diagonal(H.diagonal()) if conditioned else (lambda r: r)
    found = conjugate_gradient(lambda v: H @ v, condition, target, 1e-12)
    np.testing.assert_allclose(found, np.linalg.solve(H, target), rtol=1e-8, atol=1e-10)
    assert np.array_equal(target, before)
    rough = conjugate_gradient(lambda v: H @ v, condition, target, 0.5)
    assert 0.0 < np.linalg.norm(rough - found) < np.linalg.norm(found)


def test_the_minimum_of_a_line() -> None:
    t = line_minimum(lambda t: (4.0 * (t - 2.0) ** 3 + (t - 2.0), 12.0 * (t - 2.0) ** 2 + 1.0))
    assert abs(4.0 * (t - 2.0) ** 3 + (t - 2.0)) <= 3.4
    assert line_minimum(lambda t: (1.0 + t, 1.0)) == 0.0


@pytest.mark.parametrize("n", [1, 5000, 50_000])
@pytest.mark.parametrize("width", [10, WIDE])
def test_wide_sums_have_two_blocks_and_every_row_once(n: int, width: int) -> None:
    cuts = wide_blocks(n, width)
    assert [i for start, stop in cuts for i in range(start, stop)] == list(range(n))
    assert cuts == blocks(n) if width < WIDE else len(cuts) == min(2, -(-n // ROWS_PER_BLOCK))
    x = np.random.default_rng(0).normal(size=n)
    sums = [sum_over_blocks(lambda at: x[at.start : at.stop].sum(keepdims=True), cuts, t) for t in (1, 2, 3)]
    assert sums[0] == sums[1] == sums[2]
