"""The comparison of the holidays with another calendar."""

from typing import Any

import pytest

from refresh.http_client import Client
from refresh.sources import nager
from tests.support.refresh.scripted_server import ScriptedReply, in_turn, serving

CLIENT = Client("https://example.org", attempts=1, timeout=60)
HOLIDAY = {"localName": "Tag", "name": "Day", "countryCode": "DE", "fixed": False, "counties": None, "launchYear": None}


def calendar(*days: str, **more: Any) -> list[dict[str, Any]]:
    return [{"date": day, **HOLIDAY, "global": True, "types": ["Public"], **more} for day in days]


def ours(*days: str) -> dict[str, Any]:
    return {"DE": {"holidays": {"items": [{"date": day} for day in days]}}, "AQ": {}}


def compared(theirs: ScriptedReply, *days: str) -> list[str]:
    with serving(in_turn(theirs)) as server:
        found = nager.compare(CLIENT, server.url, ours(*days), [2026])
    assert [request.path for request in server.requests] == ["/api/v3/PublicHolidays/2026/DE"]
    return [str(comparison) for comparison in found]


def test_equal_calendars_agree() -> None:
    theirs = ScriptedReply(calendar("2026-01-01", "2026-05-01"))
    assert compared(theirs, "2026-01-01", "2026-05-01", "2027-01-01") == ["DE 2026: the same dates"]


def test_different_calendars_differ() -> None:
    theirs = ScriptedReply(calendar("2026-01-01", "2026-12-25"))
    assert compared(theirs, "2026-01-01", "2026-05-01") == [
        "DE 2026: only in the dataset: 2026-05-01; only in the other calendar: 2026-12-25"
    ]


def test_only_nationwide_public_holidays_count() -> None:
    regional, bank = calendar("2026-01-06", **{"global": False}), calendar("2026-02-02", types=["Bank"])
    assert compared(ScriptedReply(regional + bank), "2026-01-01") == ["DE 2026: only in the dataset: 2026-01-01"]


def test_country_that_the_other_calendar_lacks_is_omitted() -> None:
    assert compared(ScriptedReply("", 204), "2026-01-01") == []


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (ScriptedReply("broken", 500), "HTTP 500"),
        (ScriptedReply({"title": "Not a list"}), "not a list of holidays"),
        (ScriptedReply([{"date": "2026-01-01"}]), "not a list of holidays"),
        (ScriptedReply(calendar("2019-01-01")), "holidays that are not in 2026"),
    ],
)
def test_unreadable_calendar_is_named(reply: ScriptedReply, reason: str) -> None:
    (line,) = compared(reply, "2026-01-01")
    assert line.startswith("DE 2026: not compared, ")
    assert reason in line
