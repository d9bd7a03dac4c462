"""Records are completed, validated and put into the form of answers; files about sources and lists are checked."""

import json
import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from builder.api.record_model import Country, EnrichmentEconomics
from builder.inputs.errors import Problem
from builder.site.dataset.validation import country_value, file_problems, notice_value
from tests.support.cases import load_cases
from tests.support.project import WORLD
from tests.support.values import INTERFACE

CASES = load_cases("validation")
MODEL: TypeAdapter[Country] = TypeAdapter(INTERFACE.country)

RecordEdit = Callable[[dict[str, Any]], None]


def record_after(cca2: str, change: RecordEdit) -> Any:
    """Return a record without holidays after an edit, which must leave it valid."""
    value, problems = validated(cca2, change)
    assert problems == []
    return value


def validated(cca2: str, change: RecordEdit) -> tuple[Any, list[Problem]]:
    """Validate a record without holidays after an edit. Return it, or None if it is invalid, and its problems."""
    stored = json.loads((WORLD / f"countries/{cca2}.json").read_text("utf-8"))
    change(stored)
    problems: list[Problem] = []
    value = country_value(f"countries/{cca2}.json", stored, None, "https://f.example", problems, model=MODEL)
    return value, problems


def statistics(population: int | None, gdp: float | None, capital: int | None) -> RecordEdit:
    """Make an edit that sets population, GDP and the capital's population, and removes all other statistics."""

    def change(value: dict[str, Any]) -> None:
        value |= {"population": population, "area": 300_000.0}
        value["capitalInfo"] = {"latlng": [52.5, 13.4]} | ({"population": capital} if capital else {})
        economics = {"gdp": gdp, "gdpYear": 2024} if gdp else {"gdp": None}
        value["enrichment"] = {"fetchedAt": "2026-01-01T00:00:00Z", "economics": economics}

    return change


@pytest.mark.parametrize(
    ("population", "gdp", "capital", "ratios"),
    [
        (80_000_000, 4e12, 4_000_000, {"populationDensity": 266.6667, "capitalPopulationShare": 0.05}),
        (0, 4e12, 4_000_000, {"populationDensity": 0, "capitalPopulationShare": None}),
        # A group with nothing but nulls is left out.
        (None, 4e12, 4_000_000, None),
    ],
)
def test_ratios_are_computed_and_null_without_a_divisor(
    population: int | None, gdp: float, capital: int, ratios: dict[str, float | None] | None
) -> None:
    value = record_after("de", statistics(population, gdp, capital))["enrichment"]
    assert value.get("computed") == ratios
    assert value["economics"] == {"gdp": 4_000_000_000_000, "gdpPerCapita": None, "gdpYear": 2024}


def test_enrichment_without_values_is_omitted() -> None:
    assert "enrichment" not in record_after("de", statistics(None, None, None))


def test_share_of_the_capital_is_of_one_year() -> None:
    stored = json.loads((WORLD / "countries/mp.json").read_text("utf-8"))
    shares = []
    by_case: list[dict[str, int | None]] = [{"MP": 50_000}, {"MP": None}, {}]
    for populations in by_case:
        value = country_value(
            "countries/mp.json", stored, None, "https://f.example", [], model=MODEL, populations=populations
        )
        shares.append(value and value["enrichment"]["computed"]["capitalPopulationShare"])
    assert shares == [0.8677, None, 0.9964]


def test_maps_depend_on_the_name_and_the_coordinates() -> None:
    value = record_after("ax", lambda value: value.update(latlng=[60.116667, 19.9]))
    assert "%C3%85land%20Islands" in value["maps"]["googleMaps"]
    assert "60.116667" in value["maps"]["openStreetMaps"]
    assert all(url.isascii() for url in value["maps"].values())


def test_record_without_coordinates_has_no_maps() -> None:
    def change(value: dict[str, Any]) -> None:
        del value["latlng"]

    assert "maps" not in record_after("ax", change)


@pytest.mark.parametrize(
    ("group", "known"), [("colour", {}), ("colour", None), ("economics", None), ("development", {"height": None})]
)
def test_unknown_group_without_values_is_a_problem(group: str, known: Any) -> None:
    _, problems = validated("de", lambda value: value["enrichment"].update({group: known}))
    assert [problem.where.rpartition(".height")[0] or problem.where for problem in problems] == [f"enrichment.{group}"]


@pytest.mark.parametrize(("change", "message"), CASES["texts"])
def test_text_that_is_not_plain_and_list_with_a_duplicate_are_problems(change: dict[str, Any], message: str) -> None:
    value, problems = validated("de", lambda value: value.update(change))
    assert value is None
    assert message in str(problems[0])


