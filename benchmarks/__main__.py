"""`python -m benchmarks STAGE`: run a stage, print its table, save its numbers."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from benchmarks import machine, memory, table
from benchmarks.frame import Entry, Problem, Stage, entries, measure
from benchmarks.stages import PROOFS, STAGES, proof_named, stage_named


def options(words: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("stage", choices=[*STAGES, *PROOFS])
    parser.add_argument("--only", default="", help="problems whose name contains this")
    parser.add_argument("--repeat", type=int, default=0, help="rounds; the best counts (3; with --quick 1)")
    parser.add_argument("--threads", default="", help="thread counts, such as 1,2 (1 and every core)")
    parser.add_argument("--quick", action="store_true", help="a small slice of the data, to see that all runs")
    parser.add_argument("--no-memory", action="store_true", help="do not measure memory (it runs everything once more)")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> None:
    chosen = options(words)
    if chosen.stage in PROOFS:
        prove(chosen.stage, chosen.quick)
        return
    stage = stage_named(chosen.stage)
    threads = [int(t) for t in chosen.threads.split(",")] if chosen.threads else sorted({1, machine.cores()})
    data = stage.load(chosen.quick)
    about = introduction(stage, data)
    rounds = max(chosen.repeat or (1 if chosen.quick else 3), 1)
    print(f"best of {rounds}, in turns; `faster` and `of peer's` are against {stage.contestants[0].name} in this run\n")
    print(table.heading(), flush=True)
    rows: list[dict[str, Any]] = []
    left_out: dict[str, None] = {}
    for problem in (p for p in stage.problems if chosen.only in p.name):
        ran, missing = measure(stage, entries(problem, stage.contestants, threads), data, rounds)
        if not chosen.no_memory:
            for entry in (e for e in ran if e.contestant.answers):
                entry.peak_mb = memory.in_fresh_process(chosen.stage, entry, chosen.quick)
        rows += told(stage, problem, ran, data)
        left_out.update(dict.fromkeys(missing))
    about["left_out"] = list(left_out)
    about["first_use"] = first_use(stage, left_out)
    print(*(f"left out: {reason}" for reason in left_out), sep="\n")
    print(f"numbers in {table.save(chosen.stage, {**about, 'quick': chosen.quick, 'rows': rows})}")


def prove(name: str, quick: bool) -> None:
    outcome = proof_named(name)(quick)
    print(f"numbers in {table.save(name, {**outcome, 'quick': quick})}")
    if outcome.get("wrong"):
        raise SystemExit(1)


def introduction(stage: Stage, data: Any) -> dict[str, Any]:
    versions = machine.versions(c.package for c in stage.contestants if c.package)
    about: dict[str, Any] = {
        "title": stage.title,
        "data": stage.describe(data),
        "processor": machine.processor(),
        "cores": machine.cores(),
        "versions": versions,
    }
    print(f"{about['title']}\n{about['data']}\n{about['processor']}, {about['cores']} cores")
    print(", ".join(f"{package} {version}" for package, version in versions.items()))
    return about


def told(stage: Stage, problem: Problem, ran: Sequence[Entry], data: Any) -> list[dict[str, Any]]:
    """Print the lines of one problem, and give them as numbers."""
    reference = next((entry for entry in ran if entry.contestant is stage.contestants[0]), None)
    rows = [table.row(entry, reference, stage.megabytes(problem, data), stage.compares) for entry in ran]
    for number, row in enumerate(rows):
        print(table.line(row, first=number == 0), flush=True)
    return rows


def first_use(stage: Stage, left_out: Any) -> dict[str, float] | None:
    """How long the first process on a new machine takes, compilation included, and the one after it."""
    if not stage.first_use or any(reason.startswith("steelyard") for reason in left_out):
        return None
    first, second = machine.first_use(stage.first_use)
    print(f"\nfirst use, nothing compiled yet: {first:.1f} s for the whole process; the next process: {second:.2f} s")
    return {"first": first, "second": second}


if __name__ == "__main__":
    main()
