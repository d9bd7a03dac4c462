"""Records and corrections of the site's owner, read with the dataset."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from builder.api.types import Dataset, OwnParts
from builder.inputs.errors import InputError
from builder.project.build_request import BuildRequest
from builder.project.config import Config, DatasetChoice
from builder.site.dataset.loading import load_dataset
from tests.support.trees import write_files
from tests.support.values import folding

FOLD = folding()
NORTHLAND = {"cca2": "XN", "name": {"common": "Northland", "official": "Free State of Northland"}}

Load = Callable[..., Dataset]


@pytest.fixture
def load(small: BuildRequest, tmp_path: Path) -> Load:
    """Make a function that loads the small dataset with files of an owner for a site with some countries."""

    def loaded(files: dict[str, Any], countries: Sequence[str] = ()) -> Dataset:
        write_files(tmp_path, {name: json.dumps(value) for name, value in files.items()})
        config = Config(dataset=DatasetChoice(countries=tuple(countries)))
        return load_dataset(small.data, config, FOLD, tmp_path / "site_config.toml")

    return loaded


def problems_of(load: Load, files: dict[str, Any], countries: Sequence[str] = ()) -> list[str]:
    """Return the problems for which the owner's *files* are refused."""
    with pytest.raises(InputError) as error:
        load(files, countries)
    return [*map(str, error.value.problems)]


def record(data: Dataset, code: str) -> Any:
    return next(found.value for found in data.records if found.cca2 == code)


def row(**more: Any) -> dict[str, Any]:
    """Make a correction of the capital of Germany; *more* replaces parts of it."""
    return {"country": "DE", "field": "capital", "value": ["Bonn"], "reason": "It was."} | more


def test_name_and_code_are_enough_for_a_territory(load: Load) -> None:
    data = load({"countries/xn.json": NORTHLAND}, ["DE"])
    assert [stored.cca2 for stored in data.records] == ["DE", "XN"]
    own = record(data, "XN")
    assert (own["cca3"], own["population"], own["flags"]["alt"]) == ("XNN", None, "Flag of Northland.")
    assert data.own == OwnParts(records=frozenset(["XN"]))


def test_territory_has_an_emoji_a_language_and_a_currency_that_no_shipped_record_has(load: Load) -> None:
    more = {"flag": "\U0001f3f4", "languages": {"sco": "Scots"}, "currencies": {"NLD": {"name": "Northland dollar"}}}
    data = load({"countries/fr.json": NORTHLAND | {"cca2": "FR", "cca3": "XNN"} | more}, ["DE"])
    assert record(data, "FR")["flag"] == more["flag"]
    assert data.reference["languages"]["sco"] == {"name": "Scots"}
    assert data.reference["currencies"]["NLD"] == "Northland dollar"
    # A language that the dataset has must have the name of the dataset.
    wrong = {"countries/fr.json": NORTHLAND | {"cca2": "FR", "cca3": "XNN", "languages": {"deu": "Deutsch"}}}
    assert problems_of(load, wrong, ["DE"]) == [
        'countries/fr.json: languages.deu: has the name "Deutsch"; the list of languages has "German"'
    ]


def test_record_replaces_the_shipped_one_of_its_country(load: Load) -> None:
    own = {"cca2": "AT", "cca3": "AUT", "name": {"common": "Austria", "official": "Austria"}}
    data = load({"countries/at.json": own}, ["AT"])
    assert "capital" not in record(data, "AT")


def test_code_of_another_country_needs_that_one_to_be_left_out(load: Load) -> None:
    own = {"countries/fr.json": NORTHLAND | {"cca2": "FR", "cca3": "XNN"}}
    [problem] = problems_of(load, own)
    assert problem.startswith(
        "countries/fr.json: cca2: FR is the code of France, with the cca3 FRA; leave that country out by "
    )
    data = load(own, ["DE"])
    assert record(data, "FR")["name"]["common"] == "Northland"
    # The names and corrections of France do not apply to the new country.
    assert "FR" in data.left_out
    assert "FR" not in data.names["countries"]


