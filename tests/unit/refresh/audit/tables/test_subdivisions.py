"""Subdivisions are compared by country: codes, kinds, parents and names."""

from pathlib import Path

import pytest

from refresh.audit.tables.subdivisions import kinds_and_parents, subdivisions
from refresh.package_archive import Archive
from tests.support.refresh.packages import wheel

Row = dict[str, str | None]
KENT: Row = {"cca2": "GB", "code": "GB-KEN", "name": "Kent", "kind": "County", "parent": "GB-ENG"}
WALES: Row = {"cca2": "GB", "code": "GB-WLS", "name": "Wales", "kind": "Country", "parent": None}
THEIRS = [
    {"code": "GB-KEN", "name": "Kent", "type": "County", "parent": "ENG"},
    {"code": "GB-WLS", "name": "Wales [Cymru GB-CYM]", "type": "Country"},
]


def differing(tmp_path: Path, rows: list[Row]) -> list[tuple[str, str, object, object]]:
    archive = Archive(wheel(tmp_path / "iso.whl", {"pycountry/databases/iso3166-2.json": {"3166-2": THEIRS}}))
    return [row[:4] for row in subdivisions(rows, archive) if not row[4]]


def test_name_in_a_second_language_and_a_parent_without_its_country_are_the_same(tmp_path: Path) -> None:
    assert differing(tmp_path, [KENT, WALES]) == []


@pytest.mark.parametrize(
    ("rows", "difference"),
    [
        ([KENT], ("codes", "GB", "", "GB-WLS")),
        ([KENT, WALES, {**WALES, "code": "GB-UKM"}], ("codes", "GB", "GB-UKM", "")),
        ([KENT, {**WALES, "kind": "Nation"}], ("kinds", "GB", "Nation", "Country")),
        ([{**KENT, "parent": None}, WALES], ("parents", "GB", "", "GB-ENG")),
        ([KENT, {**WALES, "name": "Cymru"}], ("names", "GB", "Cymru", "Wales [Cymru GB-CYM]")),
    ],
)
def test_difference_has_the_entries_that_differ(
    tmp_path: Path, rows: list[Row], difference: tuple[str, str, str, str]
) -> None:
    assert differing(tmp_path, rows) == [difference]


MODULE = b"""
class Iso3166_2(EntityCollection):
    entities = {
        "GB-KEN": (Entity("Kent", "GB-KEN", "COUNTY", "en", "GB-ENG"),),
        "GB-WLS": (Entity("Wales", "GB-WLS", "COUNTRY", "en", ""), Entity("Cymru", "GB-WLS", "COUNTRY", "cy", "")),
    }
"""


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([KENT, WALES], []),
        ([KENT], [("codes (iso-standards)", "GB", "", "GB-WLS")]),
        ([KENT, {**WALES, "kind": "Nation"}], [("kinds (iso-standards)", "GB", "Nation", "COUNTRY")]),
        ([{**KENT, "parent": "GB-WLS"}, WALES], [("parents (iso-standards)", "GB", "GB-WLS", "GB-ENG")]),
    ],
)
def test_kind_and_parent_are_held_to_a_copy_of_the_standard(
    tmp_path: Path, rows: list[Row], expected: list[tuple[str, str, str, str]]
) -> None:
    archive = Archive(wheel(tmp_path / "standards.whl", {"iso_standards/iso3166/iso3166_2/GB.py": MODULE}))
    assert [row[:4] for row in kinds_and_parents(rows, archive) if not row[4]] == expected
