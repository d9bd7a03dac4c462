"""Measures builds, their memory, a preview, and the start of a command."""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Hashable, Iterator
from pathlib import Path
from resource import struct_rusage
from statistics import median
from typing import Any
from urllib.request import urlopen

from benchmarks.shared.measure import (
    RUNS,
    Measurement,
    build,
    built_project,
    environment,
    in_turns,
    remove_output,
    timed,
)
from builder.cli.preview.in_memory_site import InMemorySite
from builder.extensions import load_extensions
from builder.inputs.reuse import RESULTS
from builder.project.build_request import BuildRequest
from scripts.preview_process import preview

# The targets of a cold build and of `--help` in seconds of processor time, of a preview's answer in seconds, and of
# the memory of a cold build in bytes.
_COLD, _HELP, _ANSWER, _MEMORY = 5.0, 0.25, 0.7, 250 * 2**20
# A process counts the memory of the process that it is forked from, so a small process starts the command.
_MEASURE = (
    "import json, resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); "
    "print(json.dumps([*resource.getrusage(resource.RUSAGE_CHILDREN)]))"
)
_LETTERS = str.maketrans("0123456789", "abcdefghij")


def measurements(folder: Path) -> Iterator[Measurement]:
    """Measure builds in *folder*, which should be in memory: the speed of disks differs."""
    with built_project(folder) as project:
        yield from _times(project)
        yield _rebuild_of_preview(project)
        yield _reuse_of_results(project)
        yield from _processor_time_and_memory(project)


def _times(project: Path) -> Iterator[Measurement]:
    cold = median(timed(lambda: build(project), before=lambda: remove_output(project)) for _ in range(RUNS))
    first = median(timed(lambda: build(project), before=lambda: _remove_caches(project)) for _ in range(RUNS // 2))
    yield Measurement("first build, without any cache", f"{first:.2f} s", "cold build", first / cold)
    unchanged = median(timed(lambda: build(project)) for _ in range(RUNS))
    yield Measurement("unchanged build", f"{unchanged:.3f} s", "cold build", unchanged / cold, 0.3)
    changed = median(timed(lambda: build(project), before=lambda: edit_country(project)) for _ in range(RUNS))
    yield Measurement("build after one country changed", f"{changed:.2f} s", "cold build", changed / cold, 0.5)


def _remove_caches(project: Path) -> None:
    remove_output(project)
    shutil.rmtree(project / ".cache", ignore_errors=True)


def _rebuild_of_preview(project: Path) -> Measurement:
    """Measure the time from saving the file of a country until a running preview answers with it."""
    path = project / "data/countries/de.json"
    request = BuildRequest(project, project / "site_config.toml", project / "preview", {})
    with preview(request, "--watch") as served:

        def wait_for_answer() -> None:
            saved = path.read_text("utf-8")
            while json.loads(saved)["altSpellings"][-1] not in _body_of(f"{served.origin}/v1/alpha/de"):
                # The pause leaves the processor to the build.
                time.sleep(0.02)

        def edit_after_pause() -> None:
            # The end of an earlier rebuild must not be counted as the end of this one.
            time.sleep(1)
            edit_country(project)

        taken = median(timed(wait_for_answer, before=edit_after_pause) for _ in range(RUNS))
    name = "from saving a country until the preview answers with it"
    return Measurement(name, f"{taken:.2f} s", f"{_ANSWER} s", taken / _ANSWER, 1.0)


def _reuse_of_results(project: Path) -> Measurement:
    """Measure the time that a preview saves by reusing results after a change, see ``builder/inputs/reuse.py``."""
    request = BuildRequest(project, project / "site_config.toml", project / "preview", {}, load_extensions())
    known = dict[Hashable, Any]()

    def time_rebuild(results: dict[Hashable, Any] | None) -> float:
        RESULTS.stored = results
        edit_country(project)
        started = time.process_time()
        InMemorySite(request)
        return time.process_time() - started

    time_rebuild(known)
    reused, anew = in_turns(lambda: time_rebuild(known), lambda: time_rebuild(None))
    RESULTS.stored = None
    name = "a preview's rebuild that reuses results (`builder/inputs/reuse.py`), processor time"
    return Measurement(name, f"{reused:.2f} s", f"a rebuild that reads every file anew, {anew:.2f} s", reused / anew)


def _body_of(url: str) -> str:
    with urlopen(url, timeout=30) as response:  # noqa: S310  the loopback address
        return str(response.read(), "utf-8")


def edit_country(project: Path) -> None:
    """Give Germany in *project* a new last alternative spelling, only of letters, as the dataset's lint requires."""
    path = project / "data/countries/de.json"
    record = json.loads(path.read_text("utf-8"))
    spelling = str(time.perf_counter_ns()).translate(_LETTERS)
    record["altSpellings"] = [*record["altSpellings"][:3], f"Spelling {spelling}"]
    path.write_text(json.dumps(record, ensure_ascii=False, indent=2) + "\n", "utf-8")


def _processor_time_and_memory(project: Path) -> Iterator[Measurement]:
    """Measure processor time and memory of a cold build, and the start of a command."""
    cold = []
    for _ in range(RUNS):
        remove_output(project)
        cold.append(_usage(project, "build", "--quiet"))
    taken, peak = median(map(_processor_time, cold)), max(1024 * used.ru_maxrss for used in cold)
    yield Measurement("cold build, processor time", f"{taken:.1f} s", f"{_COLD:g} s", taken / _COLD, 1.0)
    limit = f"{_MEMORY / 2**20:.0f} MiB"
    yield Measurement("peak memory, cold build", f"{peak / 2**20:.0f} MiB", limit, peak / _MEMORY, 1.0)
    started = median(_processor_time(_usage(project, "--help")) for _ in range(RUNS))
    yield Measurement("`countries --help`, processor time", f"{started:.2f} s", f"{_HELP} s", started / _HELP, 1.0)


def _usage(project: Path, *words: str) -> struct_rusage:
    """Run a command, and return its use of resources."""
    command = [sys.executable, "-c", _MEASURE, sys.executable, "-m", "builder", *words]
    done = subprocess.run(command, cwd=project, env=environment(), stdout=subprocess.PIPE, check=True)
    return struct_rusage(json.loads(done.stdout))


def _processor_time(used: struct_rusage) -> float:
    return used.ru_utime + used.ru_stime
