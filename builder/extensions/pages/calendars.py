"""Makes a calendar of the public holidays of each country (RFC 5545, RFC 7986)."""

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial
from hashlib import blake2b

from builder.api.output_paths import DOCS_FOLDER
from builder.api.record_model import Country, PublicHoliday
from builder.api.types import Dataset, Entry
from builder.documents.rendering import document
from builder.project.config import Identity

# The most bytes in a line, without its line break.
_LONGEST = 75
_SPECIAL = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


def calendar_documents(dataset: Dataset, identity: Identity) -> Iterator[Entry]:
    """Yield the calendar of every country with holidays."""
    for record in dataset.records:
        if (holidays := record.value.get("holidays")) and holidays["items"]:
            # The time at which the holidays were fetched: other changes of the dataset leave the calendar as it is.
            stamp = holidays["fetchedAt"].replace("-", "").replace(":", "")
            address = f"/{DOCS_FOLDER}/calendars/{record.cca2.lower()}.ics"
            yield document(address, "ics", partial(calendar_of, record.value, stamp, identity))


def calendar_of(value: Country, stamp: str, identity: Identity) -> bytes:
    """Write the calendar of a country; *stamp* is the time at which its holidays were fetched."""
    name = _escaped(f"Public holidays of {value['name']['common']}")
    product = _folded(f"PRODID:-//{_escaped(identity.title)}//Public holidays//EN")
    # The property METHOD would make the calendar a message, which needs an organizer (RFC 5546).
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", product, "CALSCALE:GREGORIAN"]
    lines += [_folded(f"NAME:{name}"), _folded(f"X-WR-CALNAME:{name}"), "REFRESH-INTERVAL;VALUE=DURATION:P1D"]
    days = value["holidays"]["items"]
    repeated = {name for (name, _), count in Counter((day["name"], _year(day)) for day in days).items() if count > 1}
    for day in days:
        # Days whose name comes twice in a year are identified by name and date, in every year. Any other day is
        # identified by name and year, so that it keeps its event when its date moves.
        when = day["date"] if day["name"] in repeated else _year(day)
        uid = blake2b(f"{value['cca2']} {when} {day['name']}".encode(), digest_size=12).hexdigest()
        lines += _event(day, f"{uid}@{identity.slug}", stamp)
    return "\r\n".join([*lines, "END:VCALENDAR", ""]).encode()


def _year(day: PublicHoliday) -> str:
    return day["date"][:4]


def _event(day: PublicHoliday, uid: str, stamp: str) -> list[str]:
    after = date.fromisoformat(day["date"]) + timedelta(days=1)
    is_estimated = "estimated" in day.get("types", ())
    notes = [day["localName"]] if day["localName"] != day["name"] else []
    if is_estimated:
        notes.append("The date is an estimate, because it follows the moon.")
    return [
        "BEGIN:VEVENT",
        f"UID:{uid}",
        f"DTSTAMP:{stamp}",
        # The number must grow when an event changes. The day on which the holidays were fetched does.
        f"SEQUENCE:{stamp[:8]}",
        f"DTSTART;VALUE=DATE:{day['date'].replace('-', '')}",
        f"DTEND;VALUE=DATE:{after.isoformat().replace('-', '')}",
        _folded(f"SUMMARY:{_escaped(day['name'])}{' (estimated)' if is_estimated else ''}"),
        *([_folded(f"DESCRIPTION:{_escaped(chr(10).join(notes))}")] if notes else []),
        f"STATUS:{'TENTATIVE' if is_estimated else 'CONFIRMED'}",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
    ]


def _escaped(value: str) -> str:
    return value.translate(_SPECIAL)


def _folded(line: str) -> str:
    """Fold a line between characters where it is too long. A continued line begins with a space."""
    if len(line.encode()) <= _LONGEST:
        return line
    parts, used = [""], 0
    for character in line:
        size = len(character.encode())
        if used + size > _LONGEST:
            parts.append("")
            used = 1
        parts[-1] += character
        used += size
    return "\r\n ".join(parts)
