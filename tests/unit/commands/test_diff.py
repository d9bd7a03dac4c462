"""The comparison of two datasets, by country and field, and of the answers that differ."""

import copy
import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from builder.api.field_paths import discard, store
from builder.build_request import BuildRequest
from builder.cli.dataset_commands import diff as command
from builder.commands.diff import Side, diff, differing_answers, load_side, words
from builder.config import load_config
from builder.input_errors import InputError
from builder.site.reading import read_site
from builder.site.site import Site
from refresh.data_files import files_of, rewrite
from refresh.refresh_types import StoredRecords
from tests.support.few_countries import few_project
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


def compared(records: StoredRecords) -> Any:
    return diff(SIDE, Side(records, SIDE.files))


def with_file(name: str, field: str, value: Any) -> Any:
    """Compare the dataset with a copy that has *value* at the dotted *field* of the file *name*."""
    files = copy.deepcopy(SIDE.files)
    store(files[name], field, value)
    return diff(SIDE, Side(RECORDS, files))


def told(*edits: tuple[str, str, Any]) -> list[str]:
    lines = words(compared(edited(*edits)))
    return lines[: lines.index("")] if "" in lines else lines


def test_equal_datasets_have_no_difference() -> None:
    assert words(diff(SIDE, copy.deepcopy(SIDE))) == ["Nothing changed."]


@pytest.mark.parametrize(
    ("field", "value", "line"),
    [
        ("area", 400000, "Area: 357,114 to 400,000 (+12.0%)"),
        ("enrichment.development.hdi", 0.96, "Human development (HDI): 0.959 to 0.96 (+0.1%)"),
        ("cioc", None, "Olympic committee: GER (gone)"),
        ("enrichment.company", {"name": "A"}, "Largest company (name): A (new)"),
        ("capital", ["Bonn"], "Capital: adds Bonn; drops Berlin"),
        ("tld", [".de", ".bayern"], "Top-level domains: adds .bayern"),
        (
            "continents",
            ["Asia", "Africa", "Europe", "Oceania", "Antarctica", "America", "Arctic"],
            "Continents: adds 6 items",
        ),
        ("tld", None, "Top-level domains: .de (gone)"),
        ("borders", None, "Land borders: 9 items (gone)"),
        (
            "holidays.items",
            RECORDS["DE"]["holidays"]["items"][1:],
            "Holidays: drops 2026-01-01 Neujahr New Year's Day",
        ),
        ("unMember", False, "Member of the United Nations: true to false"),
        ("name.native.deu.common", "Teutschland", "Native common name (deu): Deutschland to Teutschland"),
    ],
)
def test_diff_describes_a_change_in_words(field: str, value: Any, line: str) -> None:
    assert f"  - {line}" in told(("DE", field, value))
    assert told(("DE", field, value))[0] == "- Germany (DE)"


def test_diff_describes_a_change_of_order() -> None:
    borders = RECORDS["DE"]["borders"]
    assert "  - Land borders: reordered, 9 items" in told(("DE", "borders", borders[::-1]))


def test_diff_describes_a_common_change_once() -> None:
    many = {f"{letter}A": RECORDS["HM"] for letter in "ABCDEFGHIJK"}
    later = copy.deepcopy(many)
    for record in later.values():
        record["enrichment"]["fetchedAt"] = "2027-01-01T00:00:00Z"
    lines = words(diff(Side(many, {}), Side(later, {})))
    assert lines[0] == "- enrichment.fetchedAt: 2026-11-21T00:00:00Z to 2027-01-01T00:00:00Z (11 countries)"
    assert lines[1] == ""


def test_diff_lists_added_and_removed_countries() -> None:
    assert words(compared(without("DE")))[0] == "- DE: removed"
    assert words(diff(Side(without("DE"), {}), SIDE))[0] == "- DE: added"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> BuildRequest:
    return few_project(tmp_path_factory.mktemp("project"))


def derived(request: BuildRequest) -> Site:
    return read_site(request, load_config(request.config))


@pytest.fixture(scope="module")
def whole(project: BuildRequest) -> Site:
    return derived(project)


