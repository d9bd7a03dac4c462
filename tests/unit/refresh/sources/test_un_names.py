"""Formal names of UNTERM, from a part of the pinned file."""

from pathlib import Path

import pytest

from builder.input_errors import InputError
from refresh.source_list import load_sources
from refresh.sources.un_names import extract, facts_of
from tests.support.project import ROOT
from tests.support.values import partial

SOURCE = load_sources(ROOT / "data" / "sources.json").source("un-names")
CONTENT = Path(ROOT / "tests" / "fixtures" / "sources" / "country-codes.csv").read_bytes()


def test_names_lose_their_article_and_the_mark_of_observers() -> None:
    series = extract(SOURCE, {"official": CONTENT}, partial({"DE": {}, "FR": {}, "PS": {}, "VA": {}}), [])
    assert series["official"]["DE"]["fra"] == "République fédérale d'Allemagne"
    assert series["official"]["FR"]["spa"] == "República Francesa"
    assert series["official"]["PS"]["eng"] == "State of Palestine"
    facts = facts_of(series, {})
    assert facts["FR"]["translations"].value["rus"] == {"official": "Французская Республика"}
    assert "eng" not in facts["FR"]["translations"].value


def test_unknown_code_and_missing_column_are_named() -> None:
    with pytest.raises(InputError, match=r"country-codes\.csv: FR: is not the code of a country"):
        extract(SOURCE, {"official": CONTENT}, partial({"DE": {}}), ["PS", "VA"])
    with pytest.raises(InputError, match=r"country-codes\.csv: UNTERM Arabic Formal: is a column that the file lacks"):
        extract(SOURCE, {"official": CONTENT.replace(b"Arabic", b"Klingon")}, {}, [])
