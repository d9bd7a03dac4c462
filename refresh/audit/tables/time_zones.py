"""Compares time zones with the records, Unicode CLDR, GeoNames and the time zones of Windows."""

from collections.abc import Iterator, Mapping, Sequence

from builder.extensions.tables.models.time_zones import TimeZone
from refresh.audit.tables import only
from refresh.inputs import Inputs
from refresh.refresh_types import Compared, Listed
from refresh.sources import geonames
from refresh.sources.cldr_names import supplement

# The places of a zone may differ by this number of degrees.
_DEGREES = 0.5


def compare(rows: Sequence[TimeZone], inputs: Inputs) -> Iterator[Compared]:
    """Compare offsets with the records, countries with CLDR, places with GeoNames, and summer time with Windows."""
    name_by_alias = {alias: row["name"] for row in rows for alias in row["aliases"]}
    listed = supplement(inputs.package("cldr"), "windowsZones")["windowsZones"]["mapTimezones"]
    theirs: dict[str, set[str]] = {}
    for entry in listed:
        zone = entry["mapZone"]
        names = {name_by_alias.get(name, name) for name in zone["_type"].split()}
        theirs.setdefault(zone["_territory"], set()).update(names)
    for code, record in sorted(inputs.records.items()):
        own = [row for row in rows if code in row["countries"]]
        offsets = sorted({row["standardOffset"] for row in own}, key=_minutes)
        ours, listed_there = (Listed({one: one for one in each}) for each in (offsets, record["timezones"]))
        yield "timezones", code, ours, listed_there, ours == listed_there
        zones = {row["name"] for row in own}
        yield "countries", code, *only(zones, theirs.get(code, set()))
    yield from _places(rows, inputs)
    yield from _summer_times(rows, name_by_alias, inputs)


def _places(rows: Sequence[TimeZone], inputs: Inputs) -> Iterator[Compared]:
    cities: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for city in geonames.cities_of(inputs.package("geonames")):
        cities.setdefault((city["countrycode"], city["name"]), []).append((city["latitude"], city["longitude"]))
    for row in rows:
        name, own = row["name"].rpartition("/")[2].replace("_", " "), (row["latitude"], row["longitude"])
        found = [place for country in row["countries"] for place in cities.get((country, name), ())]
        if found:
            nearest = min(found, key=lambda place: max(map(abs, map(float.__sub__, place, own))))
            agrees = max(map(abs, map(float.__sub__, nearest, own))) <= _DEGREES
            yield "place (GeoNames)", row["name"], str(own), str(nearest), agrees


def _summer_times(rows: Sequence[TimeZone], name_by_alias: Mapping[str, str], inputs: Inputs) -> Iterator[Compared]:
    """Compare by country which zones change the clock; a zone that Windows lacks is not compared."""
    changing: dict[str, bool] = {}
    for entry in inputs.package("windows-time-zones").json("timezones.json"):
        for name in entry["utc"]:
            zone = name_by_alias.get(name, name)
            changing[zone] = changing.get(zone, False) or entry["isdst"]
    for code in sorted({country for row in rows for country in row["countries"]}):
        own = [row for row in rows if code in row["countries"] and row["name"] in changing]
        ours = {row["name"] for row in own if "summerOffset" in row}
        yield "summerOffset (Windows)", code, *only(ours, {row["name"] for row in own if changing[row["name"]]})


def _minutes(offset: str) -> int:
    return int(f"{offset[3]}{int(offset[4:6]) * 60 + int(offset[7:])}")
