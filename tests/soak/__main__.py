"""Run the long tests, or the named parts: ``python -m tests.soak [part ...]``."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from builder.build import build
from builder.output.tree import Tree
from scripts.preview_process import preview
from tests.soak import attacks
from tests.soak.faults import VARIANTS, finish, kill_builds, start, whole
from tests.soak.load import put_under_load
from tests.soak.openapi_requests import hold
from tests.support.project import ROOT, quiet, small_project

REQUESTS = 1_000_000
EXAMPLES = 200
KILLED = 200
SECONDS = 60.0
RESETS = 6_000
MOST_BYTES = 200_000_000
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


def _faults(scratch: Path) -> list[str]:
    project = small_project(scratch / "project")
    try:
        _say(f"faults, seed {os.getpid()}: {kill_builds(project, whole(project, *VARIANTS), KILLED, os.getpid())}")
    except AssertionError as error:
        return [f"faults: {error}"]
    return []


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


def _attacks(scratch: Path) -> list[str]:
    project = small_project(scratch / "project")
    code, said = finish(start(project, VARIANTS[0]))
    if code:
        return [said]
    script, wrong = project.output / "hosts/node/server.js", []
    with attacks.serving(script, 2) as server:
        workers = server.workers()
        refused = attacks.reset_connections(server.port, RESETS).total()
        if refused or server.workers() != workers:
            wrong.append(f"{RESETS} resets: {refused} refused, {len(workers - server.workers())} workers ended")
        seen = attacks.under_load(server.port, 8, server.restart)
        wrong += [f"restart under load: {what}, {count} times" for what, count in seen.items() if what != "200"]
    _say(f"attacks: {RESETS} resets, {len(workers)} workers; restart under load: {dict(seen)}")
    for connections, requests in ((10, 900), (3000, 16), (3000, 20)):
        with attacks.serving(script, 1) as server, attacks.unread(server.port, connections, requests):
            time.sleep(10)
            peak = max(server.peaks().values())
        _say(f"attacks: {connections} connections of {requests} unread requests: {peak / 1e6:.0f} MB")
        if peak > MOST_BYTES:
            wrong.append(f"a process had {peak / 1e6:.0f} MB")
    return wrong


PARTS: dict[str, Callable[[Path], list[str]]] = {
    "fuzz": _fuzz,
    "described": _described(),
    "described-workerd": _described("--engine", "workerd"),
    "faults": _faults,
    "attacks": _attacks,
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
