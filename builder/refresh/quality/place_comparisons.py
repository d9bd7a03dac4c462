"""Whether the points of countries and capitals lie inside the borders of country-coder."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder.api.field_paths import value_at
from builder.refresh.package_archive import Archive
from builder.refresh.refresh_types import Compared, StoredRecord
from builder.topojson import encloses

Polygons = list[Sequence[Sequence[Sequence[float]]]]

_BORDERS = "src/data/borders.json"


def points(records: Mapping[str, StoredRecord], archive: Archive) -> Iterator[Compared]:
    """Compare ``latlng`` and ``capitalInfo.latlng`` with the country in whose borders they lie."""
    borders = _borders(archive.json(_BORDERS)["features"], records)
    for code, record in sorted(records.items()):
        for field in ("latlng", "capitalInfo.latlng"):
            place = value_at(record, field)
            if place is not None and borders.get(code):
                north, east = place
                agrees = _holds(borders[code], east, north)
                others = [other for other, shape in borders.items() if not agrees and _holds(shape, east, north)]
                yield field, code, place, code if agrees else " or ".join(others) or "the sea", agrees


def _borders(features: Sequence[Any], records: Mapping[str, StoredRecord]) -> dict[str, Polygons]:
    """Gather the polygons of each country: its own, and those of its parts that have no record."""
    found: dict[str, Polygons] = {}
    for feature in features:
        about, shape = feature["properties"], feature["geometry"]
        code = about.get("iso1A2")
        holder = code if code in records else about.get("country")
        if shape is not None and holder in records:
            found.setdefault(holder, []).extend(shape["coordinates"])
    return found


def _holds(polygons: Polygons, east: float, north: float) -> bool:
    return any(encloses(rings, east, north) for rings in polygons)
