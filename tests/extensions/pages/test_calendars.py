"""The calendars of public holidays, read by a library that others use."""

import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import icalendar
import pytest

from builder.extensions.pages.calendars import calendar_of
from builder.project.config import Identity
from tests.support.serving import Service

STAMP = "20260101T000000Z"


def _country(*days: dict[str, Any]) -> Any:
    return {"cca2": "KE", "name": {"common": "Kenya"}, "holidays": {"items": list(days)}}


def _day(day: str, name: str = "Eid al-Fitr", *types: str, local: str = "") -> dict[str, Any]:
    return {"date": day, "name": name, "localName": local or name, "types": ["public", *types]}


def _events(body: bytes) -> list[Any]:
    calendar = icalendar.Calendar.from_ical(body)
    assert calendar.errors == []
    return list(calendar.walk("VEVENT"))


@pytest.mark.parametrize("step", [12, pytest.param(1, marks=pytest.mark.soak)])
def test_every_calendar_has_the_holidays_of_its_country(site: Path, step: int) -> None:
    """The shortest, the longest and each *step* between are read; the lines of all others have their form."""
    calendars = {path.stem: path.read_bytes() for path in (site / "public/docs/calendars").glob("*.ics")}
    assert len(calendars) > 25
    for code, body in calendars.items():
        assert max(map(len, body.split(b"\r\n"))) <= 75, code
        assert body.count(b"\n") == body.count(b"\r\n"), code
    by_length = sorted(calendars, key=lambda code: (len(calendars[code]), code))
    for code in {*by_length[::step], by_length[-1]}:
        [record] = json.loads((site / f"public/v1/alpha/{code}.json").read_text("utf-8"))
        events = _events(calendars[code])
        assert [event.decoded("dtstart").isoformat() for event in events] == [
            day["date"] for day in record["holidays"]["items"]
        ]
        uids = [str(event["uid"]) for event in events]
        assert len(uids) == len(set(uids)), code


def test_estimated_day_says_so_and_keeps_its_identity_when_its_date_is_settled() -> None:
    [before] = _events(calendar_of(_country(_day("2027-03-10", "Eid al-Fitr", "estimated")), STAMP, Identity()))
    [after] = _events(calendar_of(_country(_day("2027-03-09")), "20260201T000000Z", Identity()))
    assert str(before["summary"]) == "Eid al-Fitr (estimated)"
    assert before["status"] == "TENTATIVE"
    assert after["status"] == "CONFIRMED"
    assert before["uid"] == after["uid"]
    assert before["sequence"] < after["sequence"]
    assert after.decoded("dtstart") == date(2027, 3, 9)


@pytest.mark.parametrize(("day", "after"), [("2027-01-31", date(2027, 2, 1)), ("2026-12-31", date(2027, 1, 1))])
def test_event_ends_before_the_day_after(day: str, after: date) -> None:
    [event] = _events(calendar_of(_country(_day(day)), STAMP, Identity()))
    assert (event.decoded("dtstart").isoformat(), event.decoded("dtend")) == (day, after)


def test_event_keeps_its_identity_whichever_days_have_its_name() -> None:
    days = [_day(f"{year}-02-{day}") for year in (2026, 2027) for day in (17, 18, 19)]
    uids = [event["uid"] for event in _events(calendar_of(_country(*days), STAMP, Identity()))]
    assert len({*uids}) == len(days)
    for at in range(len(days)):
        others = _events(calendar_of(_country(*days[:at], *days[at + 1 :]), STAMP, Identity()))
        assert [event["uid"] for event in others] == [*uids[:at], *uids[at + 1 :]]


def test_calendar_says_how_often_to_read_it_and_is_no_message_without_an_organizer() -> None:
    calendar = icalendar.Calendar.from_ical(calendar_of(_country(_day("2027-01-01")), STAMP, Identity()))
    assert calendar.decoded("refresh-interval") == timedelta(days=1)
    assert "method" not in calendar


@pytest.mark.parametrize("name", ["A, B; C\\D", "é" * 60, "日" * 40 + "本"])
def test_names_survive_escaping_and_folding(name: str) -> None:
    body = calendar_of(_country(_day("2027-01-01", name)), STAMP, Identity())
    assert max(map(len, body.split(b"\r\n"))) <= 75
    assert str(_events(body)[0]["summary"]) == name


def test_calendar_has_its_type(service: Service) -> None:
    assert dict(service.get("/docs/calendars/ke.ics").headers)["Content-Type"] == "text/calendar; charset=utf-8"