def test_correction_replaces_a_value_and_is_listed_with_its_source(load: Load) -> None:
    rows = [
        row(date="2026-11-28"),
        row(field="translations.fra.common", value="Germanie"),
        row(field="cioc", value=None),
        row(country="276", field="holidays.items.0.name", value="Day one"),
    ]
    data = load({"corrections/ours.json": rows})
    german = record(data, "DE")
    assert german["capital"] == ["Bonn"]
    # The further names of the capital, Berlin, are left out.
    assert "DE" not in data.names["capitals"]
    assert german["translations"]["fra"]["common"] == "Germanie"
    assert "cioc" not in german
    assert german["holidays"]["items"][0]["name"] == "Day one"
    assert ("DE", "capital", "It was.") in data.own.corrections
    assert [correction.cca2 for correction in data.own.corrections] == ["DE"] * 4
    change = {"cca2": "DE", "field": "capital", "old": ["Berlin"], "new": ["Bonn"], "source": "site"}
    assert (data.changes[0]["date"], data.changes[0]["changes"]) == ("2026-11-28", [change])


def test_corrected_population_does_not_have_the_shipped_source(load: Load) -> None:
    assert "population" in record(load({}), "DE")["enrichment"]
    data = load({"corrections/ours.json": [row(field="population", value=84_000_000)]})
    german = record(data, "DE")
    assert german["population"] == 84_000_000
    assert "population" not in german["enrichment"]
    both = row(field="enrichment.population.value", value=84_000_000)
    german = record(load({"corrections/more.json": [both]}), "DE")
    assert german["enrichment"]["population"]["value"] == 84_000_000


@pytest.mark.parametrize("code", ["at", "AUT", "40"])
def test_correction_names_its_country_by_any_code(load: Load, code: str) -> None:
    data = load({"corrections/ours.json": [row(country=code, value=["Graz"])]})
    assert record(data, "AT")["capital"] == ["Graz"]


def test_correction_of_a_country_that_the_site_leaves_out_is_not_used(load: Load) -> None:
    data = load({"corrections/ours.json": [row(country="FR")]}, ["DE"])
    assert [stored.cca2 for stored in data.records] == ["DE"]


def test_every_faulty_correction_is_named_by_file_and_number(load: Load) -> None:
    rows = [
        row(value=["Berlin"]),
        row(country="XX"),
        row(field="capitol"),
        row(field="maps", value=1),
    ]
    misshapen: dict[str, Any] = {
        "corrections/b.json": [{"value": 1, "reason": "x"}, 3],
        "corrections/c.json": {},
        "corrections/d.json": None,
    }
    found = problems_of(load, {"corrections/a.json": rows, **misshapen})
    assert [problem.partition("; ")[0] for problem in found] == [
        'corrections/a.json: correction 1: has no effect: capital of DE is ["Berlin"] already',
        'corrections/a.json: correction 2: "XX" is the code of no country',
        'corrections/a.json: correction 3: "capitol" is no field of a record',
        'corrections/a.json: correction 4: "maps" is computed',
        'corrections/b.json: correction 1: is {"value":1,"reason":"x"}',
        "corrections/b.json: correction 2: is 3",
        "corrections/c.json: must be a list of corrections",
        "corrections/d.json: must be a list of corrections",
    ]


def test_value_that_a_record_cannot_have_is_refused(load: Load) -> None:
    rows = [row(country="FR", value=["Lyon"]), row(value="Bonn"), row(field="area", value=-1)]
    assert [problem.partition("; ")[0] for problem in problems_of(load, {"corrections/a.json": rows})] == [
        'corrections/a.json: correction 2, capital: is "Bonn"',
        "corrections/a.json: correction 3, area: is -1",
    ]


def test_flag_of_no_country_is_named(load: Load, tmp_path: Path) -> None:
    write_files(tmp_path, {"flags/xn.svg": "<svg/>"})
    assert problems_of(load, {}) == [
        "flags/xn.svg: has no country; rename it to match a file of countries/, or remove it",
    ]
