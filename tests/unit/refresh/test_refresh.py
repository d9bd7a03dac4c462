"""A refresh of a small project: its records, its errors, and that an error changes no file."""

from pathlib import Path
from typing import Any

import pytest

from builder.api.field_types import value_at
from builder.inputs.errors import InputError
from refresh.merge import keep_fetched_at
from tests.support.cases import load_cases
from tests.support.refresh.small_project import SmallProject, make_small_project
from tests.support.trees import content
from tests.support.values import incomplete

# A country, a field and its value.
FIELDS = load_cases("refresh")["fields"]


@pytest.fixture
def project(tmp_path: Path) -> SmallProject:
    return make_small_project(tmp_path)


def test_refresh_writes_a_record_of_each_country_once(project: SmallProject) -> None:
    written, removed = project.refresh()
    countries = [f"countries/{code}.json" for code in ("de", "no", "ps", "xk")]
    figures = ["figures/un-wpp.json", "figures/world-bank.json"]
    others = ["provenance.json", "reference/capital-years.json", "tables/history.json"]
    assert written == [*countries, *figures, *others]
    assert removed == []
    assert project.refresh() == ([], [])


def test_fields_come_from_the_first_source_with_a_value(project: SmallProject) -> None:
    project.refresh()
    found = [[country, field, value_at(project.record(country), field)] for country, field, _ in FIELDS]
    assert found == FIELDS


def test_provenance_has_sources_notes_and_corrections(project: SmallProject) -> None:
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


def test_refresh_removes_a_country_that_the_sources_lack(project: SmallProject) -> None:
    project.refresh()
    project.write("countries/zz.json", {**project.record("DE"), "cca2": "ZZ"})
    assert project.refresh() == (["changes/2026-11-21.json"], ["countries/zz.json"])


def test_refresh_rejects_a_package_with_another_hash(project: SmallProject) -> None:
    project.refresh()
    before = content(project.data)
    package = project.cache / "countries-list-1.0.tgz"
    package.write_bytes(package.read_bytes()[:-20])
    with pytest.raises(InputError, match=r"countries-list-1\.0\.tgz: countries-list: has hash .+, but sha512-"):
        project.refresh()
    assert content(project.data) == before


def test_refresh_lists_every_row_without_effect(project: SmallProject) -> None:
    rows = project.read("curated/corrections/rows.json")
    rows.append({"country": "DE", "field": "capital", "set": ["Berlin"], "reason": "it moved back"})
    rows.append({"country": "ZZ", "field": "area", "set": 1, "reason": "unheard of"})
    project.write("curated/corrections/rows.json", rows)
    with pytest.raises(InputError) as refusal:
        project.refresh()
    assert str(refusal.value).splitlines() == [
        "rows.json: DE.capital: set has no effect; delete the row (it moved back)",
        "rows.json: ZZ: is not a country of the dataset",
        "data/ is unchanged.",
    ]


def test_correction_of_a_name_that_comes_from_the_list_of_currencies_is_refused(project: SmallProject) -> None:
    row = {"country": "DE", "field": "currencies.EUR.name", "set": "European unit", "reason": "so it was"}
    project.write("curated/corrections/more.json", [row])
    with pytest.raises(InputError, match=r"more\.json: DE\.currencies\.EUR\.name: is not in the finished record"):
        project.refresh()


def test_correction_of_a_table_holds_until_it_is_removed(project: SmallProject) -> None:
    """The rows of this table are read again only when its source files or its corrections change."""
    project.refresh()
    before = project.read("tables/history.json")
    key = {"cca2": "DE", "year": 2025}
    row = {"table": "history", "key": key, "column": "population", "set": 83500000, "reason": "the census"}
    project.write("curated/corrections/tables.json", [row])
    for _ in range(2):
        project.refresh()
        assert {**key, "population": 83500000}.items() <= project.read("tables/history.json")["rows"][1].items()
    member = {"organisation": "EU", "cca2": "DE"}
    project.write(
        "curated/corrections/tables.json", [{**row, "table": "memberships", "key": member, "column": "since"}]
    )
    with pytest.raises(InputError, match=r"memberships\.EU\.DE\.since: is in a table that no refresh makes"):
        project.refresh()
    project.write("curated/corrections/tables.json", [])
    project.refresh()
    assert project.read("tables/history.json") == before


def test_changed_value_dates_its_record_alone(project: SmallProject) -> None:
    project.refresh()
    catalog = project.read("sources.json")
    project.write("sources.json", {**catalog, "fetchedAt": "2026-12-01T00:00:00Z"})
    table = project.read("curated/tables/hdi.json")
    table["values"]["DE"] = 0.96
    project.write("curated/tables/hdi.json", table)
    before = content(project.data / "countries")
    project.refresh()
    after = content(project.data / "countries")
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
    dated = keep_fetched_at(incomplete(records), incomplete({"DE": {"area": 1, "holidays": stored}}))["DE"]
    assert dated == {"area": 2, "holidays": {"fetchedAt": date, "years": [2026], "items": items}}


def test_refresh_reads_files_of_a_repository_only_after_a_change_of_pins(project: SmallProject) -> None:
    project.refresh()
    for path in [*project.cache.glob("?" * 64)]:
        path.unlink()
    assert project.refresh() == ([], [])
    catalog = project.read("sources.json")
    moved = next(entry for entry in catalog["sources"] if entry["id"] == "world-bank")["repository"]
    moved["files"]["gini"]["sha256"] = "0" * 64
    project.write("sources.json", catalog)
    before = content(project.data)
    with pytest.raises(InputError, match=r"data/gini\.csv: world-bank: could not be downloaded: "):
        project.refresh()
    assert content(project.data) == before
