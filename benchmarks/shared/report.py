"""Writes the measurements as ``BENCHMARKS.md`` and for a terminal."""

import os
import platform
import subprocess
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from benchmarks.shared.measure import Measurement

_HEAD = """# Benchmarks

Written by `make bench` on {date}: {machine}. Load of the machine at the start {before}, at the end {after}.

Each value is a median, and is compared with a reference that was measured in the same run, or with what was asked for
in seconds or bytes. Compare ratios of the first kind, not values, between machines. A row without a target is for
information. Builds are on a file system in memory. A cold build starts without an output, but with images of earlier
builds in `.cache/`, which saves it 2.4 s of processor time. A first build, which has none, has its own row.
"""


def describe_machine() -> str:
    """Describe the machine and its software."""
    node = subprocess.run(["node", "--version"], check=True, capture_output=True, text=True).stdout.strip()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{os.cpu_count()} cores, {platform.machine()}, {memory:.0f} GiB, {platform.system()} {platform.release()}, "
        f"Python {platform.python_version()}, Node {node.removeprefix('v')}"
    )


def line_of(figure: Measurement) -> str:
    """Format a measurement as a line for a terminal."""
    target = "" if figure.target is None else f"; target {figure.aim}"
    missed = "  MISSED" if figure.missed else ""
    return f"{figure.name}: {figure.value}, {figure.ratio:.2f} of {figure.against}{target}{missed}"


def render(sections: Mapping[str, Sequence[Measurement]], before: float) -> str:
    """Format the measurements as a page."""
    lines = [
        _HEAD.format(
            date=datetime.now(UTC).date().isoformat(),
            machine=describe_machine(),
            before=f"{before:.1f}",
            after=f"{os.getloadavg()[0]:.1f}",
        )
    ]
    for title, figures in sections.items():
        lines += [
            f"## {title}",
            "",
            "| measured | value | compared with | ratio | target | |",
            "|---|---|---|---|---|---|",
        ]
        lines += [
            f"| {figure.name} | {figure.value} | {figure.against} | {figure.ratio:.2f} | {figure.aim} "
            f"| {'missed' if figure.missed else 'met' if figure.target is not None else ''} |"
            for figure in figures
        ]
        lines.append("")
    return "\n".join(lines)
