import json
from typing import Any

import pytest

from tests.support.project import ROOT

ROWS: dict[str, Any] = {
    row["code"]: row for row in json.loads((ROOT / "data/tables/languages.json").read_text("utf-8"))["rows"]
}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("deu", ("de", "ger", "Deutsch", "Latn", "ltr")),
        ("zho", ("zh", "chi", "中文", "Hans", "ltr")),
        ("ara", ("ar", None, "العربية", "Arab", "rtl")),
        ("div", ("dv", None, "ދިވެހިބަސް", "Thaa", "rtl")),
        ("prs", (None, None, "دری", "Arab", "rtl")),
        ("cnr", (None, None, None, "Latn", "ltr")),
        ("nzs", (None, None, None, None, None)),
        ("mah", ("mh", None, "Kajin Majel", "Latn", "ltr")),
    ],
)
def test_language_has_codes_own_name_and_script(code: str, expected: tuple[str | None, ...]) -> None:
    columns = ("alpha2", "bibliographic", "ownName", "script", "direction")
    assert tuple(ROWS[code].get(name) for name in columns) == expected


def test_every_language_of_a_record_has_a_row_with_its_countries() -> None:
    countries: dict[str, set[str]] = {}
    for path in (ROOT / "data/countries").glob("*.json"):
        record = json.loads(path.read_text("utf-8"))
        for code in record.get("languages", ()):
            countries.setdefault(code, set()).add(record["cca2"])
    assert {code: {*row["countries"]} for code, row in ROWS.items()} == countries
