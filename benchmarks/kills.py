"""`kills`: `steelyard fit -o m.steelyard` over an existing model, killed (SIGKILL) at random moments.

Each time the file must be the old model or the new one, whole: byte for byte one of the two that are known, since the
same work gives the same bytes. Half of the moments are drawn from the whole run, half from its last tenth, where the
file is written.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

TIMES, QUICK = 100, 6
LATE = 0.9  # of the run: half of the kills come after it
FIT = [sys.executable, "-c", "import sys; from steelyard.cli import main; main(sys.argv[1:])", "fit"]
SETTINGS = ["--recipe", "words", "--strengths", "1", "--no-report"]


def run(quick: bool) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="steelyard-kills-") as name:
        folder = Path(name)
        source, target = corpus(folder / "reviews.csv"), folder / "m.steelyard"
        known, seconds = [], 0.0
        for seed in (1, 0):  # the old model, then the new one
            begin = time.monotonic()
            if fitting(source, target, seed).wait():
                raise RuntimeError("steelyard fit did not end well")
            known.append(target.read_bytes())
            seconds = time.monotonic() - begin
        outcome = tried(source, target, known, seconds, QUICK if quick else TIMES)
        left = len(list(folder.glob(".*.draft")))
        fitting(source, target, 0).wait()  # clears away what the killed ones left
        if list(folder.glob(".*.draft")):
            outcome["wrong"].append("drafts are left after the next writing")
    print(f"drafts that killed runs left, and the next one cleared away: {left}")
    return {**outcome, "drafts": left}


def corpus(path: Path) -> Path:
    """A demo corpus as a file."""
    from importlib.resources import files

    path.write_bytes((files("steelyard.corpus") / "demo" / "reviews-en.csv").read_bytes())
    return path


def fitting(source: Path, target: Path, seed: int) -> subprocess.Popen[bytes]:
    """A process that fits a model and writes it over the target."""
    words = [*FIT, str(source), *SETTINGS, "--seed", str(seed), "-o", str(target)]
    return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def tried(source: Path, target: Path, known: list[bytes], seconds: float, times: int) -> dict[str, Any]:
    """Kill it `times` times, and look at what is there. `known`: the old model and the new one."""
    found: Counter[str] = Counter(old=0, new=0, neither=0)
    ended = 0
    for moment in chosen(times, seconds):
        target.write_bytes(known[0])
        with fitting(source, target, 0) as process:
            time.sleep(moment)
            ended += process.poll() is not None
            process.kill()
        there = target.read_bytes()
        found["old" if there == known[0] else "new" if there == known[1] else "neither"] += 1
    print(f"killed {times} times, {ended} of them after it had ended (a run takes {seconds:.1f} s)")
    print(f"the old model was there {found['old']} times, the new one {found['new']}, neither model {found['neither']}")
    wrong = [f"{found['neither']} times there was neither model"] * bool(found["neither"])
    return {"times": times, "seconds": seconds, "ended": ended, "found": dict(found), "wrong": wrong}


def chosen(times: int, seconds: float) -> list[float]:
    """The moments: half of them from the whole run, half from its end."""
    random = np.random.default_rng(0)
    return [float(random.uniform(LATE * (number % 2), 1.0)) * seconds for number in range(times)]
