"""Numbers of countries with each field, compared with the minimums."""

from dataclasses import replace
from typing import Any

from refresh.audit.coverage import coverage, unsourced
from refresh.source_list import load_sources
from tests.support.project import ROOT

RECORDS: dict[str, dict[str, Any]] = {
    "DE": {
        "name": {"common": "Germany", "official": "Federal Republic of Germany"},
        "cca3": "DEU", "ccn3": "276", "area": 357114, "population": 84000000, "capital": ["Berlin"],
        "currencies": {"EUR": {"name": "Euro"}}, "languages": {"deu": "German"},
        "holidays": {"items": [{"date": "2026-01-01"}, {"date": "2027-01-01"}]},
    },
    "FR": {
        "name": {"common": "France", "official": "French Republic"},
        "cca3": "FRA", "ccn3": "250", "area": 551695, "population": 68000000, "capital": ["Paris"],
        "currencies": {"EUR": {"name": "Euro"}}, "languages": {"fra": "French"},
        "holidays": {"items": [{"date": "2026-01-01"}]},
    },
}  # fmt: skip


def test_table_counts_countries_and_names_those_without_the_field() -> None:
    rows = {row.field: row for row in coverage(RECORDS, {"area": 2, "holidays": 2, "fifa": 1}, [2026, 2027])}
    assert (rows["area"].countries, rows["area"].is_short) == (2, False)
    assert (rows["holidays"].countries, rows["holidays"].missing, rows["holidays"].is_short) == (1, ("FR",), True)
    assert (rows["fifa"].countries, rows["fifa"].missing) == (0, ("DE", "FR"))
    assert (rows["currencies"].countries, rows["currencies"].floor) == (2, None)
    assert "currencies.EUR.name" not in rows


def test_field_without_a_source_is_named() -> None:
    catalog = load_sources(ROOT / "data" / "sources.json")
    assert unsourced(catalog) == []
    gone = ("area", "enrichment.development.gini")
    fewer = {field: ids for field, ids in catalog.precedence.items() if field not in gone}
    found = unsourced(replace(catalog, precedence=fewer))
    assert [problem.where for problem in found] == ["fields.area", "fields.enrichment.development.gini"]
