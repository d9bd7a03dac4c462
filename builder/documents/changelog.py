"""Reads the release notes. They have the form of Keep a Changelog, which ``/changelog.txt`` promises."""

import re
from collections.abc import Iterator
from pathlib import Path

from builder.input_errors import Problem, refuse

_KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "Data")
_RELEASE = re.compile(r"## \[(Unreleased\]|\d+\.\d+\.\d+(-[\w.]+)?\] - \d{4}-\d\d-\d\d( \[YANKED\])?)")


def read_changelog(path: Path) -> str:
    """Read the file *path*. Raises ``InputError`` with every line that is not in the form."""
    text = path.read_text("utf-8")
    problems = [Problem(path.name, place, message) for place, message in _wrong(text.strip())]
    refuse(problems, "Write it as https://keepachangelog.com describes.")
    return text


def _wrong(text: str) -> Iterator[tuple[str, str]]:
    if not text.startswith("# "):
        yield "", "must begin with a heading, such as # Changelog"
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("## ") and not _RELEASE.fullmatch(line):
            yield f"line {number}", f'is "{line[:40]}"; must be ## [Unreleased] or such as ## [1.0.0] - 2026-01-31'
        if line.startswith("### ") and line.removeprefix("### ") not in _KINDS:
            yield f"line {number}", f'is "{line[:40]}"; must be ### and one of {", ".join(_KINDS)}'
