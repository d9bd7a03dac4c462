"""Where each field of the dataset comes from, for how many records, and as of when."""

from collections.abc import Mapping
from dataclasses import dataclass

from builder.tables.field_paths import value_at
from builder.types import Dataset

# Fields that no source gives: the build derives them.
DERIVED = (
    ("maps", "built from `latlng` and the name"),
    ("flags.svg", "flag-icons"),
    ("flags.png", "rendered from the SVG"),
    ("enrichment.economics.gdpPerCapita", "computed from `gdp` and `population`"),
    ("enrichment.computed.populationDensity", "computed from `population` and `area`"),
    ("enrichment.computed.capitalPopulationShare", "computed from `capitalInfo.population` and `population`"),
)


@dataclass(frozen=True)
class FieldSource:
    """A field, the number of records that have it, and its sources in words."""

    field: str
    countries: int
    sources: str


def provenance_rows(dataset: Dataset) -> list[FieldSource]:
    """List the fields that sources fill, in record order."""
    return [
        FieldSource(field, entry["countries"], "; ".join(_said(part) for part in entry["sources"]))
        for field, entry in dataset.sources["provenance"].items()
    ]


def coverage(dataset: Dataset, dotted: str) -> int:
    """Count the records that have a value at a dot path."""
    return sum(value_at(record.value, dotted) is not None for record in dataset.records)


def _said(part: Mapping[str, str | int]) -> str:
    if "from" not in part:
        return f"{part['id']} ({part['countries']})"
    years = part["from"] if part["from"] == part["to"] else f"{part['from']} to {part['to']}"
    return f"{part['id']} ({part['countries']}, {years})"
