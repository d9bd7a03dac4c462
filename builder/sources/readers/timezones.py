"""IANA time zones: the offsets in force outside summer time."""

import io
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from builder.sources.facts import Fact, Facts, Record
from builder.sources.package_archive import Archive

_ROOT = "tzdata/zoneinfo/"
# Between the two, one is outside summer time on either hemisphere; Morocco's Ramadan and Ireland's inverted
# summer time, which the database's own daylight flag gets the wrong way round for this purpose, miss both.
_DAYS = (datetime(2026, 1, 15, 12, tzinfo=UTC), datetime(2026, 7, 15, 12, tzinfo=UTC))


def read(archive: Archive, known: Mapping[str, Record]) -> Facts:
    """Read ``timezones`` as ``UTC+01:00``, from west to east."""
    table = archive.files(_ROOT + "zone.tab")[_ROOT + "zone.tab"].decode()
    rows = [line.split("\t") for line in table.splitlines() if line and not line.startswith("#")]
    zones = archive.files(*(_ROOT + row[2] for row in rows))
    offsets: dict[str, set[timedelta]] = {}
    for row in rows:
        offsets.setdefault(row[0], set()).add(_standard(ZoneInfo.from_file(io.BytesIO(zones[_ROOT + row[2]]))))
    return {
        code: {"timezones": Fact([_spell(offset) for offset in sorted(found)])}
        for code, found in offsets.items()
        if code in known
    }


def _standard(zone: ZoneInfo) -> timedelta:
    return min(offset for day in _DAYS if (offset := day.astimezone(zone).utcoffset()) is not None)


def _spell(offset: timedelta) -> str:
    minutes = round(offset.total_seconds() / 60)
    return f"UTC{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
