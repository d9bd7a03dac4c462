"""Zones of the IANA database: ``zone.tab`` for countries and places, ``tzdata.zi`` for the names of links."""

import io
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from refresh.sources.timezones import format_offset, standard_offset, summer_offset
from refresh.tables import TableInputs

_ROOT = "tzdata/zoneinfo/"
# Places of the world without a code in ISO 3166-1, whose zone the database has under a neighbour's name.
_FURTHER = {"Europe/Belgrade": ["XK"]}
# Degrees, minutes and, in some rows, seconds; longitudes have three digits of degrees.
_PLACE = re.compile(r"([+-])(\d{2})(\d{2})(\d{2})?([+-])(\d{3})(\d{2})(\d{2})?")
# Decimals of a degree that keep seconds.
_PRECISION = 4


def read(inputs: TableInputs) -> Iterator[Mapping[str, object]]:
    """Yield the row of each zone of a country of the dataset."""
    start = datetime.fromisoformat(inputs.catalog.fetched_at)
    archive = inputs.package("tz-database")
    texts = archive.files(_ROOT + "zone.tab", _ROOT + "tzdata.zi")
    zones = [line.split("\t") for line in _lines(texts[_ROOT + "zone.tab"])]
    targets = dict(_links(texts[_ROOT + "tzdata.zi"]))
    names = {zone[2] for zone in zones}
    files = archive.files(*(_ROOT + name for name in names))
    for code, place, name, *_ in zones:
        zone = ZoneInfo.from_file(io.BytesIO(files[_ROOT + name]))
        standard, summer = standard_offset(zone, start), summer_offset(zone, start)
        [(*north, sign, degrees, minutes, seconds)] = _PLACE.findall(place)
        yield {
            "name": name,
            "countries": [one for one in (code, *_FURTHER.get(name, ())) if one in inputs.records],
            "latitude": _degrees(*north),
            "longitude": _degrees(sign, degrees, minutes, seconds),
            "standardOffset": format_offset(standard),
            "summerOffset": format_offset(summer) if summer != standard else None,
            "aliases": sorted(other for other, target in targets.items() if target == name and other not in names),
        }


def _lines(text: bytes) -> Iterator[str]:
    return (line for line in text.decode().splitlines() if line and not line.startswith("#"))


def _links(rules: bytes) -> Iterator[tuple[str, str]]:
    """Yield each name that is a link, and the zone that it leads to, by way of other links or not."""
    links = (line.split() for line in _lines(rules) if line.startswith("L "))
    targets = {name: target for _, target, name in links}
    for name, target in targets.items():
        zone = target
        while zone in targets:
            zone = targets[zone]
        yield name, zone


def _degrees(sign: str, degrees: str, minutes: str, seconds: str) -> float:
    value = int(degrees) + int(minutes) / 60 + int(seconds or 0) / 3600
    return round(-value if sign == "-" else value, _PRECISION)
