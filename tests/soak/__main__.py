"""Run the long tests, or the named parts: ``python -m tests.soak [part ...]``."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from builder.build import build
from builder.output.tree import Tree
from scripts.preview_process import preview
from tests.soak.load import put_under_load
from tests.soak.openapi_requests import hold
from tests.support.project import ROOT, quiet, small_project

REQUESTS = 1_000_000
EXAMPLES = 200
SECONDS = 60.0
CONNECTIONS = 64
# Memory varies with the garbage collector and the kernel's buffers; a leak of 200 bytes per request would exceed this.
FLAT = 1.1


def _fuzz(scratch: Path) -> list[str]:
    request = small_project(scratch / "project")
    build(request, Tree(request.output), quiet)
    ran = subprocess.run(
        ["node", "tests/soak/fuzz.js", str(REQUESTS), str(os.getpid()), str(request.output)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    _say(f"fuzz, seed {os.getpid()}: {ran.stdout.strip()}")
    return [ran.stderr] if ran.returncode else []


def _described(*options: str) -> Callable[[Path], list[str]]:
    def run(scratch: Path) -> list[str]:
        with preview(small_project(scratch / "project"), *options) as served:
            verdict = hold(served.origin, EXAMPLES, os.getpid())
        _say(f"described {' '.join(options)}, seed {os.getpid()}: {verdict}")
        return list(verdict.wrong)

    return run


def _load(*options: str) -> Callable[[Path], list[str]]:
    def run(scratch: Path) -> list[str]:
        with preview(small_project(scratch / "project"), *options) as served:
            load = put_under_load(served.port, SECONDS, CONNECTIONS, served.memory)
        _say(f"load {' '.join(options)}: {load}")
        wrong = [f"load {' '.join(options)}: {what}, {count} times" for what, count in load.wrong.items()]
        return [*wrong, *([f"memory grew to {load.growth:.3f} of its early self"] if load.growth > FLAT else [])]

    return run


PARTS: dict[str, Callable[[Path], list[str]]] = {
    "fuzz": _fuzz,
    "described": _described(),
    "described-workerd": _described("--engine", "workerd"),
    "load": _load(),
    "load-node": _load("--engine", "node"),
    "load-nginx": _load("--engine", "nginx"),
}


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(names: list[str]) -> int:
    """Run the named parts, or all; return the exit code."""
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        _say(f"There is no part {', '.join(unknown)}; the parts are {', '.join(PARTS)}.")
        return 2
    wrong: list[str] = []
    for name in names or PARTS:
        with TemporaryDirectory() as scratch:
            (Path(scratch) / "project").mkdir()
            wrong += PARTS[name](Path(scratch))
    for line in wrong:
        _say(line)
    _say(f"{len(wrong)} found")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
