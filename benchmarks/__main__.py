"""Runs benchmarks: ``python -m benchmarks [SECTION ...]``. Without a section, runs all and rewrites BENCHMARKS.md."""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from benchmarks import builds, edge_core, hosts
from benchmarks.shared.measure import ROOT, Measurement, built_project
from benchmarks.shared.report import line_of, render

TMPFS = Path("/dev/shm" if Path("/dev/shm").is_dir() else tempfile.gettempdir())  # noqa: S108


def _edge() -> Iterator[Measurement]:
    with built_project(TMPFS) as project:
        (project / "output/edge/package.json").write_text('{"type": "module"}')
        yield from edge_core.measurements(project / "output/edge")


SECTIONS: dict[str, tuple[str, Callable[[], Iterator[Measurement]]]] = {
    "builds": ("Builds", lambda: builds.measurements(TMPFS)),
    "edge": ("The edge core in Node, request to bytes", _edge),
    "hosts": ("Engines, compared with bare servers of the same engine", hosts.measurements),
}


def main() -> None:
    """Measure the sections in the arguments, or all, and print the values."""
    names = sys.argv[1:] or list(SECTIONS)
    if unknown := set(names) - set(SECTIONS):
        sys.exit(f"There is no section {', '.join(sorted(unknown))}; there are {', '.join(SECTIONS)}.")
    load_at_start = os.getloadavg()[0]
    results: dict[str, list[Measurement]] = {}
    for name in names:
        title, measure = SECTIONS[name]
        click.echo(f"== {title}")
        results[title] = []
        for measurement in measure():
            results[title].append(measurement)
            click.echo(line_of(measurement))
    click.echo(f"{sum(row.missed for rows in results.values() for row in rows)} targets missed")
    if names == list(SECTIONS):
        (ROOT / "BENCHMARKS.md").write_text(render(results, load_at_start), "utf-8")


if __name__ == "__main__":
    main()