def answers_after(project: BuildRequest, whole: Site, folder: Path, *edits: tuple[str, str, Any]) -> set[str]:
    """List the answers that differ after *edits*: a file of ``data/``, a dotted field and its new value."""
    shutil.copytree(project.data, folder / "data")
    for name, field, value in edits:
        path = folder / "data" / name
        stored = json.loads(path.read_text("utf-8"))
        store(stored, field, value)
        path.write_text(json.dumps(stored), "utf-8")
    return {*differing_answers(whole, derived(project._replace(root=folder)))}


def test_equal_datasets_have_equal_answers(project: BuildRequest, whole: Site, tmp_path: Path) -> None:
    assert answers_after(project, whole, tmp_path) == set()


def test_answers_differ_that_contain_a_changed_country(project: BuildRequest, whole: Site, tmp_path: Path) -> None:
    edits = [("countries/de.json", field, value) for field, value in (("region", "Asia"), ("capital", ["Bonn"]))]
    answers = answers_after(project, whole, tmp_path, *edits, ("countries/de.json", "subregion", "Western Asia"))
    assert {
        "/v1", "/v1/list", "/v1/alpha/de", "/v1/alpha/276", "/v1/name/germany", "/v1/region/europe", "/v1/region/asia",
        "/v1/subregion/westerneurope", "/v1/capital/berlin", "/v1/capital/bonn", "/v1/lang/deu", "/v1/currency/eur",
        "/v1/independent", "/v1/countries/continent/europe", "/v1/countries/cioc/ger", "/v1/rank/gdppercapita",
        "/v1/rank/gdppercapita?order=asc", "/v1/meta/subregions", "/health",
    } <= answers  # fmt: skip
    same = {"/v1/meta/tlds", "/v1/notice", "/flags/get/de", "/v1/alpha/fr", "/v1/independent?status=false"}
    assert not same & answers


def test_answers_differ_that_are_of_no_country(project: BuildRequest, whole: Site, tmp_path: Path) -> None:
    edits = [("notice.json", field, value) for field, value in (("level", "info"), ("title", "A"), ("message", "B"))]
    assert answers_after(project, whole, tmp_path, *edits) == {"/v1/notice", "/health"}


def test_answer_of_a_changed_language_code_differs(project: BuildRequest, whole: Site, tmp_path: Path) -> None:
    answers = answers_after(project, whole, tmp_path, ("reference/languages.json", "deu.alpha2", "ge"))
    assert answers == {"/v1/lang/de", "/v1/lang/ge", "/health"}


def test_redirects_of_a_removed_country_differ(whole: Site) -> None:
    records = tuple(record for record in whole.dataset.records if record.cca2 != "DE")
    fewer = replace(whole, dataset=whole.dataset._replace(records=records), answers=())
    answers = differing_answers(whole, fewer)
    assert [address for address in answers if "/get/" in address] == [
        f"{place}/{image}de" for place in ("/flags/get", "/get") for image in ("", "png/", "svg/")
    ]


def test_diff_shows_changes_of_other_files() -> None:
    found = with_file("notice.json", "level", "info")
    assert words(found)[:2] == ["- notice.json", "  - level: none to info"]


def test_diff_describes_a_new_version_of_a_source() -> None:
    sources = [*STORED["files"]["sources.json"]["sources"][:1], {"id": "country-coder", "version": "6.0.0"}]
    found = with_file("sources.json", "sources", sources)
    assert words(found)[:3] == [
        "- sources.json",
        "  - sources.country-coder.version: 5.6.1 to 6.0.0",
        "  - sources.country-coder.date: 2026-02-27 (gone)",
    ]


def test_diff_has_the_same_contents_as_json() -> None:
    found = compared(edited(("DE", "area", 1)))
    (country,) = found["changed"]
    assert country == {"cca2": "DE", "name": "Germany", "changes": [{"field": "area", "old": 357114, "new": 1}]}
    assert found["added"] == found["removed"] == found["files"] == []
    assert found["answers"] is None


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


def test_diff_reads_a_folder_with_its_holidays(repository: Path) -> None:
    side = load_side(repository / "data")
    assert sorted(side.records) == ["BV", "DE", "FR"]
    assert side.records["FR"] == RECORDS["FR"]
    assert "holidays" not in side.records["BV"]
    assert side.files == {"notice.json": SIDE.files["notice.json"], "provenance.json": {}}


