"""The stages and proofs about solving say who is off, and draw what they say they draw."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import count, repeat
from typing import Any

import numpy as np
import pytest

from benchmarks import closeness, epochs, room, solve_dense, strengths, table
from benchmarks.closeness import CLOSE, FAR
from benchmarks.frame import VARIES, Call, Contestant, Problem, Stage, entries, measure
from benchmarks.solve_sets import Labelled, drawn
from steelyard.core.rows import CSR


@pytest.mark.parametrize(("value", "word"), [(10.0, CLOSE), (10.00099, CLOSE), (10.0011, FAR), (math.nan, FAR)])
def test_close_is_within_a_share_of_the_optimum(value: float, word: str) -> None:
    assert closeness.told(value, 10.0, 1e-4) == word


def test_a_tolerance_counts_as_close_only_if_it_is_so_each_time() -> None:
    """The first never is, the second is so but once in a while, the third always."""
    asked: list[str] = []

    def peer(name: str, answers: list[str]) -> Call:
        def call() -> str:
            asked.append(name)
            return answers[(asked.count(name) - 1) % len(answers)]

        return call

    loose, lucky, strict = peer("loose", [FAR]), peer("lucky", [CLOSE, FAR]), peer("strict", [CLOSE])
    assert closeness.loosest([loose, lucky, strict], str, runs=3) is strict
    assert asked == ["loose", "lucky", "lucky", "strict", "strict", "strict"]
    assert closeness.loosest([loose, lucky, strict], str) is not strict  # once is luck
    assert closeness.loosest([loose, loose], str) is loose


def test_the_table_says_of_each_how_close_it_came_and_who_is_not_so_in_every_round() -> None:
    def contestant(name: str, answers: Iterator[Any]) -> Contestant:
        return Contestant(name, lambda problem, data: lambda: next(answers))

    stage = Stage(
        title="close",
        problems=[Problem("p")],
        contestants=[contestant("peer", count()), contestant("ours", repeat(CLOSE))],
        load=lambda quick: None,
        small=lambda data: data,
        megabytes=lambda problem, data: 1.0,
        describe=str,
        answer=str,
        compares=False,
    )
    ran, _ = measure(stage, entries(stage.problems[0], stage.contestants, [1]), None, repeat=2)
    peer, ours = (table.line(table.row(entry, ran[0], 1.0, stage.compares), first=False) for entry in ran)
    assert peer.endswith(VARIES) and ours.endswith(CLOSE) and "DIFFERS" not in peer + ours
    ran[0].answer = FAR
    line = table.line(table.row(ran[0], ran[0], 1.0, stage.compares), first=False)
    assert line.endswith(f" {FAR}") and len(line) <= 100


def test_the_dense_rows_are_like_embeddings() -> None:
    X, k = solve_dense.embedded(3_000)
    np.testing.assert_allclose((X * X).sum(axis=1), 1.0)
    assert abs(k.mean() - 0.5) < 0.05
    between = np.abs(np.corrcoef(X.T))[~np.eye(X.shape[1], dtype=bool)]
    assert between.mean() > 0.1  # independent columns: 0.015
    single, same = solve_dense.embedded(3_000, single=True)
    assert single.dtype == np.float32 and np.array_equal(k, same)


def test_the_dense_objective_is_the_models_own() -> None:
    from steelyard import LogisticRegression

    X, k = solve_dense.embedded(400)
    model = LogisticRegression(C=3.0).fit(X, k)
    value = solve_dense.objective(X, k, 3.0, model.coef_[0], float(model.intercept_[0]))
    assert value == pytest.approx(model.objective_, rel=1e-12)
    assert solve_dense.answer((400, False, 3.0, model.coef_[0], float(model.intercept_[0]))) == CLOSE
    assert solve_dense.answer((400, False, 3.0, np.zeros(384), 0.0)) == FAR


@pytest.mark.parametrize(
    ("gap", "said", "seconds", "finite", "fault", "cell"),
    [
        (1e-7, "", 2.0, True, "", "2.00"),
        (1e-3, "a gap of 1e-3", 99.0, True, "", "1e-03!"),
        (1e-3, "", 2.0, True, "silent", "silent"),
        (1e-7, "", 61.0, True, "slow", "slow"),
        (math.nan, "a gap", 2.0, False, "NaN", "NaN"),
    ],
)
def test_what_must_not_be_is_named(gap: float, said: str, seconds: float, finite: bool, fault: str, cell: str) -> None:
    line = strengths.Line("set", "model", 1.0, seconds, gap, said, finite)
    assert (line.fault, line.cell) == (fault, cell)


def test_every_strength_of_little_data(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    X, k = solve_dense.embedded(400)
    sets = {"answers": strengths.answers(200), "drawn": drawn(900, 3), "dense": Labelled(X[:, :10], k)}
    monkeypatch.setattr(strengths, "SETS", {name: lambda quick, data=data: data for name, data in sets.items()})
    outcome = strengths.run(True)
    assert outcome["wrong"] == [] and len(outcome["lines"]) == (3 + 1 + 3) * len(strengths.STRENGTHS)
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 100


def test_the_stream_reads_every_byte_of_the_rows() -> None:
    data = drawn(500, 2).X
    X = CSR(data.indptr.astype(np.int64), data.indices.astype(np.int32), data.data, data.shape[1])
    assert len(X.indices) % 2 == 0 or pytest.skip("a half word is left over")
    words: Any = [part.view(np.uint64) for part in X[:3]]
    total = sum(int(word) for part in words for word in part) % 2**64
    assert int(epochs.streamed(X)) % 2**64 == total


def test_room_is_the_rows_and_the_weights() -> None:
    assert not room.Line("fit", rows=100.0, weights=50.0, peak=200.0).too_much
    assert room.Line("fit", rows=100.0, weights=50.0, peak=220.0).too_much
    assert room.Line("fit", rows=100.0, weights=50.0, peak=150.0).share == 1.0
