"""The time of builds compared with copying their output, the files that they rewrite, and their memory."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from urllib.request import urlopen

from benchmarks.shared.measure import (
    RUNS,
    Measurement,
    build,
    environment,
    in_turns,
    make_project,
    remove,
    remove_output,
    timed,
)
from builder.api.output_paths import API_FOLDER, INDEX
from builder.project.build_request import BuildRequest
from scripts.preview_process import preview

MEMORY = 200 * 2**20
_COPIES = 3
_SHORT_SECONDS = 2.0
_LETTERS = str.maketrans("0123456789", "abcdefghij")


def figures(tmpfs: Path, disk: Path) -> Iterator[Measurement]:
    """Measure builds on tmpfs and on disk."""
    for place, folder in (("tmpfs", tmpfs), ("disk", disk)):
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            project, copy = Path(scratch, "project"), Path(scratch, "copy")
            make_project(project)
            build(project)
            yield from _times(place, project, copy)
            if place == "tmpfs":
                yield _rewritten(project)
                yield _watched(project)
                yield _memory(project)


def _times(place: str, project: Path, copy: Path) -> Iterator[Measurement]:
    output = project / "output"
    cold, copied = in_turns(
        lambda: timed(lambda: build(project), before=lambda: _remove_both(project, copy)),
        lambda: timed(lambda: subprocess.run(["cp", "-r", output, copy], check=True)),
    )
    remove(copy)
    # What a person waits for is enough: on a fast disk the start of Python alone takes longer than a copy.
    allowed = max(copied * _COPIES, _SHORT_SECONDS)
    yield Measurement(
        f"cold build, {place}",
        f"{cold:.2f} s",
        f"{_COPIES} `cp -r` of its output, {copied:.2f} s each, or {_SHORT_SECONDS:g} s if that is more",
        cold / allowed,
        1.0,
    )
    first = median(timed(lambda: build(project), before=lambda: _forget(project)) for _ in range(RUNS // 2))
    yield Measurement(f"first build, without any cache, {place}", f"{first:.2f} s", "cold build", first / cold)
    unchanged = median(timed(lambda: build(project)) for _ in range(RUNS))
    yield Measurement(f"unchanged build, {place}", f"{unchanged:.3f} s", "cold build", unchanged / cold, 0.3)
    changed = median(timed(lambda: build(project), before=lambda: edit_country(project)) for _ in range(RUNS))
    yield Measurement(
        f"build after one country changed, {place}",
        f"{changed:.2f} s",
        "cold build",
        changed / cold,
    )


def _remove_both(project: Path, copy: Path) -> None:
    """Remove output and copy before the build, so that the copy is made right after it, as a person would."""
    remove_output(project)
    remove(copy)


def _forget(project: Path) -> None:
    remove_output(project)
    remove(project / ".cache")


def _watched(project: Path) -> Measurement:
    """Measure the time from saving the file of a country until a running preview answers with it."""
    path = project / "data/countries/de.json"
    request = BuildRequest(project, project / "site_config.toml", project / "preview", {})
    with preview(request, "--watch") as served:

        def answered() -> None:
            saved = path.read_text("utf-8")
            while json.loads(saved)["altSpellings"][-1] not in _asked(f"{served.origin}/v1/alpha/de"):
                # The requests take processor time from the build.
                time.sleep(0.02)

        def edited() -> None:
            # The end of an earlier rebuild must not be counted as the next one.
            time.sleep(1)
            edit_country(project)

        taken, cold = in_turns(
            lambda: timed(answered, before=edited),
            lambda: timed(lambda: build(project), lambda: remove_output(project)),
        )
    name = "from saving a country until the preview answers with it"
    return Measurement(name, f"{taken:.2f} s", f"a cold build, {cold:.2f} s", taken / cold, 0.5)


def _asked(url: str) -> str:
    with urlopen(url, timeout=30) as response:  # noqa: S310  the loopback address
        return str(response.read(), "utf-8")


def edit_country(project: Path) -> None:
    """Give a country of *project* another alternative spelling than before, in letters, as the dataset's lint asks."""
    path = project / "data/countries/de.json"
    record = json.loads(path.read_text("utf-8"))
    spelling = str(time.perf_counter_ns()).translate(_LETTERS)
    record["altSpellings"] = [*record["altSpellings"][:3], f"Spelling {spelling}"]
    path.write_text(json.dumps(record, ensure_ascii=False, indent=2) + "\n", "utf-8")


def _rewritten(project: Path) -> Measurement:
    """Count the page files that a change of one country rewrites, compared with the page files that contain it."""
    public = project / "output/public"
    index = INDEX.rpartition("/")[2]
    before = {path: path.stat().st_ino for path in public.glob(f"{API_FOLDER}/**/*.json") if path.name != index}
    edit_country(project)
    build(project)
    rewritten = {path for path, inode in before.items() if path.stat().st_ino != inode}
    holding = {path for path in before if b'"cca2":"DE"' in path.read_bytes()}
    return Measurement(
        "page files rewritten after one country changed",
        f"{len(rewritten):,} of {len(before):,}",
        f"the {len(holding):,} that hold it",
        len(rewritten | holding) / len(rewritten & holding),
        1.0,
    )


def _memory(project: Path) -> Measurement:
    remove_output(project)
    building = subprocess.Popen([sys.executable, "-m", "builder", "build", "--quiet"], cwd=project, env=environment())
    _, status, used = os.wait4(building.pid, 0)
    building.returncode = os.waitstatus_to_exitcode(status)
    peak = 1024 * used.ru_maxrss
    return Measurement("peak memory, cold build", f"{peak / 2**20:.0f} MiB", "200 MiB", peak / MEMORY, 1.0)
