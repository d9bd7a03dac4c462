"""Censuses and estimates of national offices that stand beside the population of a record and do not replace it.

``data/curated/national-counts.json`` has them by alpha-2 code. Populations are of one basis, so that countries can be
compared; a national count is told where it differs from that by more than ``DIFFERENCE``.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from refresh.data_files import read_json

# The share by which a count must differ.
DIFFERENCE = 0.05


class NationalCount(TypedDict):
    """A count: its people, its year or date, its kind, who published it, and what it leaves out, if known."""

    value: Annotated[int, Field(gt=0)]
    date: Annotated[str, Field(pattern="^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$")]
    kind: str
    publisher: Annotated[str, Field(min_length=1)]
    coverage: NotRequired[str]


def read_counts(data: Path) -> Mapping[str, NationalCount]:
    """Read the counts by alpha-2 code."""
    return read_json(data / "curated" / "national-counts.json", dict[str, NationalCount])


def sentences(data: Path) -> dict[str, str]:
    """Describe each count in a sentence, by alpha-2 code."""
    return {code: _sentence(count) for code, count in read_counts(data).items()}


def _sentence(count: NationalCount) -> str:
    coverage = f"; {count['coverage']}" if "coverage" in count else ""
    return f"Beside it: {count['value']:,}, {count['kind']} of {count['date']} ({count['publisher']}{coverage})."


def differs(people: float, other: float) -> bool:
    """Whether two populations differ so much that the national one must be told."""
    return abs(people - other) > DIFFERENCE * max(people, other)
