"""The remarks below the figures: which rows miss their aim, by how much, and why."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from textwrap import fill

_HEAD = "## Remarks\n"
_WIDTH = 150
_NONE = "Every figure meets its aim."
_UNKNOWN = "The reason has not been looked for."
_ROW = re.compile(r"^\| (.+?) \| (.+?) \| (.+?) \| ([0-9.]+) \| (.*?) \| ?(missed|met|) ?\|$", re.MULTILINE)

# Why a row that begins so may miss its aim; the first that fits is given. Measured figures stand in the rows alone.
_REASONS = {
    "cold build, tmpfs": "A copy neither starts an interpreter nor reads anything twice. Python, the command line and "
    "the validator are imported, the dataset is read, validated and encoded, and the listings are derived before a "
    "second process can write. On a disk, writing takes most of the time.",
    "unchanged build": "The inputs are hashed, and the interpreter is started, whatever else is left out.",
    "build after one country changed": "To link a file on tmpfs costs as much as to write it. Only the files that "
    "hold the country are written; where writing costs, on a disk, a change takes a fraction of a cold build. Another "
    "revision of the dataset changes the headers of every answer, so that the core is asked again for nginx.",
    "from saving a country": "The change is noticed after 50 to 150 ms. The rest is the rebuild: every file of the "
    "tree is linked or written, and the tree is exchanged as a whole.",
    "Node,": "The bare server neither reads the target nor finds an answer, which takes the core 3 to 25 us; "
    "a bare response takes Node about 50.",
    "edge: cold start": "One file, as a host deploys it. Most of the time goes into reading the records as "
    "JavaScript, which is as fast as anything that needs no unpacking; records are encoded and name searches laid out "
    "when an answer first needs them.",
    "workerd": "The headers of the contract alone make a bare response slower, which is the row beside it: a bare "
    "response with the same headers.",
}


@dataclass(frozen=True)
class MeasuredRow:
    """A row of a table of figures, as it is printed."""

    name: str
    value: str
    against: str
    ratio: str
    target: str
    verdict: str


def rows_of(page: str) -> Iterator[MeasuredRow]:
    """Read the rows of the tables of *page*, which ``benchmarks.report.render`` has made."""
    for found in _ROW.finditer(page):
        yield MeasuredRow(*(text.strip() for text in found.groups()))


def remarks_on(rows: Iterable[MeasuredRow]) -> str:
    """Write the remarks on *rows*: one for each that misses its aim, with the reason where one is known."""
    lines = [
        fill(
            f"- **{row.name}**: {row.value}, a ratio of {row.ratio}, where {row.target} is aimed at. {_reason(row)}",
            _WIDTH,
            subsequent_indent="  ",
        )
        for row in rows
        if row.verdict == "missed"
    ]
    return "\n".join([_HEAD, *(lines or [_NONE]), ""])


def _reason(row: MeasuredRow) -> str:
    return next((reason for beginning, reason in _REASONS.items() if row.name.startswith(beginning)), _UNKNOWN)
