"""Compares the tables beside the record with other sources, and with the records."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from builder.refresh.package_archive import Archive
from builder.refresh.refresh_types import Compared, StoredRecord

Rows = Sequence[Mapping[str, Any]]
Records = Mapping[str, StoredRecord]
Packages = Callable[[str], Archive]

_ISO_CODES = "pycountry/databases/"


def compared_tables(tables: Mapping[str, Rows], records: Records, package: Packages, day: str) -> Iterator[Compared]:
    """Make every comparison of the stored *tables*, by name, on the *day* of the dataset.

    A table that is not stored is not compared. The field of a comparison begins with the name of its table.
    """
    for name, compare in _COMPARISONS.items():
        if name in tables:
            for field, code, ours, theirs, agrees in compare(tables[name], records, package, day):
                yield f"{name}: {field}", code, ours, theirs, agrees


def _time_zones(rows: Rows, records: Records, package: Packages, _day: str) -> Iterator[Compared]:
    """Compare the offsets with those of the records, and the zones of countries with those of Unicode CLDR."""
    names = {alias: row["name"] for row in rows for alias in row["aliases"]}
    listed = package("cldr").json("supplemental/windowsZones.json")["supplemental"]["windowsZones"]["mapTimezones"]
    theirs: dict[str, set[str]] = {}
    for entry in listed:
        zone = entry["mapZone"]
        theirs.setdefault(zone["_territory"], set()).update(names.get(name, name) for name in zone["_type"].split())
    for code, record in sorted(records.items()):
        own = [row for row in rows if code in row["countries"]]
        offsets = sorted({row["standardOffset"] for row in own}, key=_minutes)
        yield "standardOffset", code, _text(offsets), _text(record["timezones"]), offsets == record["timezones"]
        zones = {row["name"] for row in own}
        only, missing = zones - theirs.get(code, set()), theirs.get(code, set()) - zones
        yield "countries", code, _text(sorted(only)), _text(sorted(missing)), not only and not missing


def _minutes(offset: str) -> int:
    return int(f"{offset[3]}{int(offset[4:6]) * 60 + int(offset[7:])}")


def _currencies(rows: Rows, records: Records, package: Packages, day: str) -> Iterator[Compared]:
    """Compare legal tender with the records, and the numbers with iso-codes."""
    for code, record in sorted(records.items()):
        tender = {
            row["code"]
            for row in rows
            for country in row["countries"]
            if country["cca2"] == code and country.get("since", "") <= day <= country.get("until", "9999")
        }
        ours = set(record.get("currencies", ()))
        yield "countries", code, _text(sorted(tender)), _text(sorted(ours)), tender == ours
    current = {row["code"]: row.get("number") for row in rows if row["isCurrent"]}
    entries = package("pycountry").json(f"{_ISO_CODES}iso4217.json")["4217"]
    listed = {entry["alpha_3"]: entry["numeric"] for entry in entries}
    # Funds, metals and the like: no record has them.
    in_use = {code for record in records.values() for code in record.get("currencies", ())}
    for code in sorted({*current, *listed}):
        number = current.get(code)
        agrees = number == listed.get(code) or (code not in current and code not in in_use)
        yield "number", code, number, listed.get(code), agrees


def _languages(rows: Rows, _records: Records, package: Packages, _day: str) -> Iterator[Compared]:
    """Compare codes with iso-codes, and directions with Countries List. Names are those of the records."""
    entries = {entry["alpha_3"]: entry for entry in package("pycountry").json(f"{_ISO_CODES}iso639-3.json")["639-3"]}
    listed = package("countries-list").json("languages.all.min.json")
    for row in rows:
        code = row["code"]
        theirs = entries.get(code, {})
        for name, other in (("alpha2", "alpha_2"), ("bibliographic", "bibliographic")):
            yield name, code, row.get(name), theirs.get(other), row.get(name) == theirs.get(other)
        if row.get("alpha2") in listed and "direction" in row:
            direction = "rtl" if listed[row["alpha2"]].get("rtl") else "ltr"
            yield "direction", code, row["direction"], direction, row["direction"] == direction


def _former_codes(rows: Rows, _records: Records, package: Packages, _day: str) -> Iterator[Compared]:
    """Compare codes and years with iso-codes."""
    entries = package("pycountry").json(f"{_ISO_CODES}iso3166-3.json")["3166-3"]
    listed = {entry["alpha_4"]: entry for entry in entries}
    own = {row["code"]: row for row in rows}
    for code in sorted({*own, *listed}):
        ours, theirs = own.get(code, {}), listed.get(code, {})
        for name, other in (("alpha3", "alpha_3"), ("numeric", "numeric")):
            yield name, code, ours.get(name), theirs.get(other), ours.get(name) == theirs.get(other)
        year = int(theirs["withdrawal_date"][:4]) if theirs else None
        yield "withdrawn", code, ours.get("withdrawn"), year, ours.get("withdrawn") == year


def _text(values: Sequence[str]) -> str:
    return ", ".join(values) or "none"


_Comparison = Callable[[Rows, Records, Packages, str], Iterator[Compared]]
# The comparison of each table, by its name. Whoever adds a table with a second reader adds a line.
_COMPARISONS: Mapping[str, _Comparison] = {
    "time-zones": _time_zones,
    "currencies": _currencies,
    "languages": _languages,
    "former-codes": _former_codes,
}
