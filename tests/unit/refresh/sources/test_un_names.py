"""Faults in the file with the formal names of UNTERM are named."""

from pathlib import Path

import pytest

from builder.inputs.errors import InputError
from refresh.sources.un_names import extract
from refresh.sources_json import load_sources
from tests.support.project import ROOT
from tests.support.values import incomplete

SOURCE = load_sources(ROOT / "data" / "sources.json").source("un-names")
CONTENT = Path(ROOT / "tests" / "fixtures" / "sources" / "country-codes.csv").read_bytes()


def test_unknown_code_and_missing_column_are_named() -> None:
    with pytest.raises(InputError, match=r"country-codes\.csv: FR: is not the code of a country"):
        extract(SOURCE, {"official": CONTENT}, incomplete({"DE": {}}), ["PS", "VA"])
    with pytest.raises(InputError, match=r"country-codes\.csv: UNTERM Arabic Formal: is a column that the file lacks"):
        extract(SOURCE, {"official": CONTENT.replace(b"Arabic", b"Klingon")}, {}, [])
