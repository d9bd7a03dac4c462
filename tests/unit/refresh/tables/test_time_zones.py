import json
from typing import Any

import pytest

from tests.support.project import ROOT

ROWS: dict[str, Any] = {
    row["name"]: row for row in json.loads((ROOT / "data/tables/time-zones.json").read_text("utf-8"))["rows"]
}


def test_brazil_has_its_zones_with_names_and_offsets() -> None:
    zones = {name: row["standardOffset"] for name, row in ROWS.items() if row["countries"] == ["BR"]}
    assert len(zones) == 16
    assert zones["America/Sao_Paulo"] == "UTC-03:00"
    assert zones["America/Manaus"] == "UTC-04:00"
    assert ROWS["America/Sao_Paulo"]["aliases"] == ["Brazil/East"]


@pytest.mark.parametrize(
    ("name", "countries", "standard", "summer"),
    [
        ("Europe/Berlin", ["DE"], "UTC+01:00", "UTC+02:00"),
        ("Europe/Oslo", ["NO"], "UTC+01:00", "UTC+02:00"),
        ("Europe/Dublin", ["IE"], "UTC+00:00", "UTC+01:00"),
        ("Europe/Belgrade", ["RS", "XK"], "UTC+01:00", "UTC+02:00"),
        ("Europe/Simferopol", ["UA"], "UTC+03:00", None),
        ("Asia/Kathmandu", ["NP"], "UTC+05:45", None),
        ("Australia/Lord_Howe", ["AU"], "UTC+10:30", "UTC+11:00"),
    ],
)
def test_zone_has_its_country_and_offsets(name: str, countries: list[str], standard: str, summer: str | None) -> None:
    row = ROWS[name]
    assert row["countries"] == countries
    assert (row["standardOffset"], row.get("summerOffset")) == (standard, summer)


def test_old_name_leads_to_one_zone() -> None:
    owners: dict[str, list[str]] = {}
    for name, row in ROWS.items():
        for alias in row["aliases"]:
            owners.setdefault(alias, []).append(name)
    assert owners["Asia/Calcutta"] == ["Asia/Kolkata"]
    assert owners["US/Eastern"] == ["America/New_York"]
    assert [alias for alias, names in owners.items() if len(names) > 1 or alias in ROWS] == []


def test_coordinates_have_seconds_where_the_source_has_them() -> None:
    assert (ROWS["America/New_York"]["latitude"], ROWS["America/New_York"]["longitude"]) == (40.7142, -74.0064)
