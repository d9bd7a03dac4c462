"""Measures in Node the core's time from request to bytes, and the start and the size of the deployed bundle."""

import json
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.shared.measure import ROOT, Measurement, in_turns
from builder.javascript.manifest import read_records

# By kind of answer, the conventional answer to compare it with, and the greatest allowed ratio of times.
_CONVENTIONAL = {
    "page of 5, joined": ("conventional: page of 5", 0.25),
    "page of 25, joined": ("conventional: page of 25", 0.1),
    "page of 25, 3 fields": ("conventional: page of 25, 3 fields", 2.5),
}
_COMPARED_WITH_PAGE = ("page of 25, dotted fields", "shuffle", "name search", "name search, 1 letter")
# The greatest allowed ratio of a start to the import of the records, and the greatest size of a bundle in megabytes.
_START_RATIO, _SIZE = 1.4, 2.0
_STARTS = 15
_RUNS = 3


def measurements(edge: Path) -> Iterator[Measurement]:
    """Measure the core in *edge*, the folder of a built site."""
    speeds = microseconds_by_kind(edge)
    for kind, (conventional, target) in _CONVENTIONAL.items():
        against = f"parsed records, stringified, fields picked first if there are any, {speeds[conventional]:.1f} us"
        ratio = speeds[kind] / speeds[conventional]
        yield Measurement(f"edge: {kind}", f"{speeds[kind]:.1f} us", against, ratio, target)
    page = speeds["page of 25, joined"]
    for kind in _COMPARED_WITH_PAGE:
        yield Measurement(f"edge: {kind}", f"{speeds[kind]:.1f} us", "the page of 25, joined", speeds[kind] / page)
    yield from _start(edge)


def microseconds_by_kind(edge: Path) -> dict[str, float]:
    """Measure each kind of answer of the core in *edge*, in microseconds: the median of several runs."""
    command = ["node", "benchmarks/core_speed.js", str(edge)]
    runs = [
        json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout) for _ in range(_RUNS)
    ]
    return {kind: median(run[kind] for run in runs) for kind in runs[0]}


def _start(edge: Path) -> Iterator[Measurement]:
    """Measure the function as one file, as hosts deploy it: its size, and the time to import it.

    In turns, measure the import of a module that only exports the JSON texts of the records.
    """
    with tempfile.TemporaryDirectory() as scratch:
        bundle, records = (Path(scratch, f"{name}.mjs") for name in ("bundle", "records"))
        _bundle(edge / "adapters/site.js", bundle)
        texts = read_records((edge / "generated/records.js").read_text("utf-8"))
        records.write_text(f"export const records = {json.dumps(texts, ensure_ascii=False)};\n", "utf-8")
        size = bundle.stat().st_size / 1e6
        whole, records_alone = in_turns(lambda: _start_time(bundle), lambda: _start_time(records), rounds=_STARTS)
    name = "edge: cold start of the bundle"
    against = f"a module of its records alone, {records_alone:.1f} ms"
    yield Measurement(name, f"{whole:.1f} ms", against, whole / records_alone, _START_RATIO)
    yield Measurement("edge: size of the bundle", f"{size:.2f} MB", f"{_SIZE} MB", size / _SIZE, 1.0)


def _bundle(module: Path, target: Path) -> None:
    options = ("--bundle", "--format=esm", "--charset=utf8", "--log-level=warning", f"--outfile={target}")
    subprocess.run(["node_modules/.bin/esbuild", str(module), *options], cwd=ROOT, check=True)


def _start_time(module: Path) -> float:
    command = ["node", "benchmarks/core_start.js", str(module)]
    return float(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)
