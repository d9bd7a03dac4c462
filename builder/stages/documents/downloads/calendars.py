"""Makes a calendar of the public holidays of each country (RFC 5545)."""

from collections.abc import Iterator
from datetime import date, timedelta
from hashlib import blake2b
from itertools import count

from builder.paths import DOCS_FOLDER, public_path
from builder.types import Asset, CountryValue, Dataset, File

FOLDER = f"{DOCS_FOLDER}/calendars"
# Longest line in bytes, without its end.
_LONGEST = 75
_SPECIAL = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


def make_calendars(dataset: Dataset) -> Iterator[Asset]:
    """Yield the calendar of every country with holidays."""
    stamp = str(dataset.sources.get("fetchedAt", "1970-01-01T00:00:00Z")).replace("-", "").replace(":", "")
    for record in dataset.records:
        if record.value.get("holidays", {}).get("items"):
            path = f"{FOLDER}/{record.cca2.lower()}.ics"
            yield Asset(f"/{path}", File.of(public_path(path), calendar_of(record.value, stamp)), "calendar")


def calendar_of(value: CountryValue, stamp: str) -> bytes:
    """Write the calendar of a country; *stamp* is the time of the dataset."""
    name = f"Public holidays of {value['name']['common']}"
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Country Reference//Public holidays//EN"]
    lines += ["CALSCALE:GREGORIAN", "METHOD:PUBLISH", f"NAME:{_text(name)}", f"X-WR-CALNAME:{_text(name)}"]
    seen: dict[str, count[int]] = {}
    for day in value["holidays"]["items"]:
        # An estimated day keeps its identity when its date is settled.
        key = f"{day['date'][:4]} {day['name']}"
        place = next(seen.setdefault(key, count()))
        uid = blake2b(f"{value['cca2']} {key} {place}".encode(), digest_size=12).hexdigest()
        lines += _event(day, f"{uid}@country-reference", stamp)
    lines.append("END:VCALENDAR")
    return b"".join(_folded(line) for line in lines)


def _event(day: CountryValue, uid: str, stamp: str) -> list[str]:
    first = date.fromisoformat(day["date"])
    is_estimated = "estimated" in day.get("types", ())
    notes = [day["localName"]] if day["localName"] != day["name"] else []
    if is_estimated:
        notes.append("The date is an estimate, because it follows the moon.")
    return [
        "BEGIN:VEVENT",
        f"UID:{uid}",
        f"DTSTAMP:{stamp}",
        f"DTSTART;VALUE=DATE:{first:%Y%m%d}",
        f"DTEND;VALUE=DATE:{first + timedelta(days=1):%Y%m%d}",
        f"SUMMARY:{_text(day['name'])}{' (estimated)' if is_estimated else ''}",
        *([f"DESCRIPTION:{_text(chr(10).join(notes))}"] if notes else []),
        f"STATUS:{'TENTATIVE' if is_estimated else 'CONFIRMED'}",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
    ]


def _text(value: str) -> str:
    return value.translate(_SPECIAL)


def _folded(line: str) -> bytes:
    """End a line, and fold it between characters where it is too long."""
    if len(whole := line.encode()) <= _LONGEST:
        return whole + b"\r\n"
    parts: list[bytes] = []
    part = b""
    for character in line:
        encoded = character.encode()
        # A continued line begins with a space.
        if len(part) + len(encoded) > _LONGEST - bool(parts):
            parts.append(part)
            part = b""
        part += encoded
    return b"\r\n ".join([*parts, part]) + b"\r\n"
