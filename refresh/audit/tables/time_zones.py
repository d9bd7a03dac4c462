"""Compares time zones with the records and with Unicode CLDR."""

from collections.abc import Iterator

from refresh.audit.tables import Others, Rows, only, text
from refresh.refresh_types import Compared


def compare(rows: Rows, others: Others) -> Iterator[Compared]:
    """Compare the offsets with those of the records, and the zones of countries with those of Unicode CLDR."""
    names = {alias: row["name"] for row in rows for alias in row["aliases"]}
    listed = others.package("cldr").json("supplemental/windowsZones.json")["supplemental"]["windowsZones"][
        "mapTimezones"
    ]
    theirs: dict[str, set[str]] = {}
    for entry in listed:
        zone = entry["mapZone"]
        theirs.setdefault(zone["_territory"], set()).update(names.get(name, name) for name in zone["_type"].split())
    for code, record in sorted(others.records.items()):
        own = [row for row in rows if code in row["countries"]]
        offsets = sorted({row["standardOffset"] for row in own}, key=_minutes)
        yield "standardOffset", code, text(offsets), text(record["timezones"]), offsets == record["timezones"]
        zones = {row["name"] for row in own}
        yield "countries", code, *only(zones, theirs.get(code, set()))


def _minutes(offset: str) -> int:
    return int(f"{offset[3]}{int(offset[4:6]) * 60 + int(offset[7:])}")