def test_command_compares_a_revision_with_a_folder(repository: Path) -> None:
    config = repository / "site_config.toml"
    told = CliRunner().invoke(command, ["HEAD", str(repository)], obj=config)
    assert told.output == (
        "- Germany (DE)\n  - Area: 357,114 to 1 (-100.0%)\n\n"
        "Answers were not compared, because no site can be made of HEAD: site_config.toml: does not exist.\n"
    )
    whole = CliRunner().invoke(command, ["HEAD", str(repository), "--json"], obj=config)
    assert json.loads(whole.output)["changed"][0]["cca2"] == "DE"


def test_command_compares_with_the_last_release(repository: Path) -> None:
    config = repository / "site_config.toml"
    alone = CliRunner().invoke(command, [], obj=config)
    assert alone.exit_code == 1
    assert "the project has no tag of a release to compare with" in alone.stderr
    git(repository, "tag", "v1.0.0")
    told = CliRunner().invoke(command, ["", str(repository)], obj=config)
    assert told.stderr == "Compared with v1.0.0, the last release.\n"
    assert told.stdout.startswith("- Germany (DE)\n  - Area: 357,114 to 1 (-100.0%)\n")


def test_dataset_of_which_no_site_can_be_made_is_named_with_the_reason(project: BuildRequest, tmp_path: Path) -> None:
    shutil.copytree(project.data, tmp_path / "data")
    (tmp_path / "data/countries/de.json").write_text("{}", "utf-8")
    told = CliRunner().invoke(command, [str(project.data), str(tmp_path)], obj=project.config).output
    assert f"Answers were not compared, because no site can be made of {tmp_path}: countries/de.json: " in told


def test_many_answers_are_counted() -> None:
    found = compared(edited(("DE", "area", 1))) | {"answers": [f"/v1/{number}" for number in range(1022)]}
    assert words(found)[-2:] == ["- `/v1/19`", "- and 1,002 more, which --json lists"]


def test_command_lists_the_answers_that_differ(project: BuildRequest, tmp_path: Path) -> None:
    shutil.copytree(project.data, tmp_path / "data")
    stored = json.loads((tmp_path / "data" / "countries" / "de.json").read_text("utf-8"))
    (tmp_path / "data" / "countries" / "de.json").write_text(json.dumps(stored | {"area": 360_000}), "utf-8")
    told = CliRunner().invoke(command, [str(project.data), str(tmp_path)], obj=project.config).output
    assert "\n\nAnswers that differ, except documents:\n\n- `/v1`\n" in told
    whole = CliRunner().invoke(command, [str(project.data), str(tmp_path), "--json"], obj=project.config).output
    assert "/v1/alpha/de" in json.loads(whole)["answers"]


def test_holidays_without_a_country_are_ignored(repository: Path) -> None:
    (repository / "data" / "countries" / "fr.json").unlink()
    assert sorted(load_side(repository / "data").records) == ["BV", "DE"]


def test_diff_names_every_unreadable_file(repository: Path) -> None:
    (repository / "data" / "countries" / "de.json").write_text("{", "utf-8")
    (repository / "data" / "notice.json").write_text("[]", "utf-8")
    with pytest.raises(InputError) as refused:
        load_side(repository / "data")
    assert [str(problem) for problem in refused.value.problems] == [
        "countries/de.json: line 1: is not JSON: unexpected end of data",
        "notice.json: must hold a JSON object",
    ]


@pytest.mark.parametrize("option", [[], ["--json"]])
@pytest.mark.parametrize(
    ("field", "value"),
    [("name", []), ("name", {"common": 5}), ("cca2", None), ("languages", 5), ("population", "x"), ("enrichment", 5)],
)
def test_record_that_is_not_valid_is_compared(field: str, value: Any, option: list[str], repository: Path) -> None:
    path = repository / "data" / "countries" / "de.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), field: value}), "utf-8")
    for sides in (["HEAD", str(repository)], [str(repository), "HEAD"]):
        assert CliRunner().invoke(command, [*sides, *option], obj=repository / "site_config.toml").exit_code == 0


def test_record_that_is_nested_too_deep_is_named(repository: Path) -> None:
    (repository / "data" / "countries" / "de.json").write_text('{"a":' * 100_000 + "1" + "}" * 100_000, "utf-8")
    with pytest.raises(InputError, match=r"countries/de\.json: .*is not JSON"):
        load_side(repository / "data")
