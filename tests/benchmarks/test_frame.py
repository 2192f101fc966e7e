"""The benchmarks' frame: turns, memory, answers and tables are what they claim. No speeds are tested."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks import memory, table, texts
from benchmarks.__main__ import main
from benchmarks.frame import CALLS, Call, Contestant, Entry, Problem, Stage, entries, measure
from benchmarks.stages import STAGES, stage_named


def stage_of(*contestants: Contestant) -> Stage:
    return Stage(
        title="sums",
        problems=[Problem("sum")],
        contestants=contestants,
        load=lambda quick: [1, 2],
        small=lambda data: data[:1],
        megabytes=lambda problem, data: 1.0,
        describe=str,
        answer=lambda result: result,
    )


def test_contestants_take_turns_and_warm_up_on_little_data() -> None:
    log: list[tuple[str, int]] = []

    def runner(name: str) -> Contestant:
        def prepare(problem: Problem, data: Any) -> Call:
            return lambda: log.append((name, len(data)))

        return Contestant(name, prepare)

    stage = stage_of(runner("a"), runner("b"))
    ran, missing = measure(stage, entries(stage.problems[0], stage.contestants, [1]), [1, 2], repeat=3)
    turns = [("a", 2), ("b", 2), ("b", 2), ("a", 2), ("a", 2), ("b", 2)]
    assert log == [("a", 1), ("b", 1), *(turn for turn in turns for _ in range(CALLS))]  # quick ones
    assert [len(entry.seconds) for entry in ran] == [3 * CALLS, 3 * CALLS] and missing == []


def test_who_is_not_installed_is_left_out_and_named() -> None:
    def prepare(problem: Problem, data: Any) -> Call:
        raise ImportError("No module named 'other'")

    stage = stage_of(Contestant("here", lambda problem, data: lambda: sum(data)), Contestant("other", prepare))
    ran, missing = measure(stage, entries(stage.problems[0], stage.contestants, [1]), [1, 2], repeat=1)
    assert [entry.name for entry in ran] == ["here"]
    assert missing == ["other: No module named 'other'"]


def test_only_threaded_contestants_run_at_each_thread_count() -> None:
    one, many = Contestant("one", lambda p, d: None), Contestant("many", lambda p, d: None, threaded=True)
    assert [entry.name for entry in entries(Problem("p"), [one, many], [1, 2])] == ["one", "many x1", "many x2"]


def test_a_wrong_answer_is_shown() -> None:
    reference, wrong = (
        Entry(Problem("p"), Contestant(n, lambda p, d: None), 1, [0.5], a) for n, a in (("r", 7), ("w", 8))
    )
    row = table.row(wrong, reference, megabytes=1.0)
    assert row["same"] is False and "DIFFERS" in table.line(row, first=True)


@pytest.mark.skipif(not memory.available(), reason="this system does not tell a process's peak")
def test_the_peak_counts_what_is_freed_again_and_not_what_was_there() -> None:
    there = np.ones(20_000_000)  # 160 MB before the call

    def call() -> float:
        return float(np.ones(5_000_000).sum())  # 40 MB for a moment

    assert 37 < memory.peak_of(call) < 60
    assert there.sum() == 20_000_000


def test_generated_texts_are_the_same_in_every_run_and_differ_by_seed() -> None:
    first, again, other = texts.generated(50, seed=0), texts.generated(50, seed=0), texts.generated(50, seed=1)
    assert first == again != other
    assert len({texts.spelt(rank) for rank in range(texts.WORDS)}) == texts.WORDS


@pytest.mark.parametrize("name", list(STAGES))
def test_problems_of_a_stage_have_names_of_their_own(name: str) -> None:
    names = [problem.name for problem in stage_named(name).problems]
    assert len(set(names)) == len(names) and max(map(len, names)) < table.WIDTHS[0]


def test_a_stage_runs_and_its_table_fits(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(texts, "QUICK", 60)
    monkeypatch.setattr(texts, "imdb_folder", lambda: None)
    monkeypatch.setattr(texts, "PHRASES", 2_000)
    main(["vectorize", "--quick", "--no-memory", "--only", "fit words df>=2"])
    shown = capsys.readouterr().out
    outcome = json.loads((tmp_path / ".benchmarks" / "vectorize.json").read_text())
    assert {row["contestant"] for row in outcome["rows"]} >= {"scikit-learn", "null"}
    assert all(row["same"] is not False for row in outcome["rows"])
    assert max(map(len, shown.split("left out")[0].splitlines()[5:])) <= 100
