"""Zones of the IANA database: ``zone.tab`` for countries and places, ``tzdata.zi`` for the names of links."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime

from refresh.inputs import Inputs
from refresh.package_archive import Archive
from refresh.sources.tz_database import format_offset, lines_of, offsets_of, zones_of

# Degrees, minutes and, in some rows, seconds; longitudes have three digits of degrees.
_COORDINATES = re.compile(r"([+-])(\d{2})(\d{2})(\d{2})?([+-])(\d{3})(\d{2})(\d{2})?")
# Decimals of a degree that keep seconds.
_PRECISION = 4


def read(inputs: Inputs) -> Iterator[Mapping[str, object]]:
    """Yield the row of each zone of a country of the dataset."""
    start = datetime.fromisoformat(inputs.catalog.fetched_at)
    archive = inputs.package("tz-database")
    zones = [*zones_of(archive)]
    targets = dict(_links(archive))
    names = {name for _, _, name, _ in zones}
    for code, place, name, zone in zones:
        standard, summer = offsets_of(zone, start)
        [(*north, sign, degrees, minutes, seconds)] = _COORDINATES.findall(place)
        yield {
            "name": name,
            "countries": [code] if code in inputs.records else [],
            "latitude": _degrees(*north),
            "longitude": _degrees(sign, degrees, minutes, seconds),
            "standardOffset": format_offset(standard),
            "summerOffset": format_offset(summer) if summer != standard else None,
            "aliases": sorted(other for other, target in targets.items() if target == name and other not in names),
        }


def _links(archive: Archive) -> Iterator[tuple[str, str]]:
    """Yield each name that is a link, and the zone that it leads to, directly or through other links."""
    links = (line.split() for line in lines_of(archive, "tzdata.zi") if line.startswith("L "))
    targets = {name: target for _, target, name in links}
    for name, target in targets.items():
        zone = target
        while zone in targets:
            zone = targets[zone]
        yield name, zone


def _degrees(sign: str, degrees: str, minutes: str, seconds: str) -> float:
    value = int(degrees) + int(minutes) / 60 + int(seconds or 0) / 3600
    return round(-value if sign == "-" else value, _PRECISION)
