"""The proofs measure what they say: on little data here, and where the outcome is known."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks import honesty, intervals, stages
from benchmarks.__main__ import main
from benchmarks.stages import PROOFS, STAGES, proof_named
from steelyard.evaluation import operating_points


@pytest.mark.parametrize("name", PROOFS)
def test_a_proof_can_be_run(name: str) -> None:
    assert callable(proof_named(name)) and name not in STAGES


def test_numbers_are_saved_and_what_is_wrong_is_an_exit_code(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("benchmarks.__main__.proof_named", lambda name: lambda quick: {"seen": 7, "wrong": ["this"]})
    with pytest.raises(SystemExit) as ended:
        main(["intervals", "--quick"])
    assert ended.value.code == 1
    assert json.loads((tmp_path / ".benchmarks" / "intervals.json").read_text())["seen"] == 7
    assert ".benchmarks" in capsys.readouterr().out and stages.PROOFS


def test_intervals(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(intervals, "QUICK", 4)
    before = operating_points.CHAINS
    outcome = intervals.run(True)
    assert before == operating_points.CHAINS
    held = {(line["what"], line["world"], line["method"]): line["held"] for line in outcome["lines"]}
    assert held["share", "0.9 of 30", "Clopper and Pearson"] > 0.95 > held["share", "0.9 of 30", "normal"]
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 100


def test_chances_add_up_and_precision_is_integrated() -> None:
    assert intervals.binomial(300, 0.9).sum() == pytest.approx(1.0)
    assert intervals.binomial(10, 0.5)[5] == pytest.approx(252 / 1024)
    assert intervals.true_precision(0.0) == pytest.approx(0.5) and intervals.true_precision(0.99) > 0.99


def test_adaptive_sets_by_hand() -> None:
    P = np.array([[0.6, 0.3, 0.1], [0.2, 0.5, 0.3]])
    np.testing.assert_allclose(honesty.before(P), [[0.0, 0.6, 0.9], [0.8, 0.0, 0.5]])
    k, Q = np.arange(20) % 2, np.full((20, 2), 0.5)
    for coverage, expected in ((0.45, [True, False]), (0.9, [True, True])):
        assert honesty.adaptive(np.array([[0.9, 0.1]]), k, Q, coverage).tolist() == [expected]


def test_what_is_promised_of_imdb_is_looked_at() -> None:
    told = honesty.Told("imdb", 1, 1, 0.9, 0.9, 0.9, 0.03, 0.01, 0.95, 1.0, 0.05)
    assert len(list(honesty.broken([told], {"imdb": [0.97, 0.99], "other": [0.1]}))) == 2
    assert not list(honesty.broken([told._replace(ece=0.01)], {"imdb": [0.95]}))
