"""The comparison of two datasets, by country and field, and of the answers that differ."""

import copy
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from builder.api.field_paths import discard, store
from builder.api.metrics import METRICS
from builder.cli.dataset_commands import diff as command
from builder.commands.diff import Diff, Side, diff, load_side
from builder.config import Config
from builder.problems import InputError
from builder.refresh.data_files import files_of, rewrite
from builder.refresh.refresh_types import StoredRecords
from builder.stages.dataset.loading import load_dataset
from tests.support.project import ROOT

STORED = json.loads((ROOT / "tests" / "fixtures" / "diff.json").read_text("utf-8"))
RECORDS: StoredRecords = STORED["records"]
SIDE = Side(RECORDS, STORED["files"])


def edited(*edits: tuple[str, str, Any]) -> StoredRecords:
    records = copy.deepcopy(RECORDS)
    for code, field, value in edits:
        if value is None:
            discard(records[code], field)
        else:
            store(records[code], field, value)
    return records


def without(code: str, records: StoredRecords = RECORDS) -> StoredRecords:
    return {other: record for other, record in records.items() if other != code}


def compared(records: StoredRecords) -> Diff:
    return diff(SIDE, Side(records, SIDE.files))


def with_file(name: str, field: str, value: Any) -> Diff:
    """Compare the dataset with a copy that has *value* at the dotted *field* of the file *name*."""
    files = copy.deepcopy(SIDE.files)
    store(files[name], field, value)
    return diff(SIDE, Side(RECORDS, files))


def told(*edits: tuple[str, str, Any]) -> list[str]:
    words = compared(edited(*edits)).words()
    return words[: words.index("")] if "" in words else words


def test_equal_datasets_have_no_difference() -> None:
    found = diff(SIDE, copy.deepcopy(SIDE))
    assert not found
    assert found.words() == ["Nothing changed."]
    assert found.answers == ()


@pytest.mark.parametrize(
    ("field", "value", "line"),
    [
        ("area", 400000, "area: 357,114 to 400,000 (+12.0%)"),
        ("enrichment.development.hdi", 0.96, "enrichment.development.hdi: 0.959 to 0.96 (+0.1%)"),
        ("cioc", None, "cioc: GER (gone)"),
        ("enrichment.company", {"name": "A"}, "enrichment.company.name: A (new)"),
        ("capital", ["Bonn"], "capital: adds Bonn; drops Berlin"),
        ("tld", [".de", ".bayern"], "tld: adds .bayern"),
        (
            "continents",
            ["Asia", "Africa", "Europe", "Oceania", "Antarctica", "America", "Arctic"],
            "continents: adds 6 items",
        ),
        ("tld", None, "tld: .de (gone)"),
        ("borders", None, "borders: 9 items (gone)"),
        (
            "holidays.items",
            RECORDS["DE"]["holidays"]["items"][1:],
            "holidays.items: drops 2026-01-01 Neujahr New Year's Day",
        ),
        ("unMember", False, "unMember: true to false"),
        ("name.native.deu.common", "Teutschland", "name.native.deu.common: Deutschland to Teutschland"),
    ],
)
def test_diff_describes_a_change_in_words(field: str, value: Any, line: str) -> None:
    assert f"  - {line}" in told(("DE", field, value))
    assert told(("DE", field, value))[0] == "- Germany (DE)"


def test_diff_describes_a_change_of_order() -> None:
    borders = RECORDS["DE"]["borders"]
    assert "  - borders: reordered, 9 items" in told(("DE", "borders", borders[::-1]))


def test_diff_describes_a_common_change_once() -> None:
    many = {f"{letter}A": RECORDS["HM"] for letter in "ABCDEFGHIJK"}
    later = copy.deepcopy(many)
    for record in later.values():
        record["enrichment"]["fetchedAt"] = "2027-01-01T00:00:00Z"
    words = diff(Side(many, {}), Side(later, {})).words()
    assert words[0] == "- enrichment.fetchedAt: 2026-11-21T00:00:00Z to 2027-01-01T00:00:00Z (11 countries)"
    assert words[1] == ""