@pytest.mark.parametrize("moment", ["2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-01T25:00:00Z"])
def test_moment_that_does_not_exist_is_a_problem(moment: str) -> None:
    _, problems = validated("de", lambda value: value["enrichment"].update(fetchedAt=moment))
    assert [problem.where for problem in problems] == ["enrichment.fetchedAt"]
    assert problems[0].message.startswith(f'is "{moment}"; ')


def edited_notice(**changes: Any) -> tuple[dict[str, Any], list[Problem]]:
    """Validate the notice after an edit, with its keys in reverse order. Return it, and its problems."""
    stored = json.loads((WORLD / "notice.json").read_text("utf-8")) | changes
    problems: list[Problem] = []
    return notice_value(dict(reversed(stored.items())), problems), problems


def test_notice_has_the_order_of_the_model() -> None:
    shipped = json.loads((WORLD / "notice.json").read_text("utf-8"))
    notice, problems = edited_notice()
    assert (list(notice.items()), problems) == (list(shipped.items()), [])
    assert [problem.where for problem in edited_notice(colour="red")[1]] == ["colour"]


def test_notice_with_a_level_needs_a_text_or_a_title() -> None:
    assert [str(problem) for problem in edited_notice(level="info")[1]] == [
        'notice.json: message: is null; must be a text, or title must be one, because level is "info"'
    ]
    assert edited_notice(level="info", message="Maintenance.")[1] == []
    assert edited_notice(level="critical", title="Maintenance")[1] == []


PATHS = (*(WORLD / f"{name}.json" for name in ("sources", "licences")), *WORLD.glob("reference/*.json"))
STORED: dict[str, Any] = {
    path.relative_to(WORLD).as_posix(): json.loads(path.read_text("utf-8")) for path in sorted(PATHS)
}


def problems(files: dict[str, Any]) -> dict[str, str]:
    """Return the messages about *files*, by file and place."""
    found = [problem for name, value in files.items() for problem in file_problems(name, value)]
    return {f"{file}: {where}": message for file, where, message in found}


def edited(name: str, *path: str | int, value: Any) -> dict[str, Any]:
    """Copy a file of the dataset with another *value* at *path*."""
    files = {name: deepcopy(STORED[name])}
    parent = files[name]
    for key in path[:-1]:
        parent = parent[key]
    parent[path[-1]] = value
    return files


@pytest.mark.parametrize("file", ["names/countries.json", "names/capitals.json", "aliases/languages.json"])
def test_name_in_another_normalization_form_is_a_problem(file: str) -> None:
    assert list(problems({file: {"IT": ["Roma\u0301"]}})) == [f"{file}: IT.0"]


@pytest.mark.parametrize("year", [0, 10_000, 2**53 + 1])
def test_year_that_no_date_has_is_a_problem(year: int) -> None:
    with pytest.raises(ValidationError, match="gdpYear"):
        TypeAdapter(EnrichmentEconomics).validate_python({"gdp": None, "gdpPerCapita": None, "gdpYear": year})


@pytest.mark.parametrize(("file_and_path", "value", "where"), CASES["shapes"])
def test_wrong_shape_is_named_with_its_place(file_and_path: list[Any], value: Any, where: str) -> None:
    found = problems(edited(*file_and_path, value=value))
    assert list(found) == [where]
    assert re.search("should (be|have|match)|expected|missing|out of range", found[where])


def test_every_missing_member_is_named() -> None:
    files = deepcopy(STORED)
    files["sources.json"]["sources"][0] = {"id": "one"}
    del files["reference/languages.json"]["deu"]["name"]
    for name in ("continents", "statuses", "unRegionalGroups"):
        files[f"reference/{name}.json"] = {}
    found = problems(files)
    assert set(found.values()) == {"is required but missing"}
    assert sorted(place for place in found if place.startswith("reference/")) == CASES["missing"]["reference"]
    assert found.keys() >= {*CASES["missing"]["others"]}


def test_members_and_files_that_nothing_reads_are_refused() -> None:
    files = edited("reference/statuses.json", "note", value=1)
    found = problems(files | {"aliases/own.json": {"any": ["one"]}})
    assert found == {
        "reference/statuses.json: note": "is not known here; remove it or correct its name",
        "aliases/own.json: ": "is no list that a build reads; remove it, or correct its name: regions, subregions, "
        "continents, bibliographic-codes, languages, currency-numbers, currencies, currency-signs",
    }
