"""Rows of the curated table that are easy to get wrong."""

import json
from typing import Any

import pytest

from tests.support.project import ROOT

ROWS: dict[str, dict[str, Any]] = {
    row["cca2"]: row for row in json.loads((ROOT / "data/tables/identifiers.json").read_text("utf-8"))["rows"]
}
RECORDS = {
    record["cca2"]: record
    for record in (json.loads(path.read_text("utf-8")) for path in (ROOT / "data/countries").glob("*.json"))
}


def test_every_record_has_a_row_and_its_number_and_item() -> None:
    assert ROWS.keys() == RECORDS.keys()
    assert {code for code, row in ROWS.items() if row.get("m49") != RECORDS[code].get("ccn3")} == {"TW"}
    assert {code for code, row in ROWS.items() if row["wikidata"] != RECORDS[code]["kbId"]} == set()


@pytest.mark.parametrize("column", ["m49", "itu", "geonames", "wikidata"])
def test_code_is_that_of_one_country(column: str) -> None:
    codes = [row[column] for row in ROWS.values() if column in row]
    assert sorted({*codes}) == sorted(codes)


def test_only_a_dependency_has_a_sovereign_which_is_a_member_of_the_united_nations() -> None:
    dependencies = {code for code, row in ROWS.items() if "sovereign" in row}
    assert dependencies == {code for code, row in ROWS.items() if "dependency" in row}
    assert all(RECORDS[ROWS[code]["sovereign"]]["unMember"] for code in dependencies)
    others = RECORDS.keys() - dependencies
    assert {code for code in others if not RECORDS[code]["unMember"]} == {"AQ", "EH", "PS", "TW", "VA", "XK"}