def test_diff_lists_added_and_removed_countries() -> None:
    assert compared(without("DE")).words()[0] == "- DE: removed"
    assert diff(Side(without("DE"), {}), SIDE).words()[0] == "- DE: added"


def test_diff_lists_the_answers_that_differ() -> None:
    answers = compared(edited(("SZ", "region", "Antarctic"), ("SZ", "capital", ["Manzini"]))).answers
    assert {
        "/v1", "/v1/list", "/v1/alpha/SZ", "/v1/name/Eswatini", "/v1/region/Africa", "/v1/region/Antarctic",
        "/v1/subregion/Southern%20Africa", "/v1/capital/Mbabane", "/v1/capital/Manzini", "/v1/lang/eng",
        "/v1/currency/SZL", "/v1/currency/ZAR", "/v1/independent", "/v1/countries/continent/Africa",
        "/v1/countries/cioc/SWZ", "/v1/rank/gdpPerCapita", "/v1/meta/subregions", "/health",
    } <= set(answers)  # fmt: skip
    assert not {"/v1/meta/tlds", "/v1/notice", "/flags/get/SZ", "/v1/alpha/DE"} & set(answers)


def test_diff_lists_catalogs_and_flags_of_a_removed_country() -> None:
    assert {"/v1/meta/subregions", "/v1/meta/tlds", "/flags/get/SZ", "/flags/get/svg/SZ", "/get/SZ"} <= set(
        compared(without("SZ")).answers
    )


def test_diff_lists_no_flag_of_an_existing_country() -> None:
    answers = compared(without("BV", edited(("DE", "area", 1)))).answers
    assert [address for address in answers if "/get/" in address] == [
        f"{place}/{image}BV" for place in ("/flags/get", "/get") for image in ("", "png/", "svg/")
    ]
    assert "/v1/meta/tlds" in answers
    assert "/v1/meta/subregions" not in answers, "Bouvet Island is in no subregion"


def test_diff_shows_changes_of_other_files() -> None:
    found = with_file("notice.json", "level", "info")
    assert found
    assert found.words()[:2] == ["- notice.json", "  - level: none to info"]
    assert found.answers == ("/v1/notice", "/health")


def test_diff_describes_a_new_version_of_a_source() -> None:
    sources = [*SIDE.files["sources.json"]["sources"][:1], {"id": "country-coder", "version": "6.0.0"}]
    found = with_file("sources.json", "sources", sources)
    assert found.words()[:3] == [
        "- sources.json",
        "  - sources.country-coder.version: 5.6.1 to 6.0.0",
        "  - sources.country-coder.date: 2026-02-27 (gone)",
    ]
    assert found.answers == ("/health",)


def test_restcountries_field_is_listed_and_changes_no_answer_of_v1() -> None:
    files = {"compatibility/car.json": {"DE": {"side": "right"}}}
    changed = {"compatibility/car.json": {"DE": {"side": "left"}}}
    found = diff(Side(RECORDS, files), Side(RECORDS, changed))
    assert found.words()[:2] == ["- compatibility/car.json", "  - DE.side: right to left"]
    assert found.answers == ()


def test_diff_lists_the_answers_of_a_changed_language_code() -> None:
    found = with_file("reference/languages.json", "deu.alpha2", "ge")
    assert found.answers == ("/v1/lang/de", "/v1/lang/ge", "/health")


def test_diff_ranks_the_same_records_as_a_build() -> None:
    built = load_dataset(ROOT / "data", Config(), lambda names: names)
    stored = load_side(str(ROOT), ROOT).records
    for record in built.records:
        answers = diff(Side({}, {}), Side({record.cca2: stored[record.cca2]}, {})).answers
        ranked = {metric.name for metric in METRICS if metric.value(record.value) is not None}
        assert {address.rpartition("/")[2] for address in answers if "/rank/" in address} == ranked, record.cca2


