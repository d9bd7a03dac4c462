"""Populations that records lack: counts of national offices, and populations in the years of capitals' figures."""

from collections.abc import Mapping
from math import isclose
from pathlib import Path
from typing import Annotated, NotRequired

import orjson
from pydantic import Field
from typing_extensions import TypedDict

from builder.extensions.tables.provenance import FieldProvenance
from refresh.data_files import format_json, read_json

# A count is noted if it differs by more than this share.
DIFFERENCE = 0.05
_CAPITAL_YEARS = "reference/capital-years.json"
_FIELD = "capitalInfo.population"
_HISTORY = "tables/history.json"


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
    found: dict[str, str] = {}
    for code, count in read_counts(data).items():
        coverage = f"; {count['coverage']}" if "coverage" in count else ""
        about = f"{count['kind']} of {count['date']} ({count['publisher']}{coverage})"
        found[code] = f"Beside it: {count['value']:,}, {about}."
    return found


def differs(people: float, other: float) -> bool:
    """Whether two populations differ so much that the national one must be noted."""
    return not isclose(people, other, rel_tol=DIFFERENCE)


def capital_years(data: Path, provenance: Mapping[str, FieldProvenance], made: Mapping[str, str]) -> dict[str, str]:
    """Make the file with each country's population in the year of its capital's population, by its path in *data*.

    An unknown population is null. Without the table ``history`` in *made* or in *data*, there is no file.
    """
    path = data / _HISTORY
    if _FIELD not in provenance or not (_HISTORY in made or path.exists()):
        return {}
    rows = orjson.loads(made[_HISTORY] if _HISTORY in made else path.read_bytes())["rows"]
    people = {(row["cca2"], str(row["year"])): row.get("population") for row in rows}
    dates = provenance[_FIELD]["sources"].values()
    years = {code: day[:4] for days in dates for day, codes in days.items() for code in codes}
    return {_CAPITAL_YEARS: format_json({code: people.get((code, year)) for code, year in sorted(years.items())})}
