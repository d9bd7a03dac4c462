from pathlib import Path

import pytest

from refresh.package_archive import Archive
from refresh.tables.currencies import list_one, sentence_case
from tests.support.refresh.packages import wheel


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
