"""Lists the sources of each field of the dataset, with numbers of records and dates."""

from collections.abc import Iterable
from typing import NamedTuple

from builder.api.field_paths import value_at
from builder.types import Dataset, FieldProvenance


class FieldSource(NamedTuple):
    """A field, the number of records that have it, and its sources as text."""

    field: str
    countries: int
    sources: str


def provenance_rows(dataset: Dataset) -> list[FieldSource]:
    """List the fields with sources, in record order."""
    return [_row(field, entry) for field, entry in dataset.sources["provenance"].items()]


def countries_with_field(dataset: Dataset, dotted: str) -> int:
    """Count the records with a value at a dot path."""
    return sum(value_at(record.value, dotted) is not None for record in dataset.records)


def _row(field: str, entry: FieldProvenance) -> FieldSource:
    counts = {source: sum(map(len, dates.values())) for source, dates in entry["sources"].items()}
    parts = [_said(source, count, entry["sources"][source]) for source, count in counts.items()]
    if mended := len(entry.get("curated", {})):
        parts.append(f"{mended} corrected by hand")
    countries = {code for dates in entry["sources"].values() for codes in dates.values() for code in codes}
    return FieldSource(field, len(countries), "; ".join(parts))


def _said(source: str, count: int, dates: Iterable[str]) -> str:
    years = sorted(date[:4] for date in dates if date[:4].isdigit())
    if not years:
        return f"{source} ({count})"
    return f"{source} ({count}, {years[0] if years[0] == years[-1] else f'{years[0]} to {years[-1]}'})"
