"""Compares holidays with two calendars: ``date-holidays``, which runs in Node, and a curated third calendar."""

import tempfile
from collections.abc import Collection, Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import NotRequired

from typing_extensions import TypedDict

from builder.api.field_types import value_at
from refresh.audit.tables import only
from refresh.inputs import Inputs
from refresh.package_archive import Archive, program
from refresh.refresh_types import Compared

_BUNDLE = "dist/umd.min.js"
_PROGRAM = Path(__file__).with_name("other_calendar.js")
# An estimated date may differ by this number of days, because it depends on when the moon is seen.
_MOON = 2


class ThirdCalendar(TypedDict):
    """Dates of holidays of a country: fixed ``days``, calculated ``moon`` days, and days of holidays that ``ended``."""

    days: list[str]
    moon: NotRequired[list[str]]
    ended: NotRequired[list[str]]


def holidays(inputs: Inputs) -> Iterator[Compared]:
    """Compare the dates of public holidays by year. A difference has the dates that only one calendar has."""
    theirs = _other_calendar(inputs.package("date-holidays"), inputs.catalog.holiday_years)
    for code, record in sorted(inputs.records.items()):
        if code not in theirs or "holidays" not in record:
            continue
        items = record["holidays"]["items"]
        for year in record["holidays"]["years"]:
            our_days = {item["date"] for item in items if item["date"].startswith(str(year))}
            estimated = {item["date"] for item in items if "estimated" in item["types"]}
            their_days = {day for day in theirs[code] if day.startswith(str(year))}
            only_ours = {day for day in our_days - their_days if not (day in estimated and _near(day, their_days))}
            only_theirs = {day for day in their_days - our_days if not _near(day, estimated)}
            yield f"holidays.{year}", code, *only(only_ours, only_theirs, " ")
    yield from _third_calendar(inputs)


def _third_calendar(inputs: Inputs) -> Iterator[Compared]:
    """Compare with the third calendar: its days that are not here, and days here that a law ended."""
    for code, third in sorted(inputs.second_list("holidays", dict[str, ThirdCalendar]).items()):
        items = value_at(inputs.records.get(code, {}), "holidays.items") or []
        our_days = {item["date"] for item in items}
        estimated = {item["date"] for item in items if "estimated" in item["types"]}
        their_days = {*third["days"], *(day for day in third.get("moon", ()) if not _near(day, estimated))}
        lacking = {day for day in their_days - our_days if any(day[:4] == known[:4] for known in our_days)}
        yield "holidays (third calendar)", code, *only(our_days & {*third.get("ended", ())}, lacking, " ")


def _near(day: str, days: Collection[str]) -> bool:
    around = (date.fromisoformat(day) + timedelta(days=shift) for shift in range(-_MOON, _MOON + 1))
    return any(near.isoformat() in days for near in around)


def _other_calendar(archive: Archive, years: Sequence[int]) -> dict[str, list[str]]:
    with tempfile.TemporaryDirectory() as folder:
        bundle = Path(folder) / "holidays.cjs"
        bundle.write_bytes(archive.files(_BUNDLE)[_BUNDLE])
        found: dict[str, list[str]] = archive.run([program("node", "date-holidays"), _PROGRAM, bundle.as_uri()], years)
        return found
