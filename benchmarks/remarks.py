"""The remarks below the tables: which rows miss their target, by how much, and why."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from textwrap import fill

_HEAD = "## Remarks\n"
_WIDTH = 150
_NONE = "Every value meets its target."
_UNKNOWN = "The reason is unknown."
_ROW = re.compile(r"^\| (.+?) \| (.+?) \| (.+?) \| ([0-9.]+) \| (.*?) \| ?(missed|met|) ?\|$", re.MULTILINE)

_PROCESSOR = (
    "A time depends on the processor, and the row of the page of 25 says how fast this one is: where picking from "
    "parsed records and printing them takes 1.1 ms, our page takes 8.6 us, one of 3 fields 16.5 us, the shuffle 25 us."
)

# Why a row with this beginning may miss its target; the first match is used. Measured values are only in the rows.
_REASONS = {
    "cold build, tmpfs": "A copy starts no interpreter and reads each file once. Python and the command line are "
    "imported, the dataset is read and encoded, and the listings are derived before a second process can write.",
    "unchanged build": "Even then the interpreter starts, and the inputs are hashed.",
    "build after one country changed": "Only the files that contain the country are written. What remains does not "
    "get smaller with the change: Python, the validator and the templates are imported, the dataset is read, each file "
    "is looked at, and a new digest of a record or a new name changes the answers of lists and searches, so a second "
    "process asks the core for those that nginx sends from files, while the first one fills the templates.",
    "from saving a country": "The change is detected after 30 to 110 ms, and the new site is opened in 30 ms. The rest "
    "is the rebuild, in which two processes are busy: the dataset is read, the core searches all names again, and the "
    "templates of the documents are filled.",
    "nginx,": "The bare configuration sends a file. Ours looks the target up in a map of 5,700, takes the file and "
    "each header of its answer from other maps, compares the entity tags, and counts the caller for the rate limit.",
    "Node,": "The bare server neither reads the target nor finds an answer. If each target is new, no kept answer can "
    "be sent, and the core takes longer than Node takes for a bare response.",
    "cold build, disk": "Both write nearly the same bytes, 682 and 721 MB, and spend most of their time in the "
    "kernel, which creates the files and fills the page cache. A build saves the reading, and the sixth of files that "
    "are links.",
    "edge: page": _PROCESSOR,
    "edge: shuffle": _PROCESSOR,
    "edge: cold start": "Most of the time is spent on reading and parsing the text of the records, as the next two "
    "rows show. String literals are the fastest form that needs no unpacking: one string for each record or for all, "
    "and functions that are compiled later, take the same time, and `JSON.parse` takes longer. Large tables are "
    "parsed, records encoded and name searches prepared when an answer first needs them.",
    "workerd": "The contract's headers alone slow a bare response down, as the next row shows: a bare "
    "response with the same headers.",
}


@dataclass(frozen=True)
class MeasuredRow:
    """A row of a table, as it is printed."""

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
    """Write the remarks on *rows*: one for each that misses its target, with the reason if one is known."""
    lines = [
        fill(
            f"- **{row.name}**: {row.value}, a ratio of {row.ratio}; the target is {row.target}. {_reason(row)}",
            _WIDTH,
            subsequent_indent="  ",
        )
        for row in rows
        if row.verdict == "missed"
    ]
    return "\n".join([_HEAD, *(lines or [_NONE]), ""])


def _reason(row: MeasuredRow) -> str:
    return next((reason for beginning, reason in _REASONS.items() if row.name.startswith(beginning)), _UNKNOWN)
