"""Reading the files of ``data/`` into records: their order and their errors."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from builder.api.types import Dataset
from builder.inputs.errors import InputError, Problem
from builder.project.build_request import BuildRequest
from builder.project.config import Config
from builder.site.dataset.loading import load_dataset
from tests.support.project import WORLD, edit_json
from tests.support.values import folding

FOLD = folding()
Edit = Callable[[dict[str, Any]], Any]


@pytest.fixture(scope="module")
def small_dataset(small: BuildRequest) -> Dataset:
    """Load a dataset with a few countries."""
    return load_dataset(small.data, Config(), FOLD)


@pytest.fixture
def folder(small: BuildRequest, tmp_path: Path) -> Path:
    """Copy a dataset with a few countries for a test that edits it."""
    return Path(shutil.copytree(small.data, tmp_path / "data"))


def record_after(folder: Path, cca2: str, change: Edit) -> Any:
    """Return a record after an edit of its file."""
    edit_json(folder / f"countries/{cca2}.json", change)
    records = load_dataset(folder, Config(), FOLD).records
    return next(record.value for record in records if record.cca2 == cca2.upper())


def problems(folder: Path) -> tuple[Problem, ...]:
    """Return the problems for which a dataset is refused."""
    with pytest.raises(InputError) as refused:
        load_dataset(folder, Config(), FOLD)
    return refused.value.problems


def rename_to(name: str) -> Edit:
    """Make an edit that renames a country."""
    return lambda value: value["name"].update(common=name)


def test_order_is_by_folded_common_name_and_then_by_cca3(folder: Path) -> None:
    for code, name in (("de", "Same"), ("fr", "Sàme"), ("at", "SAME")):
        edit_json(folder / f"countries/{code}.json", rename_to(name))
    records = [record.cca2 for record in load_dataset(folder, Config(), FOLD).records]
    start = records.index("AT")
    assert records[start : start + 3] == ["AT", "DE", "FR"], "the order is not that of the cca3: AUT, DEU, FRA"


def test_flags_have_the_url_of_the_config() -> None:
    records = load_dataset(WORLD, Config(base_url="https://a.example", cdn_url="https://f.example"), FOLD).records
    flags = records[0].value["flags"]
    assert (flags["svg"], flags["png"]) == ("https://f.example/svg/af.svg", "https://f.example/png/af.png")
    assert list(flags) == ["svg", "png", "alt"]


def test_revision_depends_only_on_the_content(small_dataset: Dataset, folder: Path) -> None:
    edit_json(folder / "countries/de.json", lambda _value: None)
    reformatted = load_dataset(folder, Config(base_url="https://a.example"), FOLD)
    assert reformatted.revision == small_dataset.revision
    edit_json(folder / "countries/de.json", lambda value: value.update(area=value["area"] + 1))
    assert load_dataset(folder, Config(), FOLD).revision != small_dataset.revision


def test_holidays_are_read_from_a_separate_file(folder: Path, small_dataset: Dataset) -> None:
    stored = json.loads((folder / "holidays" / "de.json").read_text("utf-8"))
    germany = next(record.value for record in small_dataset.records if record.cca2 == "DE")
    assert germany["holidays"]["items"] == stored["items"]
    (folder / "holidays" / "de.json").unlink()
    assert "holidays" not in record_after(folder, "de", lambda _value: None)


def test_every_problem_of_every_file_is_listed(folder: Path) -> None:
    edit_json(folder / "countries/de.json", lambda value: value.update(area="large", colour="red", maps={}))
    edit_json(folder / "countries/fr.json", lambda value: value["name"].pop("official"))
    (folder / "countries" / "it.json").write_text("{")
    assert [(problem.file, problem.where) for problem in problems(folder)] == [
        ("countries/de.json", "area"),
        ("countries/de.json", "colour"),
        ("countries/de.json", "maps"),
        ("countries/fr.json", "name.official"),
        ("countries/it.json", "line 1"),
    ]


def test_violations_in_and_across_records_are_listed_together(folder: Path) -> None:
    edit_json(folder / "countries/de.json", lambda value: value.update(timezones=["noon"], flag="🇫🇷"))
    edit_json(folder / "countries/fr.json", lambda value: value.update(cioc="GER"))
    edit_json(folder / "holidays/it.json", lambda value: value["items"].reverse())
    assert {(problem.file, problem.where) for problem in problems(folder)} == {
        ("countries/de.json", "flag"),
        ("countries/de.json", "timezones"),
        ("countries/fr.json", "cioc"),
        ("holidays/it.json", "items"),
    }


def test_dataset_of_another_form_is_refused_before_its_files_are_checked(folder: Path) -> None:
    edit_json(folder / "sources.json", lambda value: value.update(form=3))
    (folder / "countries/de.json").write_text("{}", "utf-8")
    assert [*map(str, problems(folder))] == ["sources.json: form: is 3; this version of the builder reads 2"]


def test_file_that_cannot_be_read_has_no_further_problem(folder: Path) -> None:
    (folder / "countries/de.json").write_bytes(b"\xff")
    (folder / "countries/fr.json").unlink()
    (folder / "countries/fr.json").mkdir()
    (folder / "countries/it.json").write_text("{")
    (folder / "notice.json").unlink()
    assert [str(problem) for problem in problems(folder)] == [
        "countries/de.json: is not JSON: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte",
        "countries/fr.json: cannot be read: Is a directory",
        "countries/it.json: line 1: is not JSON: Expecting property name enclosed in double quotes",
        (
            "notice.json: is missing, and a build needs it; "
            "restore it, or copy it from what countries init --with-data writes"
        ),
    ]


def test_problems_of_reference_lists_are_listed_together_and_a_missing_one_is_named(folder: Path) -> None:
    (folder / "reference/languages.json").unlink()
    (folder / "reference/regions.json").write_text('["Europe"]')
    (folder / "reference/own.json").write_text("{}")
    edit_json(folder / "reference/continents.json", lambda value: value.update(continents="all"))
    assert [(problem.file, problem.where) for problem in problems(folder)] == [
        ("reference/continents.json", "continents"),
        ("reference/languages.json", ""),
        ("reference/own.json", ""),
        ("reference/regions.json", ""),
    ]


@pytest.mark.parametrize("name", [".#de.json", "._de.json"])
def test_locks_and_attributes_of_files_are_ignored(folder: Path, small_dataset: Dataset, name: str) -> None:
    # Emacs locks a file with a link to a name that does not exist.
    (folder / "countries" / name).symlink_to("user@host.1")
    (folder / "holidays" / name).write_bytes(b"\0")
    assert load_dataset(folder, Config(), FOLD) == small_dataset


@pytest.mark.parametrize("length", [251, 10_000])
def test_name_that_is_too_long_for_a_file_is_a_problem_of_its_record(folder: Path, length: int) -> None:
    edit_json(folder / "countries/de.json", rename_to("x" * length))
    assert [(problem.file, problem.where) for problem in problems(folder)] == [("countries/de.json", "name.common")]


def test_only_letters_and_digits_count_for_the_length_of_a_name(folder: Path, small_dataset: Dataset) -> None:
    edit_json(folder / "countries/de.json", rename_to("x" * 245 + " -’é" * 5))
    assert len(load_dataset(folder, Config(), FOLD).records) == len(small_dataset.records)


def test_missing_dataset_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="countries"):
        load_dataset(tmp_path, Config(), FOLD)
