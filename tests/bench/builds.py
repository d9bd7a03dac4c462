"""How long builds take, beside copying their output."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
RUNS = 5


@dataclass(frozen=True)
class Figure:
    """A measured figure, what it is held against, and the greatest ratio that is aimed at."""

    name: str
    value: str
    against: str
    ratio: float
    target: float | None = None


def figures() -> Iterator[Figure]:
    """Measure builds on tmpfs and on disk."""
    for place, folder in (("tmpfs", "/dev/shm"), ("disk", str(ROOT / ".cache"))):  # noqa: S108
        Path(folder).mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            yield from _figures(place, Path(scratch))


def _figures(place: str, scratch: Path) -> Iterator[Figure]:
    project = scratch / "project"
    _project(project)
    output = project / "output"
    _build(project)
    copies = [
        _timed(lambda: _copy(output, scratch / "copy"), before=lambda: _remove(scratch / "copy")) for _ in range(RUNS)
    ]
    _remove(scratch / "copy")
    colds = [_timed(lambda: _build(project), before=lambda: _remove_output(project)) for _ in range(RUNS)]
    cold, copy = median(colds), median(copies)
    target = 1.0 if place == "tmpfs" else None
    yield Figure(f"cold build, {place}", f"{cold:.2f} s", f"cp -r of its output, {copy:.2f} s", cold / copy, target)
    unchanged = median(_timed(lambda: _build(project)) for _ in range(RUNS))
    yield Figure(f"unchanged build, {place}", f"{unchanged:.2f} s", "cold build", unchanged / cold, 0.15)
    changed = median([_timed(lambda: _build(project), before=lambda: _touch(project)) for _ in range(RUNS)])
    yield Figure(f"one country changed, {place}", f"{changed:.2f} s", "cold build", changed / cold)
    if place == "tmpfs":
        _remove_output(project)
        peak = _peak(project)
        yield Figure("peak memory of a cold build", f"{peak / 2**20:.0f} MiB", "200 MiB", peak / (200 * 2**20), 1.0)


def _project(folder: Path) -> None:
    """Copy what a build reads, so that the checkout stays as it is; rendered images come from the checkout's cache."""
    folder.mkdir()
    for name in ("data", "templates"):
        shutil.copytree(ROOT / name, folder / name)
    for name in ("site_config.toml", "CHANGELOG.md"):
        shutil.copy(ROOT / name, folder / name)
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    rendered = ROOT / ".cache" / "flags"
    if rendered.is_dir():
        shutil.copytree(rendered, folder / ".cache" / "flags")


def _build(project: Path) -> None:
    subprocess.run([sys.executable, "-m", "builder", "build", "--quiet"], cwd=project, check=True, env=_environment())


def _environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(ROOT)}


def _timed(run: Callable[[], None], before: Callable[[], None] = lambda: None) -> float:
    before()
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def _copy(source: Path, target: Path) -> None:
    subprocess.run(["cp", "-r", str(source), str(target)], check=True)


def _remove(path: Path) -> None:
    shutil.rmtree(path, ignore_errors=True)


def _remove_output(project: Path) -> None:
    _remove(project / "output")
    (project / ".output.state.json").unlink(missing_ok=True)


def _touch(project: Path) -> None:
    path = project / "data/countries/de.json"
    record = json.loads(path.read_text("utf-8"))
    record["altSpellings"] = [*record["altSpellings"], f"Spelling {time.perf_counter_ns()}"]
    path.write_text(json.dumps(record, ensure_ascii=False, indent=2) + "\n", "utf-8")


def _peak(project: Path) -> int:
    script = (
        "import resource, subprocess, sys;"
        "subprocess.run([sys.executable, '-m', 'builder', 'build', '--quiet'], check=True);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    shown = subprocess.run(
        [sys.executable, "-c", script], cwd=project, check=True, capture_output=True, text=True, env=_environment()
    )
    return int(shown.stdout) * (1 if sys.platform == "darwin" else 1024)
