"""Run the long tests, or the named parts: ``python -m tests.soak [part ...]``."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from builder.build import build
from builder.output.tree import Tree
from scripts.engines import free_port, running
from scripts.preview_process import memory_of, preview
from tests.soak.load import put_under_load
from tests.soak.openapi_requests import hold
from tests.support.engines.engines import STARTS
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


@contextmanager
def _served(engine: str, scratch: Path) -> Iterator[tuple[int, Callable[[], int]]]:
    """Serve a site by *engine*; yield its port, and a function that measures the memory of its processes."""
    request = small_project(scratch / "project")
    if engine == "preview":
        with preview(request) as served:
            yield served.port, served.memory
        return
    build(request, Tree(request.output), quiet)
    port = free_port()
    with running(STARTS[engine], request.output, port) as children:
        yield port, lambda: sum(memory_of(child.pid) for child in children)


def _described(engine: str, scratch: Path) -> list[str]:
    with _served(engine, scratch) as (port, _):
        verdict = hold(f"http://127.0.0.1:{port}", EXAMPLES, os.getpid())
    _say(f"described {engine}, seed {os.getpid()}: {verdict}")
    return list(verdict.wrong)


def _load(engine: str, scratch: Path) -> list[str]:
    with _served(engine, scratch) as (port, memory):
        load = put_under_load(port, SECONDS, CONNECTIONS, memory)
    _say(f"load {engine}: {load}")
    wrong = [f"load {engine}: {what}, {count} times" for what, count in load.wrong.items()]
    return [*wrong, *([f"memory grew to {load.growth:.3f} of its early self"] if load.growth > FLAT else [])]


PARTS: dict[str, Callable[[Path], list[str]]] = {
    "fuzz": _fuzz,
    "described": partial(_described, "preview"),
    "described-workerd": partial(_described, "workerd"),
    "load": partial(_load, "preview"),
    "load-node": partial(_load, "node"),
    "load-nginx": partial(_load, "nginx"),
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
