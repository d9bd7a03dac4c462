"""Offsets of time zones."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from refresh.sources.timezones import format_offset, standard_offset

START = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "offset"),
    [
        ("Europe/Berlin", "UTC+01:00"),
        ("Australia/Sydney", "UTC+10:00"),
        ("Europe/Dublin", "UTC+00:00"),
        ("Asia/Kathmandu", "UTC+05:45"),
        ("America/St_Johns", "UTC-03:30"),
    ],
)
def test_standard_offset_ignores_daylight_saving_time_in_both_hemispheres(zone: str, offset: str) -> None:
    assert format_offset(standard_offset(ZoneInfo(zone), START)) == offset


def test_format_offset_pads_hours_and_minutes() -> None:
    assert format_offset(timedelta(hours=-9, minutes=-30)) == "UTC-09:30"
