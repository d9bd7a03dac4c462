import json
from typing import Any

import pytest

from tests.support.project import ROOT

ROWS: dict[str, Any] = {
    row["cca2"]: row for row in json.loads((ROOT / "data/tables/calling-codes.json").read_text("utf-8"))["rows"]
}


@pytest.mark.parametrize(
    ("code", "calling", "prefixes", "is_main"),
    [
        ("DE", "49", [], True),
        ("AS", "1", ["684"], False),
        ("DO", "1", ["809", "829", "849"], False),
        ("KZ", "7", ["6", "7"], False),
        ("RU", "7", ["3", "4", "5", "8", "9"], True),
        ("SJ", "47", ["79"], False),
        ("AX", "358", ["18"], False),
        ("VA", "39", ["06698"], False),
        ("CC", "61", ["89162"], False),
        ("GB", "44", [], True),
    ],
)
def test_country_has_its_code_and_the_prefixes_that_tell_it_apart(
    code: str,
    calling: str,
    prefixes: list[str],
    is_main: bool,  # noqa: FBT001
) -> None:
    row = ROWS[code]
    assert (row["code"], row["prefixes"], row["isMain"]) == (calling, prefixes, is_main)


def test_shared_code_has_one_main_country_and_no_prefix_twice() -> None:
    by_code: dict[str, list[Any]] = {}
    for row in ROWS.values():
        by_code.setdefault(row["code"], []).append(row)
    for code, rows in by_code.items():
        assert sum(row["isMain"] for row in rows) == 1, code
        prefixes = [prefix for row in rows for prefix in row["prefixes"]]
        assert len(set(prefixes)) == len(prefixes), code


@pytest.mark.parametrize(
    ("code", "listed"),
    [
        ("DE", ["49"]),
        ("GG", ["44"]),
        ("AS", ["1684"]),
        ("JM", ["1658", "1876"]),
        ("SJ", ["4779"]),
        ("SH", ["290", "247"]),
        ("BV", ["47"]),
        ("UM", ["1808"]),
    ],
)
def test_country_has_the_dialling_codes_that_directories_have(code: str, listed: list[str]) -> None:
    assert ROWS[code]["diallingCodes"] == listed


def test_dialling_codes_begin_with_the_calling_code_or_stand_beside_it() -> None:
    differing = {
        code: row["diallingCodes"]
        for code, row in ROWS.items()
        if not all(listed.startswith(row["code"]) for listed in row["diallingCodes"])
    }
    assert differing == {"SH": ["290", "247"], "VA": ["3906698", "379"]}
