"""The proof in benchmarks/ runs on little data, and finds the promises kept."""

from __future__ import annotations

import pytest

from benchmarks import explanations


def test_what_explanations_promise(capsys: pytest.CaptureFixture[str]) -> None:
    outcome = explanations.run(True)
    [line] = outcome["lines"]
    assert outcome["wrong"] == [] and sum(line["sizes"]) == 6
    assert 0.0 < line["off"] <= line["bound"] and line["asked"] < line["naive"]
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 130
