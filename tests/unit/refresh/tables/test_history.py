import json
from typing import Any

import pytest

from builder.annexes.tables.models.history import TABLE
from builder.api.field_paths import value_at
from tests.support.project import ROOT

DATA = ROOT / "data"
FIELDS = {
    "population": "population",
    "gdp": "enrichment.economics.gdp",
    "gdpPerCapita": "enrichment.economics.gdpPerCapita",
    "lifeExpectancy": "enrichment.development.lifeExpectancy",
}


def _read(name: str) -> Any:
    return json.loads((DATA / name).read_text("utf-8"))


ROWS = _read("tables/history.json")["rows"]


@pytest.mark.parametrize("metric", FIELDS)
def test_newest_year_is_the_value_of_the_record_where_both_have_the_source(metric: str) -> None:
    newest = {row["cca2"]: (row["year"], row[metric]) for row in ROWS if metric in row}
    provenance = _read("provenance.json")[FIELDS[metric]]
    codes = [
        (code, int(year))
        for year, listed in provenance["sources"]["world-bank"].items()
        for code in listed
        if code not in provenance.get("curated", {})
    ]
    assert len(codes) > 150
    for code, year in codes:
        assert newest[code] == (year, value_at(_read(f"countries/{code.lower()}.json"), FIELDS[metric])), code


def test_years_begin_in_1960_and_have_the_order_of_the_key() -> None:
    assert min(row["year"] for row in ROWS) == 1960
    assert [TABLE.key_of(row) for row in ROWS] == sorted(map(TABLE.key_of, ROWS))


def test_file_names_the_pins_of_its_source() -> None:
    source = next(entry for entry in _read("sources.json")["sources"] if entry["id"] == "world-bank")
    pins = {key: pinned["sha256"] for key, pinned in source["repository"]["files"].items()}
    assert _read("tables/history.json")["sha256"] == pins
