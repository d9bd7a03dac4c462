"""Counts the countries that have each field, and compares the counts with the required minimums."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import get_origin, get_type_hints

from builder.api.field_paths import leaves, value_at
from builder.api.record_fields import COMPUTED_FIELDS, Country, object_in
from builder.input_errors import Problem
from refresh.source_list import SourceList

# Objects that count as one field: their keys are codes, or their parts belong together.
_WHOLE = ("name", "currencies", "languages", "translations", "demonyms", "holidays", "maps", "enrichment.population")
_WHOLE_COMPANY = "enrichment.company"


@dataclass(frozen=True)
class FieldCoverage:
    """A field: the number of countries that have it, the minimum (``None``: no minimum), and those that lack it."""

    field: str
    countries: int
    floor: int | None
    missing: tuple[str, ...]

    @property
    def is_short(self) -> bool:
        """Whether the count is below the minimum."""
        return self.floor is not None and self.countries < self.floor


def coverage(
    records: Mapping[str, Mapping[str, object]], floors: Mapping[str, int], years: Sequence[int]
) -> list[FieldCoverage]:
    """Count every field of *records* (by alpha-2 code); holidays count when they cover all of *years*."""
    fields = dict.fromkeys(floors)
    for record in records.values():
        fields |= dict.fromkeys(_field(path) for path, _ in leaves(record))
    rows = []
    for field in fields:
        holders = {code for code, record in records.items() if _has(record, field, years)}
        rows.append(FieldCoverage(field, len(holders), floors.get(field), tuple(sorted(set(records) - holders))))
    return rows


def _field(path: str) -> str:
    return next((whole for whole in (*_WHOLE, _WHOLE_COMPANY) if f"{path}.".startswith(f"{whole}.")), path)


def _has(record: Mapping[str, object], field: str, years: Sequence[int]) -> bool:
    value = value_at(record, field)
    if field == "holidays" and value is not None:
        return {str(year) for year in years} <= {item["date"][:4] for item in value["items"]}
    return value is not None


def unsourced(catalog: SourceList) -> list[Problem]:
    """List the fields of the model that no source fills and neither the build nor a refresh computes."""
    known = (*catalog.precedence, *COMPUTED_FIELDS, "enrichment.fetchedAt")
    return [
        Problem("sources.json", f"fields.{path}", "is missing: list the sources that may fill this field")
        for path in _paths(Country)
        if not any(f"{path}.".startswith(f"{field}.") or field.startswith(f"{path}.") for field in known)
    ]


def _paths(model: type) -> Iterator[str]:
    for name, annotation in get_type_hints(model).items():
        # Maps and lists of objects count as one field.
        inner = None if get_origin(annotation) in (list, dict) else object_in(annotation)
        yield from (f"{name}.{path}" for path in _paths(inner)) if inner else [name]