def test_diff_has_the_same_contents_as_json() -> None:
    found = json.loads(compared(edited(("DE", "area", 1))).json())
    (country,) = found["changed"]
    assert country == {"cca2": "DE", "name": "Germany", "changes": [{"field": "area", "old": 357114, "new": 1}]}
    assert found["added"] == found["removed"] == found["files"] == []
    assert "/v1/rank/area" in found["answers"]


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    few = {code: RECORDS[code] for code in ("BV", "DE", "FR")}
    rewrite(tmp_path / "data", files_of(few, {}))
    (tmp_path / "data" / "notice.json").write_text(json.dumps(SIDE.files["notice.json"]), "utf-8")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "first")
    few["DE"] = edited(("DE", "area", 1))["DE"]
    rewrite(tmp_path / "data", files_of(few, {}))
    return tmp_path


@pytest.mark.parametrize("name", [str, lambda root: str(root / "data")])
def test_diff_reads_a_folder_with_its_holidays(repository: Path, name: Callable[[Path], str]) -> None:
    side = load_side(name(repository), repository)
    assert sorted(side.records) == ["BV", "DE", "FR"]
    assert side.records["FR"] == RECORDS["FR"]
    assert "holidays" not in side.records["BV"]
    assert side.files == {"notice.json": SIDE.files["notice.json"], "provenance.json": {}}


def test_diff_reads_the_fields_of_v3_records(repository: Path) -> None:
    (repository / "data" / "compatibility").mkdir()
    (repository / "data" / "compatibility" / "car.json").write_text('{"DE": {"side": "right"}}', "utf-8")
    assert load_side(str(repository), repository).files["compatibility/car.json"] == {"DE": {"side": "right"}}


def test_diff_reads_a_revision(repository: Path) -> None:
    assert load_side("HEAD", repository).records["DE"] == RECORDS["DE"]
    assert load_side("HEAD", repository).files["notice.json"] == SIDE.files["notice.json"]


def test_command_compares_a_revision_with_a_folder(repository: Path) -> None:
    config = repository / "site_config.toml"
    words = CliRunner().invoke(command, ["HEAD", str(repository)], obj=config)
    assert words.output.startswith("- Germany (DE)\n  - area: 357,114 to 1 (-100.0%)\n\nAnswers that differ, ")
    whole = CliRunner().invoke(command, ["HEAD", str(repository), "--json"], obj=config)
    assert json.loads(whole.output)["changed"][0]["cca2"] == "DE"


@pytest.mark.parametrize("name", ["no-such-revision", "--help", "HEAD:data", "", "HEAD --output=x"])
def test_diff_names_an_argument_that_is_neither_folder_nor_revision(repository: Path, name: str) -> None:
    with pytest.raises(InputError, match="is neither a folder with countries/ nor a git revision"):
        load_side(name, repository)


def test_diff_names_a_revision_without_a_dataset(repository: Path) -> None:
    git(repository, "rm", "-r", "-f", "--quiet", "data")
    git(repository, "commit", "--quiet", "--message", "nothing left")
    with pytest.raises(InputError, match=r"HEAD: has no dataset in data/"):
        load_side("HEAD", repository)


def test_revision_without_git_is_rejected(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(repository))
    with pytest.raises(InputError, match="is neither a folder with countries/ nor a git revision"):
        load_side("HEAD", repository)


def test_holidays_without_a_country_are_ignored(repository: Path) -> None:
    (repository / "data" / "countries" / "fr.json").unlink()
    assert sorted(load_side(str(repository), repository).records) == ["BV", "DE"]


def test_diff_names_every_unreadable_file(repository: Path) -> None:
    (repository / "data" / "countries" / "de.json").write_text("{", "utf-8")
    (repository / "data" / "notice.json").write_text("[]", "utf-8")
    with pytest.raises(InputError) as refused:
        load_side(str(repository), repository)
    assert [str(problem).partition(": E")[0] for problem in refused.value.problems] == [
        "countries/de.json: is not JSON",
        "notice.json: must hold a JSON object",
    ]
