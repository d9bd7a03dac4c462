"""A refresh of a small project: its records, its errors, and that an error changes no file."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from builder.api.field_types import value_at
from builder.input_errors import InputError
from refresh.merge import FactOrigin, compute_per_person, keep_fetched_at
from tests.support.refresh.packages import hash_of, tarball
from tests.support.refresh.small_project import SmallProject, make_small_project
from tests.support.values import incomplete


@pytest.fixture
def project(tmp_path: Path) -> SmallProject:
    return make_small_project(tmp_path)


def contents(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def repin(project: SmallProject, source: str, path: Path) -> None:
    catalog = project.read("sources.json")
    next(entry for entry in catalog["sources"] if entry["id"] == source)["package"]["hash"] = hash_of(path)
    project.write("sources.json", catalog)


def test_refresh_writes_a_record_of_each_country_once(project: SmallProject) -> None:
    written, removed = project.refresh()
    countries = [f"countries/{code}.json" for code in ("de", "no", "ps", "xk")]
    figures = ["figures/un-wpp.json", "figures/world-bank.json"]
    others = ["provenance.json", "reference/capital-years.json", "tables/history.json"]
    assert written == [*countries, *figures, *others]
    assert removed == []
    assert project.refresh() == ([], [])


@pytest.mark.parametrize(
    ("country", "field", "value"),
    [
        ("DE", "name.common", "Germany"),
        ("DE", "currencies", {"EUR": {"name": "Euro", "symbol": "€"}}),
        ("DE", "languages", {"deu": "German"}),
        ("DE", "translations", {"fas": {"official": "آلمان", "common": "آلمان"}}),
        ("DE", "borders", ["XKX"]),
        ("DE", "ccn3", None),
        ("DE", "demonyms", None),
        ("DE", "unRegionalGroup", "Western European and Others Group"),
        ("DE", "kbId", "Q183"),
        ("DE", "population", 83491249),
        ("DE", "enrichment.population", {"value": 83491249, "source": "world-bank", "asOf": "2025"}),
        ("DE", "enrichment.economics", {"gdp": 5000000000000, "gdpPerCapita": 59886.51, "gdpYear": 2025}),
        ("DE", "enrichment.development", {"hdi": 0.959, "lifeExpectancy": 81.46, "gini": 32.4}),
        ("DE", "enrichment.government.type", "federal parliamentary republic"),
        ("DE", "enrichment.government.website", "https://www.gov.de/"),
        ("DE", "enrichment.fetchedAt", "2026-11-21T00:00:00Z"),
        ("DE", "capitalInfo", {"latlng": [52.5244, 13.4105], "population": 3426354}),
        ("PS", "tld", [".ps", ".فلسطين"]),
        ("PS", "population", 4000000),
        ("PS", "enrichment.population", None),
        ("PS", "enrichment.development.lifeExpectancy", None),
        ("PS", "enrichment.economics", {"gdp": 13711000000, "gdpPerCapita": None, "gdpYear": 2024}),
        ("PS", "capitalInfo.population", 24599),
        ("PS", "unRegionalGroup", None),
        ("NO", "languages", {"sme": "Northern Sami"}),
        ("NO", "currencies", None),
        ("NO", "population", 5600100),
        ("NO", "enrichment.development.lifeExpectancy", 83),
        ("NO", "enrichment.population", None),
        ("NO", "enrichment.government", None),
        ("NO", "continents", ["Europe", "Asia"]),
        ("XK", "cca3", "XKX"),
        ("XK", "population", 1576876),
        ("XK", "enrichment.economics", None),
        ("XK", "enrichment.development", {"hdi": None, "lifeExpectancy": 78, "gini": None}),
        ("XK", "independent", None),
        ("XK", "capitalInfo", {"latlng": [52.5244, 13.4105]}),
    ],
)
def test_each_field_comes_from_the_first_source(project: SmallProject, country: str, field: str, value: Any) -> None:
    project.refresh()
    assert value_at(project.record(country), field) == value


def test_provenance_has_the_source_of_each_field(project: SmallProject) -> None:
    project.refresh()
    table = project.read("provenance.json")
    assert table["population"] == {
        "sources": {
            "un-wpp": {"2025": ["NO"]},
            "world-bank": {"2025": ["DE", "XK"]},
            "world-factbook": {"2025": ["PS"]},
        },
        "notes": {"NO": "Beside it: 19,000, census of 2022 (An office; without islands)."},
    }
    assert table["cca3"]["sources"]["curated"] == {"": ["XK"]}
    assert table["cca3"]["curated"] == {"XK": {"reason": "the code in use", "removed": {"cca3": "UNK"}}}
    assert table["borders"] == {
        "sources": {"world-countries": {"": ["DE", "XK"]}},
        "curated": {"DE": {"reason": "the code in use", "removed": {"borders": ["UNK"]}}},
    }


def test_copied_value_has_the_date_of_its_original(project: SmallProject) -> None:
    row = {
        "country": "PS",
        "field": "capitalInfo.population",
        "copy": "population",
        "reason": "The city is the country.",
    }
    project.write("curated/overrides/copies.json", [row])
    project.refresh()
    assert project.read("provenance.json")["capitalInfo.population"]["sources"]["curated"] == {"2025": ["PS"]}


def test_refresh_removes_a_country_that_the_sources_lack(project: SmallProject) -> None:
    project.refresh()
    project.write("countries/zz.json", {**project.record("DE"), "cca2": "ZZ"})
    assert project.refresh() == (["changes/2026-11-21.json"], ["countries/zz.json"])


def test_refresh_rejects_a_package_with_another_hash(project: SmallProject) -> None:
    project.refresh()
    before = contents(project.data)
    package = project.cache / "countries-list-1.0.tgz"
    package.write_bytes(package.read_bytes()[:-20])
    with pytest.raises(InputError, match=r"countries-list-1\.0\.tgz: countries-list: has hash .+, but sha512-"):
        project.refresh()
    assert contents(project.data) == before


@pytest.mark.parametrize(
    ("name", "members", "message"),
    [
        ("countries-list", {"other.json": {}}, r"continents\.min\.json: is not in the package"),
        ("countries-list", {"continents.min.json": b"{"}, r"continents\.min\.json: is not JSON"),
    ],
)
def test_refresh_rejects_a_package_in_another_format(
    project: SmallProject, name: str, members: dict[str, Any], message: str
) -> None:
    project.refresh()
    before = {name: digest for name, digest in contents(project.data).items() if name != "sources.json"}
    repin(project, name, tarball(project.cache / f"{name}-1.0.tgz", members))
    with pytest.raises(InputError, match=message):
        project.refresh()
    assert {name: digest for name, digest in contents(project.data).items() if name != "sources.json"} == before


def test_refresh_rejects_a_package_that_is_not_an_archive(project: SmallProject) -> None:
    path = project.cache / "countries-list-1.0.tgz"
    path.write_bytes(b"not an archive")
    repin(project, "countries-list", path)
    with pytest.raises(InputError, match=r"countries-list-1\.0\.tgz: cannot be read"):
        project.refresh()


def test_refresh_lists_every_code_without_a_name(project: SmallProject) -> None:
    project.write("reference/languages.json", {"ara": {"name": "Arabic"}})
    project.write("reference/currencies.json", {})
    with pytest.raises(InputError) as refusal:
        project.refresh()
    assert [problem.where for problem in refusal.value.problems] == ["currencies.EUR", "languages.deu", "languages.sme"]


def test_refresh_lists_every_row_without_effect(project: SmallProject) -> None:
    rows = project.read("curated/overrides/rows.json")
    rows.append({"country": "DE", "field": "capital", "set": ["Berlin"], "reason": "it moved back"})
    rows.append({"country": "ZZ", "field": "area", "set": 1, "reason": "unheard of"})
    project.write("curated/overrides/rows.json", rows)
    with pytest.raises(InputError) as refusal:
        project.refresh()
    assert str(refusal.value).splitlines() == [
        "rows.json: DE.capital: set has no effect; delete the row (it moved back)",
        "rows.json: ZZ: is not a country of the dataset",
        "data/ is unchanged.",
    ]


def test_correction_of_a_table_holds_until_it_is_removed(project: SmallProject) -> None:
    """Also of one whose rows are kept while the files that they come from are the same."""
    project.refresh()
    before = project.read("tables/history.json")
    key = {"cca2": "DE", "year": 2025}
    row = {"table": "history", "key": key, "column": "population", "set": 83500000, "reason": "the census"}
    project.write("curated/overrides/tables.json", [row])
    for _ in range(2):
        project.refresh()
        assert {**key, "population": 83500000}.items() <= project.read("tables/history.json")["rows"][1].items()
    member = {"organisation": "EU", "cca2": "DE"}
    project.write("curated/overrides/tables.json", [{**row, "table": "memberships", "key": member, "column": "since"}])
    with pytest.raises(InputError, match=r"memberships\.EU\.DE\.since: is in a table that no refresh makes"):
        project.refresh()
    project.write("curated/overrides/tables.json", [])
    project.refresh()
    assert project.read("tables/history.json") == before


def test_unknown_source_is_rejected_with_the_existing_ones(project: SmallProject) -> None:
    with pytest.raises(InputError, match=r"sources\.json: nobody: is not a source; the sources are .*countries-list, "):
        project.catalog.source("nobody")


def test_refresh_on_a_later_day_changes_no_record_when_the_sources_are_unchanged(project: SmallProject) -> None:
    project.refresh()
    catalog = project.read("sources.json")
    project.write("sources.json", {**catalog, "fetchedAt": "2026-12-01T00:00:00Z"})
    before = contents(project.data / "countries")
    project.refresh()
    assert contents(project.data / "countries") == before


def test_changed_value_dates_its_record_alone(project: SmallProject) -> None:
    project.refresh()
    catalog = project.read("sources.json")
    project.write("sources.json", {**catalog, "fetchedAt": "2026-12-01T00:00:00Z"})
    table = project.read("curated/tables/hdi.json")
    table["values"]["DE"] = 0.96
    project.write("curated/tables/hdi.json", table)
    before = contents(project.data / "countries")
    project.refresh()
    after = contents(project.data / "countries")
    assert [name for name in after if after[name] != before[name]] == ["de.json"]
    assert project.record("DE")["enrichment"]["fetchedAt"] == "2026-12-01T00:00:00Z"


OLD, NEW = "2026-11-21T00:00:00Z", "2026-12-01T00:00:00Z"


@pytest.mark.parametrize(
    ("stored", "items", "date"),
    [
        ({"fetchedAt": OLD, "years": [2026], "items": ["a day"]}, ["a day"], OLD),
        ({"fetchedAt": OLD, "years": [2026], "items": ["a day"]}, ["another"], NEW),
        ({"fetchedAt": OLD, "years": [2025], "items": ["a day"]}, ["a day"], NEW),
        ({}, ["a day"], NEW),
    ],
)
def test_holidays_are_dated_when_they_change(stored: dict[str, Any], items: list[str], date: str) -> None:
    records = {"DE": {"area": 2, "holidays": {"fetchedAt": NEW, "years": [2026], "items": items}}}
    kept = keep_fetched_at(incomplete(records), incomplete({"DE": {"area": 1, "holidays": stored}}))["DE"]
    assert kept == {"area": 2, "holidays": {"fetchedAt": date, "years": [2026], "items": items}}


def test_package_that_a_registry_lacks_is_named(project: SmallProject) -> None:
    (project.cache / "countries-list-1.0.tgz").unlink()
    catalog = project.read("sources.json")
    entry = next(entry for entry in catalog["sources"] if entry["id"] == "countries-list")
    entry["package"]["name"] = "@no-such-scope/no-such-package"
    project.write("sources.json", catalog)
    with pytest.raises(InputError, match=r"@no-such-scope/no-such-package@1\.0: could not be downloaded"):
        project.refresh()
    assert not (project.data / "countries").exists()
    assert list(project.cache.glob("countries-list*")) == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", r"sources\.json: is not JSON"),
        (json.dumps({"fetchedAt": "2026-11-21T00:00:00Z"}), r"sources\.json: sources: is required but missing"),
        (None, r"sources\.json: does not exist"),
    ],
)
def test_refresh_names_an_error_in_the_list_of_sources(
    project: SmallProject, content: str | None, message: str
) -> None:
    path = project.data / "sources.json"
    path.unlink() if content is None else path.write_text(content, "utf-8")
    with pytest.raises(InputError, match=message):
        project.refresh()


def test_gdp_per_capita_is_for_the_year_of_the_gdp() -> None:
    records: Any = {
        code: {"enrichment": {"economics": {"gdp": 1000, "gdpYear": 2024, "gdpPerCapita": 7}}}
        for code in ("CY", "SS", "TW", "TK", "GG")
    }
    del records["GG"]["enrichment"]["economics"]["gdp"]
    bank, book = FactOrigin("world-bank", "2024"), FactOrigin("world-factbook", "2024")
    product = {"CY": bank, "SS": book, "TW": book, "TK": book, "GG": book}
    origins = {
        "enrichment.economics.gdp": product,
        "enrichment.economics.gdpPerCapita": dict.fromkeys(records, bank),
    }
    compute_per_person(records, origins, {"SS": {"2023": 5, "2024": 10}, "TW": {"2025": 8}, "TK": {"2026": 8}})
    found = {code: value_at(record, "enrichment.economics.gdpPerCapita") for code, record in records.items()}
    assert found == {"CY": 7, "SS": 100, "TW": 125, "TK": None, "GG": None}
    assert origins["enrichment.economics.gdpPerCapita"] == {
        "CY": bank,
        "SS": FactOrigin("computed", "2024"),
        "TW": FactOrigin("computed", "2024"),
    }


def test_refresh_reads_files_of_a_repository_only_after_a_change_of_pins(project: SmallProject) -> None:
    project.refresh()
    kept = list(project.cache.glob("?" * 64))
    for path in kept:
        path.unlink()
    assert project.refresh() == ([], [])
    catalog = project.read("sources.json")
    moved = next(entry for entry in catalog["sources"] if entry["id"] == "world-bank")["repository"]
    moved["files"]["gini"]["sha256"] = "0" * 64
    project.write("sources.json", catalog)
    before = contents(project.data)
    with pytest.raises(InputError, match=r"data/gini\.csv: world-bank: did not download: "):
        project.refresh()
    assert contents(project.data) == before
