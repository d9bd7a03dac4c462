"""Lists how old each source is, and what of the yearly round is due.

The round is ``data/curated/yearly-round.json``: what can change outside every package, where to look, how many months
may pass, and when somebody last looked.
"""

from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

from typing_extensions import TypedDict

from refresh.data_files import read_json
from refresh.source_list import Source, load_sources

_DAYS_PER_MONTH = 30.44


class Round(TypedDict):
    """A thing to look at: what, where, how often (in months), the day of the last look, and what it found."""

    what: str
    where: str
    months: int
    looked: str
    found: str


def source_ages(sources: Iterable[Source], today: date) -> Iterator[str]:
    """Make a line for each dated source, the oldest first."""
    dated = sorted((source.date, source.id, source.version) for source in sources if source.date)
    for day, identifier, version in dated:
        yield f"{(today - date.fromisoformat(day)).days:>5} days  {day}  {identifier} {version}"


def round_lines(rounds: Iterable[Round], today: date) -> Iterator[str]:
    """Make a line for each thing to look at, the most overdue first, with DUE where its months have passed."""

    def overdue(item: Round) -> float:
        return (today - date.fromisoformat(item["looked"])).days - item["months"] * _DAYS_PER_MONTH

    for item in sorted(rounds, key=overdue, reverse=True):
        mark = "DUE" if overdue(item) > 0 else "   "
        yield f"{mark}  {item['looked']}  every {item['months']:>2} months  {item['what']}: {item['where']}"


def age_lines(data: Path, today: date) -> Iterator[str]:
    """Yield lines that say how old each source is on *today*, and what of the yearly round is due."""
    catalog = load_sources(data / "sources.json")
    yield "Sources, the oldest first:"
    yield from source_ages((*catalog.sources, *catalog.tables, *catalog.peers), today)
    yield "\nThe yearly round (data/README.md):"
    yield from round_lines(read_json(data / "curated" / "yearly-round.json", list[Round]), today)
