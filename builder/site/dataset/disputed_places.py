"""Checks that land is counted once, and that the table of disputed places says what the records have.

``reference/land.json`` has ``sums``: areas of records that belong together, each with the reason, and the least and the
greatest ``world``. ``reference/disputed-places.json`` is the table of a page; what each row ``holds`` is checked.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder.api.field_paths import value_at
from builder.api.record_fields import Country
from builder.dataset_types import Reference
from builder.input_errors import Problem
from builder.topojson import encloses, rings_by_code
from builder.types import JsonObject

# Sources round areas differently.
_TOLERANCE = 0.001


def land_counted_twice(
    records: Mapping[str, Country], reference: Reference, refused: Sequence[JsonObject]
) -> Iterator[Problem]:
    """Yield the sums of areas that are not those of ``reference/land.json``, and that of the world.

    *refused* are the records that are invalid: without them the world has no sum.
    """
    areas = {record["cca2"]: record.get("area") or 0 for record in records.values()}
    table = reference["land"]
    for row in table["sums"]:
        if all(code in areas for code in row["records"]):
            total = sum(areas[code] for code in row["records"])
            if abs(total - row["area"]) > _TOLERANCE * row["area"]:
                named = " and ".join(row["records"])
                yield Problem("countries", "area", f"of {named} is {total}; land.json has {row['area']}: {row['why']}")
    least, greatest, total = table["world"]["least"], table["world"]["greatest"], sum(areas.values())
    # A dataset of some countries alone has no such sum.
    if not refused and total > least / 2 and not least <= total <= greatest:
        yield Problem("countries", "area", f"of all is {total:.0f}; land.json allows {least} to {greatest}")


def unlike_disputed_places(
    records: Mapping[str, Country], reference: Reference, _refused: Sequence[JsonObject]
) -> Iterator[Problem]:
    """Yield the values that the table of disputed places has otherwise."""
    by_code = {record["cca2"]: (file, record) for file, record in records.items()}
    places = reference["disputed-places"]["places"]
    outlined = {code for row in places for code, path, _ in row["holds"] if path == "outline"}
    shapes = rings_by_code(reference["outlines"], outlined)
    for row in places:
        for code, path, value in row["holds"]:
            if code not in by_code:
                continue
            file, record = by_code[code]
            if path == "outline":
                if not encloses(shapes.get(code, []), *value):
                    yield Problem("reference/outlines.json", code, f"lacks the point {value} of {row['place']}")
            elif (found := value_at(record, path)) != value:
                yield Problem(file, path, f"is {_text(found)}; disputed-places.json has {_text(value)}: {row['place']}")


def _text(value: Any) -> str:
    return "absent" if value is None else str(value)
