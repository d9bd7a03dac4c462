"""The subdivisions that are shipped."""

import json
from typing import Any

import pytest

from tests.support.project import ROOT

ROWS: dict[str, Any] = {
    row["code"]: row for row in json.loads((ROOT / "data/tables/subdivisions.json").read_text("utf-8"))["rows"]
}


@pytest.mark.parametrize(
    ("code", "name", "kind", "parent"),
    [
        ("DE-BY", "Bayern", "Land", None),
        ("GB-KEN", "Kent", "Two-tier county", "GB-ENG"),
        ("FR-75C", "Paris", "Metropolitan collectivity with special status", "FR-IDF"),
        ("EE-663", "Rakvere", "Urban municipality", "EE-60"),
        ("RU-KB", "Kabardino-Balkarskaya Respublika", "Republic", None),
        ("JP-07", "Fukushima", "Prefecture", None),
        ("US-PR", "Puerto Rico", "Outlying area", None),
    ],
)
def test_subdivision_has_its_name_kind_and_parent(code: str, name: str, kind: str, parent: str | None) -> None:
    row = ROWS[code]
    assert (row["name"], row["kind"], row.get("parent")) == (name, kind, parent)


def test_parent_is_a_subdivision_of_the_same_country_and_no_chain_of_parents_is_a_circle() -> None:
    for code, row in ROWS.items():
        assert row["cca2"] == code[:2]
        above = row
        for _ in range(4):
            if "parent" not in above:
                break
            assert above["parent"][:2] == code[:2]
            above = ROWS[above["parent"]]
        else:
            pytest.fail(f"{code} has more than three levels above it, or a circle")


def test_levels_of_great_britain_are_nested() -> None:
    assert sum("parent" in row for row in ROWS.values() if row["cca2"] == "GB") == 217


@pytest.mark.parametrize("code", ["GH-BA", "PK-TA", "LU-D", "DK-015", "GB-UKM"])
def test_withdrawn_code_and_group_are_left_out(code: str) -> None:
    assert code not in ROWS
