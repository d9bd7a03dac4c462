"""A site with some countries of a dataset: nothing names a country that is left out, and no group is empty."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from builder.api.types import Dataset
from builder.inputs.errors import InputError
from builder.project.config import Config, DatasetChoice
from builder.site.dataset.loading import load_dataset
from tests.support.project import DATASETS, WORLD
from tests.support.values import folding

FOLD = folding()
SMALL = DATASETS / "few" / "data"
ISLANDS = ("mt", "VUT", "36")


def loaded(data: Path, *countries: str) -> Dataset:
    return load_dataset(data, Config(dataset=DatasetChoice(countries=countries)), FOLD)


@pytest.fixture(scope="module")
def islands() -> Dataset:
    return loaded(SMALL, *ISLANDS)


def codes_in(value: Any) -> Iterator[str]:
    """Yield every key and every text in *value* that has the form of an alpha-2 code."""
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list | tuple):
        for item in value:
            yield from codes_in(item)
    elif isinstance(value, str) and re.fullmatch("[A-Z]{2}", value):
        yield value


def test_countries_are_named_by_any_code_in_any_case(islands: Dataset) -> None:
    assert [record.cca2 for record in islands.records] == ["AU", "MT", "VU"]


def test_empty_list_leaves_no_country_out() -> None:
    assert len(loaded(SMALL).records) == 23


def test_every_unknown_or_repeated_code_is_named() -> None:
    with pytest.raises(InputError) as refused:
        loaded(SMALL, "DE", "xx", "276", "DEU", "999")
    assert sorted(problem.message.split(",")[0] for problem in refused.value.problems) == [
        '"276" is DE',
        '"999" is the code of no country in the dataset',
        '"DEU" is DE',
        '"xx" is the code of no country in the dataset',
    ]


def test_borders_name_only_countries_of_the_site() -> None:
    part = {record.cca2: record.value for record in loaded(SMALL, "de", "fr", "mt").records}
    assert {code: value.get("borders") for code, value in part.items()} == {"DE": ["FRA"], "FR": ["DEU"], "MT": None}


def test_no_list_names_a_country_that_is_left_out(islands: Dataset) -> None:
    named = [*codes_in(islands.names), *codes_in(islands.changes)]
    named += codes_in([islands.reference["coverage"]])
    assert {*named} == {"AU", "MT", "VU"}
    assert {code for codes in islands.reference["former"].values() for code in codes} <= {"AU", "MT", "VU"}


def test_groups_and_values_without_members_are_left_out(islands: Dataset) -> None:
    assert islands.aliases["regions"].keys() <= {"Europe", "Oceania"}
    assert "EUR" in islands.aliases["currencies"]
    assert "CHF" not in islands.aliases["currencies"]
    assert all(islands.reference["former"].values())


def test_revision_follows_from_the_countries(islands: Dataset) -> None:
    assert islands.revision == loaded(SMALL, "AU", "VU", "MT").revision
    assert islands.revision == loaded(WORLD, "AU", "VU", "MT").revision
    assert islands.revision not in (loaded(SMALL).revision, loaded(SMALL, "AU", "VU").revision)


def test_changes_of_borders_name_only_countries_of_the_site(tmp_path: Path) -> None:
    change = {"cca2": "DE", "field": "borders", "old": ["CHE", "FRA"], "new": ["AUT", "FRA"]}
    data = Path(shutil.copytree(SMALL, tmp_path / "data"))
    (data / "changes/2026-11-22.json").write_bytes(orjson.dumps({"date": "2026-11-22", "changes": [change]}))
    assert loaded(data, "DE", "FR").changes == ()
    [file] = loaded(data, "DE", "FR", "AT").changes
    assert file["changes"] == [{"cca2": "DE", "field": "borders", "old": ["FRA"], "new": ["AUT", "FRA"]}]
