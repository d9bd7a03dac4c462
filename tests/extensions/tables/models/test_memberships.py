"""Rows of the curated table that its readers cannot hold."""

import json
from collections import Counter
from typing import Any

from tests.support.project import ROOT

ROWS: list[dict[str, Any]] = json.loads((ROOT / "data/tables/memberships.json").read_text("utf-8"))["rows"]


def test_organisations_have_their_number_of_members() -> None:
    today = Counter(row["organisation"] for row in ROWS if "until" not in row)
    assert today == {"UN": 193, "OECD": 38, "NATO": 32, "EU": 27, "euro area": 21, "G20": 19, "ASEAN": 11}


def test_members_of_the_united_nations_are_those_of_the_records() -> None:
    records = (json.loads(path.read_text("utf-8")) for path in (ROOT / "data/countries").glob("*.json"))
    expected = {record["cca2"] for record in records if record["unMember"]}
    assert {row["cca2"] for row in ROWS if row["organisation"] == "UN"} == expected
