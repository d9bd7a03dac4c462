"""IANA time zones: the offsets in force outside summer time, from the dataset's date on."""

import io
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from builder.sources.package_archive import Archive
from builder.sources.stored_records import Fact, Facts, StoredRecord

_ROOT = "tzdata/zoneinfo/"
# Every fortnight of a year: the least offset is the one outside summer time, on either hemisphere and in Ireland, whose
# inverted summer time the database's own daylight flag has the wrong way round for this purpose.
_STEPS = tuple(timedelta(days=days) for days in range(0, 365, 14))


def reader(moment: str) -> Callable[[Archive, Mapping[str, StoredRecord]], Facts]:
    """Give the reader for the year that begins at *moment* (date-time)."""
    start = datetime.fromisoformat(moment)

    def read(archive: Archive, known: Mapping[str, StoredRecord]) -> Facts:
        """Read ``timezones`` as ``UTC+01:00``, from west to east."""
        table = archive.files(_ROOT + "zone.tab")[_ROOT + "zone.tab"].decode()
        rows = [line.split("\t") for line in table.splitlines() if line and not line.startswith("#")]
        zones = archive.files(*(_ROOT + row[2] for row in rows))
        offsets: dict[str, set[timedelta]] = {}
        for row in rows:
            zone = ZoneInfo.from_file(io.BytesIO(zones[_ROOT + row[2]]))
            offsets.setdefault(row[0], set()).add(standard_offset(zone, start))
        return {
            code: {"timezones": Fact([format_offset(offset) for offset in sorted(found)], moment[:10])}
            for code, found in offsets.items()
            if code in known
        }

    return read


def standard_offset(zone: ZoneInfo, start: datetime) -> timedelta:
    """Offset of a zone outside summer time in the year that begins at *start*."""
    moments = (start + step for step in _STEPS)
    return min(offset for moment in moments if (offset := moment.astimezone(zone).utcoffset()) is not None)


def format_offset(offset: timedelta) -> str:
    """Spell an offset as ``UTC+01:00``."""
    minutes = round(offset.total_seconds() / 60)
    return f"UTC{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"
