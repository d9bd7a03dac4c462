"""The time of the core in Node, from request to bytes, and the time until it has started."""

import json
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.shared.measure import ROOT, Measurement

# The greatest part of the time of the conventional answer: parsed records, picked from and stringified.
_CONVENTIONAL = {
    "page of 5, joined": ("usual: page of 5", 0.25),
    "page of 25, joined": ("usual: page of 25", 0.1),
    "page of 25, 3 fields": ("usual: page of 25, 3 fields", 2.5),
}
_OTHERS = ("page of 25, dotted fields", "shuffle", "name search", "name search, 1 letter")
_START_PARTS = 2.0
_STARTS = 15
_RUNS = 3


def figures(edge: Path) -> Iterator[Measurement]:
    """Measure the core in *edge*, the folder of a built site."""
    speeds = measured(edge)
    for kind, (usual, target) in _CONVENTIONAL.items():
        against = f"parsed records picked from and stringified, {speeds[usual]:.1f} us"
        yield Measurement(f"edge: {kind}", f"{speeds[kind]:.1f} us", against, speeds[kind] / speeds[usual], target)
    page = speeds["page of 25, joined"]
    for kind in _OTHERS:
        yield Measurement(f"edge: {kind}", f"{speeds[kind]:.1f} us", "the page of 25, joined", speeds[kind] / page)
    yield from _start(edge)


def measured(edge: Path) -> dict[str, float]:
    """Measure each kind of answer of the core in *edge*, in microseconds: the median of several runs."""
    command = ["node", "benchmarks/core_speed.js", str(edge), "--json"]
    runs = [
        json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout) for _ in range(_RUNS)
    ]
    return {kind: median(run[kind] for run in runs) for kind in runs[0]}


def _start(edge: Path) -> Iterator[Measurement]:
    """Measure a function as hosts deploy it, as one file: the time from its import until it can answer.

    In turns with it, measure two parts of that time: Node reads the same text, and the records alone.
    """
    with tempfile.TemporaryDirectory() as scratch:
        bundle, comment, records = (Path(scratch, f"{name}.mjs") for name in ("bundle", "comment", "records"))
        _bundle(edge / "adapters/site.js", bundle)
        _bundle(edge / "generated/records.js", records)
        text = bundle.read_text("utf-8")
        comment.write_text(f"/*{text.replace('*/', '')}*/", "utf-8")
        runs = [[_opened(module) for module in (bundle, comment, records)] for _ in range(_STARTS)]
        size = bundle.stat().st_size / 1e6
    whole, read, parsed = (median(opened for opened, _ in column) for column in zip(*runs, strict=True))
    first = median(run[0][1] for run in runs)
    took = f"{whole:.1f} ms for {size:.1f} MB; its first page of 5 takes {first:.1f} more"
    name = "edge: cold start of the bundle"
    yield Measurement(name, took, f"a module of its records alone, {parsed:.1f} ms", whole / parsed, _START_PARTS)
    yield Measurement(f"{name}, its text as a comment", f"{read:.1f} ms", f"{whole:.1f} ms", read / whole)


def _bundle(module: Path, target: Path) -> None:
    options = ("--bundle", "--format=esm", "--charset=utf8", "--log-level=warning", f"--outfile={target}")
    subprocess.run(["node_modules/.bin/esbuild", str(module), *options], cwd=ROOT, check=True)


def _opened(module: Path) -> tuple[float, float]:
    command = ["node", "benchmarks/core_start.js", str(module)]
    ran = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)
    return ran["opened"], ran["answered"]
