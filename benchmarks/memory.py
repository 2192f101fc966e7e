"""Peak memory of one call, above what the process held before it, measured in a fresh process.

Linux keeps the highest resident size of a process (VmHWM) and lets the process set the mark back to the present size
by writing 5 to clear_refs. So the mark after the call, less the size before it, is the call's own peak: exact, with no
sampling that could miss it. `getrusage` would not do: its mark counts the loading of the data too and starts from
what the parent process held. Where there is no such file, memory is left out.
"""

from __future__ import annotations

import ctypes
import gc
import json
import subprocess
import sys
from pathlib import Path

from benchmarks.frame import Call, Entry, prepared, thread_setting

SELF = Path("/proc/self")


def available() -> bool:
    return (SELF / "clear_refs").exists() and "VmHWM" in (SELF / "status").read_text()


def in_fresh_process(stage: str, entry: Entry, quick: bool) -> float | None:
    """The entry's peak in megabytes, or None where it cannot be measured."""
    if not available():
        return None
    words = [stage, entry.problem.name, entry.contestant.name, str(entry.threads), str(int(quick))]
    done = subprocess.run([sys.executable, "-m", "benchmarks.memory", *words], capture_output=True, text=True)
    if done.returncode:
        print(f"memory of {entry.name} at {entry.problem.name} not measured: {done.stderr[-300:]}", file=sys.stderr)
        return None
    return float(json.loads(done.stdout.splitlines()[-1]))


def peak_of(call: Call) -> float:
    give_back_free_memory()
    (SELF / "clear_refs").write_text("5")
    before = kilobytes("VmRSS")
    result = call()
    peak = kilobytes("VmHWM") - before
    del result
    return peak / 1024


def give_back_free_memory() -> None:
    """So that the call cannot work in memory that the loading of the data has left behind."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def kilobytes(name: str) -> int:
    for line in (SELF / "status").read_text().splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1])
    raise LookupError(name)


def main() -> None:
    from benchmarks.stages import stage_named

    name, problem_name, contestant_name, threads, quick = sys.argv[1:]
    stage = stage_named(name)
    problem = next(p for p in stage.problems if p.name == problem_name)
    contestant = next(c for c in stage.contestants if c.name == contestant_name)
    data = stage.load(quick == "1")
    call = prepared(stage, Entry(problem, contestant, int(threads)), data)
    assert call is not None
    with thread_setting(int(threads)):
        print(json.dumps(peak_of(call)))


if __name__ == "__main__":
    main()
