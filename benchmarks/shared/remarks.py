"""The remarks below the tables: which rows miss their target, by how much, and why."""

from collections.abc import Iterable
from textwrap import fill

from benchmarks.shared.measure import Measurement

_HEAD = "## Remarks\n"
_WIDTH = 150
_NONE = "Every value meets its target."
_UNKNOWN = "The reason is unknown."

_PROCESSOR = (
    "A time depends on the processor, whose speed changes here by a factor of two within a run; the row of the page of "
    "25 says how fast it was."
)

_PEER = "The target assumes a build that stores pages for the next one, which costs more code than it saves time."

# Why a row with this beginning may miss its target; the first match is used. Measured values are only in the rows.
_REASONS = {
    "cold build, tmpfs": "A copy starts no interpreter and reads each file once. Python and the command line are "
    "imported, the dataset is validated, the listings are derived, and documents and the files of hosts are made in "
    "one process; only then do several write them.",
    "first build": "Flags are drawn as PNG, and Markdown becomes HTML: later builds find both in `.cache/`.",
    "unchanged build": "Even then the interpreter starts, and the inputs are hashed.",
    "from saving a country": "The change is noticed after 0.05 to 0.2 seconds. The rest is a whole build: only the "
    "pages of the other countries are kept, and only what changed is written.",
    "nginx,": "The bare configuration sends a file. Ours looks the target up in a map of 5,700, takes the file and "
    "each header of its answer from other maps, compares the entity tags, and counts the caller for the rate limit.",
    "Node,": "The bare server neither reads the target nor finds an answer. If each target is new, no kept answer can "
    "be sent, and the core takes longer than Node takes for a bare response.",
    "cold build, disk": "Both write nearly the same bytes, 682 and 721 MB, and spend most of their time in the "
    "kernel, which creates the files and fills the page cache. A build saves the reading, and the sixth of files that "
    "are links.",
    "edge: page of 25, joined": f"The body of 164 kB is allocated for each answer, and the engine fills it with zeros: "
    f"two thirds of the time. {_PROCESSOR}",
    "edge: page": _PROCESSOR,
    "edge: shuffle": _PROCESSOR,
    "edge: cold start": "Most of the time is spent on reading and parsing the text of the records, as the next two "
    "rows show. String literals are the fastest form that needs no unpacking: one string for each record or for all, "
    "and functions that are compiled later, take the same time, and `JSON.parse` takes longer. Large tables are "
    "parsed, records encoded and name searches prepared when an answer first needs them.",
    "build of 16x": "Each name of a country is searched among the names of all, so this part grows with the square of "
    "their number: 0.03 s at 1x, 4.8 s at 16x.",
    "shuffle, at": "The whole list is put in order before a window is taken from it.",
    "name search, 1 letter, at": "Nearly every name contains the letter, and each is compared.",
    "Frozen-Flask": _PEER,
    "Hugo": _PEER,
    "workerd": "The contract's headers alone slow a bare response down, as the next row shows: a bare "
    "response with the same headers.",
}


def remarks_on(figures: Iterable[Measurement]) -> str:
    """Write the remarks on *figures*: one for each that misses its target, with the reason if one is known."""
    lines = [
        fill(
            f"- **{figure.name}**: {figure.value}, a ratio of {figure.ratio:.2f}; the target is {figure.aim}. "
            f"{_reason(figure.name)}",
            _WIDTH,
            subsequent_indent="  ",
        )
        for figure in figures
        if figure.missed
    ]
    return "\n".join([_HEAD, *(lines or [_NONE]), ""])


def _reason(name: str) -> str:
    return next((reason for beginning, reason in _REASONS.items() if name.startswith(beginning)), _UNKNOWN)
