"""How long the core takes from request to bytes in Node, and how long it takes to start."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.bench.measure import ROOT, Figure

# Microseconds, and the kind of the usual answer that is measured beside it.
TARGETS = {
    "page of 5, joined": (8, "usual: page of 5"),
    "page of 25, joined": (15, "usual: page of 25"),
    "page of 25, 3 fields": (20, "usual: page of 25, 3 fields"),
    "page of 25, dotted fields": (60, ""),
    "shuffle": (40, ""),
    "name search": (60, ""),
    "name search, 1 letter": (60, ""),
}
_START = 30_000
_RUNS = 3


def figures(edge: Path) -> Iterator[Figure]:
    """Measure the core in *edge*, the folder of a built site."""
    runs = [_speeds(edge) for _ in range(_RUNS)]
    speeds = {kind: median(run[kind] for run in runs) for kind in runs[0]}
    for kind, (target, usual) in TARGETS.items():
        beside = f"; parsed records picked from and stringified take {speeds[usual]:.0f} us" if usual else ""
        yield Figure(f"edge: {kind}", f"{speeds[kind]:.1f} us", f"{target} us{beside}", speeds[kind] / target, 1.0)
    start = sum(time for kind, time in speeds.items() if kind.startswith("start: "))
    parts = ", ".join(
        f"{kind.removeprefix('start: ')} {time / 1000:.1f}" for kind, time in speeds.items() if kind.startswith("start")
    )
    yield Figure("edge: cold start of the bundle", f"{start / 1000:.1f} ms ({parts})", "30 ms", start / _START, 1.0)


def _speeds(edge: Path) -> dict[str, float]:
    command = ["node", "tests/core/speed.js", str(edge), "--json"]
    ran = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE)
    speeds: dict[str, float] = json.loads(ran.stdout)
    return speeds
