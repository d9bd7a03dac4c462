"""Writes the measurements as ``BENCHMARKS.md`` and for a terminal."""

import os
import platform
import subprocess
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from benchmarks.shared.measure import Measurement

_HEAD = """# Benchmarks

Written by `make bench` on {date}: {machine}. Load of the machine at the start {before}, at the end {after}.

Each value is a median, and is compared with a reference that was measured in the same run, or with a fixed limit in
seconds or bytes. Between machines, compare only the ratios to a measured reference. A row without a target is for
information. Builds are on a file system in memory. A cold build starts without an output, but with images of earlier
builds in `.cache/`, which saves it 2.4 s of processor time. A first build, without such images, has its own row.
"""


def describe_machine() -> str:
    """Describe the machine and its software."""
    node = subprocess.run(["node", "--version"], check=True, capture_output=True, text=True).stdout.strip()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{os.cpu_count()} cores, {platform.machine()}, {memory:.0f} GiB, {platform.system()} {platform.release()}, "
        f"Python {platform.python_version()}, Node {node.removeprefix('v')}"
    )


def line_of(measurement: Measurement) -> str:
    """Format a measurement as a line for a terminal."""
    target = "" if measurement.target is None else f"; target {measurement.aim}"
    missed = "  MISSED" if measurement.missed else ""
    return f"{measurement.name}: {measurement.value}, {measurement.ratio:.2f} of {measurement.against}{target}{missed}"


def render(sections: Mapping[str, Sequence[Measurement]], load_at_start: float) -> str:
    """Format the measurements as a page."""
    lines = [
        _HEAD.format(
            date=datetime.now(UTC).date().isoformat(),
            machine=describe_machine(),
            before=f"{load_at_start:.1f}",
            after=f"{os.getloadavg()[0]:.1f}",
        )
    ]
    for title, rows in sections.items():
        lines += [
            f"## {title}",
            "",
            "| measured | value | compared with | ratio | target | |",
            "|---|---|---|---|---|---|",
        ]
        lines += [
            f"| {row.name} | {row.value} | {row.against} | {row.ratio:.2f} | {row.aim} "
            f"| {'missed' if row.missed else 'met' if row.target is not None else ''} |"
            for row in rows
        ]
        lines.append("")
    return "\n".join(lines)
