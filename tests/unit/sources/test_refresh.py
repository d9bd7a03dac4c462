"""A refresh in a small world: packages in, records out, the same each time, and nothing touched on an error."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from builder.problems import InputError
from builder.tables.field_paths import value_at
from tests.support.sources.packages import hash_of, tarball
from tests.support.sources.world import World, make_world


@pytest.fixture
def world(tmp_path: Path) -> World:
    return make_world(tmp_path)


def contents(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def repin(world: World, source: str, path: Path) -> None:
    catalog = world.read("sources.json")
    next(entry for entry in catalog["sources"] if entry["id"] == source)["package"]["hash"] = hash_of(path)
    world.write("sources.json", catalog)


def test_a_refresh_writes_a_record_of_each_country_and_then_nothing_more(world: World) -> None:
    written, removed = world.refresh()
    assert written == [f"countries/{code}.json" for code in ("de", "no", "ps", "xk")] + ["provenance.json"]
    assert removed == []
    assert world.refresh() == ([], [])


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
        ("DE", "population", 84012284),
        ("DE", "enrichment.population", {"value": 84012284, "source": "world-factbook", "asOf": "2025"}),
        ("DE", "enrichment.economics", {"gdp": 4660000000000, "gdpYear": 2024}),
        ("DE", "enrichment.development", {"hdi": 0.959, "lifeExpectancy": 81.9, "gini": 32.4}),
        ("DE", "enrichment.government.type", "federal parliamentary republic"),
        ("DE", "enrichment.government.website", "https://www.gov.de/"),
        ("DE", "enrichment.fetchedAt", "2026-11-21T00:00:00Z"),
        ("DE", "capitalInfo", {"latlng": [52.5244, 13.4105], "population": 3426354}),
        ("PS", "tld", [".ps", ".فلسطين"]),
        ("PS", "population", 4000000),
        ("PS", "enrichment.population.asOf", "2025"),
        ("PS", "enrichment.development.lifeExpectancy", 76.5),
        ("PS", "enrichment.economics.gdp", 13711000000),
        ("PS", "capitalInfo.population", 24599),
        ("PS", "unRegionalGroup", None),
        ("NO", "languages", {"sme": "Northern Sami"}),
        ("NO", "currencies", None),
        ("NO", "population", 5488024),
        ("NO", "enrichment.population", None),
        ("NO", "enrichment.government", None),
        ("NO", "continents", ["Europe", "Asia"]),
        ("XK", "cca3", "XKX"),
        ("XK", "independent", None),
        ("XK", "capitalInfo", {"latlng": [52.5244, 13.4105]}),
    ],
)
def test_a_refresh_gives_each_field_from_the_source_that_comes_first(
    world: World, country: str, field: str, value: Any
) -> None:
    world.refresh()
    assert value_at(world.record(country), field) == value


def test_a_refresh_says_where_each_field_came_from(world: World) -> None:
    world.refresh()
    table = world.read("provenance.json")
    assert table["population"] == {
        "countries": 4,
        "sources": [
            {"id": "world-factbook", "countries": 2, "from": "2025", "to": "2025"},
            {"id": "cldr", "countries": 2},
        ],
    }
    assert {"id": "curated", "countries": 1} in table["cca3"]["sources"]


def test_a_refresh_reads_one_source_anew_and_leaves_the_rest(world: World) -> None:
    world.refresh()
    record = world.read("countries/de.json")
    record["area"], record["population"] = 7, 7
    world.write("countries/de.json", record)
    assert world.refresh("cldr") == (["countries/de.json"], [])
    assert world.record("DE")["population"] == 84012284
    assert world.record("DE")["area"] == 7


def test_a_refresh_removes_a_country_that_the_sources_dropped(world: World) -> None:
    world.refresh()
    world.write("countries/zz.json", {**world.record("DE"), "cca2": "ZZ"})
    assert world.refresh() == ([], ["countries/zz.json"])


def test_a_refresh_refuses_a_package_with_other_bytes(world: World) -> None:
    world.refresh()
    before = contents(world.data)
    package = world.cache / "cldr-1.0.tgz"
    package.write_bytes(package.read_bytes()[:-20])
    with pytest.raises(InputError, match=r"cldr-1\.0\.tgz: cldr: has hash sha512-.+, but sha512-.+ is pinned"):
        world.refresh()
    assert contents(world.data) == before


@pytest.mark.parametrize(
    ("name", "members", "message"),
    [
        ("cldr", {"other.json": {}}, r"supplemental/territoryInfo\.json: is not in the package"),
        ("cldr", {"supplemental/territoryInfo.json": b"{"}, r"supplemental/territoryInfo\.json: is not JSON"),
    ],
)
def test_a_refresh_refuses_a_package_of_another_form(
    world: World, name: str, members: dict[str, Any], message: str
) -> None:
    world.refresh()
    before = {name: digest for name, digest in contents(world.data).items() if name != "sources.json"}
    repin(world, name, tarball(world.cache / f"{name}-1.0.tgz", members))
    with pytest.raises(InputError, match=message):
        world.refresh()
    assert {name: digest for name, digest in contents(world.data).items() if name != "sources.json"} == before


def test_a_refresh_refuses_a_package_that_is_no_archive(world: World) -> None:
    path = world.cache / "cldr-1.0.tgz"
    path.write_bytes(b"not an archive")
    repin(world, "cldr", path)
    with pytest.raises(InputError, match=r"cldr-1\.0\.tgz: cannot be read"):
        world.refresh()


def test_a_refresh_lists_every_code_without_a_name(world: World) -> None:
    world.write("reference/languages.json", {"ara": {"name": "Arabic"}})
    world.write("reference/currencies.json", {})
    with pytest.raises(InputError) as refusal:
        world.refresh()
    assert [problem.where for problem in refusal.value.problems] == ["currencies.EUR", "languages.deu", "languages.sme"]


def test_a_refresh_lists_every_row_that_changes_nothing(world: World) -> None:
    rows = world.read("curated/overrides/rows.json")
    rows.append({"country": "DE", "field": "capital", "set": ["Berlin"], "reason": "it moved back"})
    rows.append({"country": "ZZ", "field": "area", "set": 1, "reason": "unheard of"})
    world.write("curated/overrides/rows.json", rows)
    with pytest.raises(InputError) as refusal:
        world.refresh()
    assert str(refusal.value).splitlines() == [
        "rows.json: DE.capital: set has no effect; delete the row (it moved back)",
        "rows.json: ZZ: is not a country of the dataset",
        "data/ is unchanged.",
    ]


def test_a_source_that_is_not_there_is_answered_with_those_that_are(world: World) -> None:
    with pytest.raises(InputError, match=r"sources\.json: nobody: is not a source; the sources are .*cldr, "):
        world.catalog.source("nobody")


def test_a_refresh_refuses_to_read_a_source_that_fills_nothing(world: World) -> None:
    with pytest.raises(InputError, match="nager-date: fills no field; those that do are world-countries"):
        world.refresh("nager-date")


def test_lets_a_live_source_win_and_dates_the_record_by_it(world: World) -> None:
    asked = {"asOf": "2026-06", "fetchedAt": "2027-02-03T04:05:06Z"}
    world.write("live/wikidata.json", {"DE": {"enrichment.development.hdi": {"value": 0.96, **asked}}})
    world.refresh()
    assert world.record("DE")["enrichment"]["development"]["hdi"] == 0.96
    assert world.record("DE")["enrichment"]["fetchedAt"] == "2027-02-03T04:05:06Z"
    assert world.record("NO")["enrichment"]["fetchedAt"] == "2026-11-21T00:00:00Z"
    assert world.refresh() == ([], [])


def test_a_pin_that_is_missing_from_a_registry_is_named(world: World) -> None:
    (world.cache / "cldr-1.0.tgz").unlink()
    catalog = world.read("sources.json")
    entry = next(entry for entry in catalog["sources"] if entry["id"] == "cldr")
    entry["package"]["name"] = "@no-such-scope/no-such-package"
    world.write("sources.json", catalog)
    with pytest.raises(InputError, match=r"@no-such-scope/no-such-package@1\.0: could not be downloaded"):
        world.refresh()
    assert not (world.data / "countries").exists()
    assert list(world.cache.glob("cldr*")) == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", r"sources\.json: is not JSON"),
        (json.dumps({"fetchedAt": "2026-11-21T00:00:00Z"}), r"sources\.json: holidayYears: is missing"),
        (None, r"sources\.json: does not exist"),
    ],
)
def test_a_refresh_names_what_is_wrong_with_the_list_of_sources(
    world: World, content: str | None, message: str
) -> None:
    path = world.data / "sources.json"
    path.unlink() if content is None else path.write_text(content, "utf-8")
    with pytest.raises(InputError, match=message):
        world.refresh()
