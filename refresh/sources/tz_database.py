"""IANA time zones: the standard offsets (without daylight saving time) in the year from the date of the dataset on."""

import io
from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from refresh.inputs import Inputs
from refresh.package_archive import Archive
from refresh.refresh_types import Fact, Facts

_ROOT = "tzdata/zoneinfo/"
# Sampled every two weeks: the smallest offset is the standard one in both hemispheres. The daylight flag of the
# database cannot be used, because it is inverted in Ireland.
_STEPS = tuple(timedelta(days=days) for days in range(0, 365, 14))


def read(archive: Archive, inputs: Inputs) -> Facts:
    """Read ``timezones``, from west to east, for the year that begins on the date of the dataset."""
    moment = inputs.catalog.fetched_at
    start = datetime.fromisoformat(moment)
    offsets: dict[str, set[timedelta]] = {}
    for code, _, _, zone in zones_of(archive):
        offsets.setdefault(code, set()).add(offsets_of(zone, start)[0])
    return {
        code: {"timezones": Fact([format_offset(offset) for offset in sorted(found)], moment[:4])}
        for code, found in offsets.items()
        if code in inputs.records
    }


def zones_of(archive: Archive) -> Iterator[tuple[str, str, str, ZoneInfo]]:
    """Yield each zone of a country: the alpha-2 code, the place as ``zone.tab`` has it, the name and the zone."""
    rows = [line.split("\t") for line in lines_of(archive, "zone.tab")]
    files = archive.files(*(_ROOT + row[2] for row in rows))
    for code, place, name, *_ in rows:
        yield code, place, name, ZoneInfo.from_file(io.BytesIO(files[_ROOT + name]))


def lines_of(archive: Archive, name: str) -> Iterator[str]:
    """Yield the lines of a file of the database, except empty lines and comments."""
    text = archive.files(_ROOT + name)[_ROOT + name].decode()
    return (line for line in text.splitlines() if line and not line.startswith("#"))


def offsets_of(zone: ZoneInfo, start: datetime) -> tuple[timedelta, timedelta]:
    """Find the standard and the largest offset of a zone in the year that begins at *start*; they can be the same."""
    moments = (start + step for step in _STEPS)
    found = [offset for moment in moments if (offset := moment.astimezone(zone).utcoffset()) is not None]
    return min(found), max(found)


def format_offset(offset: timedelta) -> str:
    """Format an offset as ``UTC+01:00``."""
    minutes = round(offset.total_seconds() / 60)
    return f"UTC{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
