"""What the figures depend on besides the code: processor, cores, versions."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1)


def processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def versions(packages: Iterable[str]) -> dict[str, str]:
    found = {"python": platform.python_version()}
    for package in sorted({*packages, "numpy", "numba"}):
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            found[package] = "not installed"
    return found


def first_use(program: str) -> tuple[float, float]:
    """Seconds of a whole process on a machine that has compiled nothing yet, and of a second one."""
    with tempfile.TemporaryDirectory() as empty:
        return timed_process(program, empty), timed_process(program, empty)


def timed_process(program: str, cache: str) -> float:
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True, env={**os.environ, "STEELYARD_CACHE": cache})
    return time.perf_counter() - begin
