"""What changed between two datasets, told by country and field, and the answers it touches."""

import copy
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from builder.cli.dataset import diff as command
from builder.diff import diff, load_side
from builder.problems import InputError
from builder.sources.facts import Records, discard, store
from builder.sources.store import files_of, load_records, rewrite
from tests.project import ROOT

RECORDS = load_records(ROOT / "data")


def edited(*edits: tuple[str, str, Any]) -> Records:
    records = copy.deepcopy(RECORDS)
    for code, field, value in edits:
        if value is None:
            discard(records[code], field)
        else:
            store(records[code], field, value)
    return records


def told(*edits: tuple[str, str, Any]) -> list[str]:
    words = diff(RECORDS, edited(*edits)).words()
    return words[: words.index("")] if "" in words else words


def test_the_same_is_no_news() -> None:
    found = diff(RECORDS, copy.deepcopy(RECORDS))
    assert not found
    assert found.words() == ["No country changed."]
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
def test_tells_a_change_in_words(field: str, value: Any, line: str) -> None:
    assert f"  - {line}" in told(("DE", field, value))
    assert told(("DE", field, value))[0] == "- Germany (DE)"


def test_tells_of_another_order() -> None:
    borders = RECORDS["DE"]["borders"]
    assert "  - borders: in another order, 9 items" in told(("DE", "borders", borders[::-1]))


def test_tells_a_change_that_many_share_once() -> None:
    later = [(code, "enrichment.fetchedAt", "2027-01-01T00:00:00Z") for code in RECORDS]
    assert told(*later) == ["- enrichment.fetchedAt: 2026-11-21T00:00:00Z to 2027-01-01T00:00:00Z (250 countries)"]


def test_tells_of_countries_that_came_and_went() -> None:
    without = {code: record for code, record in RECORDS.items() if code != "DE"}
    assert diff(RECORDS, without).words()[0] == "- DE: removed"
    assert diff(without, RECORDS).words()[0] == "- DE: added"


def test_names_the_answers_that_differ() -> None:
    answers = diff(RECORDS, edited(("SZ", "region", "Antarctic"), ("SZ", "capital", ["Lobamba"]))).answers
    assert {
        "/v1", "/v1/list", "/v1/alpha/SZ", "/v1/name/Eswatini", "/v1/region/Africa", "/v1/region/Antarctic",
        "/v1/subregion/Southern%20Africa", "/v1/capital/Mbabane", "/v1/capital/Lobamba", "/v1/lang/eng",
        "/v1/currency/SZL", "/v1/currency/ZAR", "/v1/independent", "/v1/countries/continent/Africa",
        "/v1/countries/cioc/SWZ", "/v1/rank/gdpPerCapita", "/v1/meta/subregions",
    } <= set(answers)  # fmt: skip
    assert not {"/v1/meta/tlds", "/v1/notice", "/flags/get/SZ", "/v1/alpha/DE"} & set(answers)


def test_names_catalogs_and_flags_when_a_country_goes() -> None:
    without = {code: record for code, record in RECORDS.items() if code != "SZ"}
    assert {"/v1/meta/subregions", "/v1/meta/tlds", "/flags/get/SZ", "/flags/get/svg/SZ"} <= set(
        diff(RECORDS, without).answers
    )


def test_gives_the_same_as_json() -> None:
    found = json.loads(diff(RECORDS, edited(("DE", "area", 1))).json())
    (country,) = found["changed"]
    assert country == {"cca2": "DE", "name": "Germany", "changes": [{"field": "area", "old": 357114, "new": 1}]}
    assert found["added"] == found["removed"] == []
    assert "/v1/rank/area" in found["answers"]


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    few = {code: RECORDS[code] for code in ("DE", "FR", "HM")}
    rewrite(tmp_path / "data", files_of(few, {}))
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "first")
    few["DE"] = edited(("DE", "area", 1))["DE"]
    rewrite(tmp_path / "data", files_of(few, {}))
    return tmp_path


@pytest.mark.parametrize("name", [str, lambda root: str(root / "data")])
def test_reads_a_folder_with_its_holidays(repository: Path, name: Callable[[Path], str]) -> None:
    records = load_side(name(repository), repository)
    assert sorted(records) == ["DE", "FR", "HM"]
    assert records["FR"] == RECORDS["FR"]
    assert "holidays" not in records["HM"]


def test_reads_a_revision(repository: Path) -> None:
    assert load_side("HEAD", repository)["DE"] == RECORDS["DE"]


def test_compares_a_revision_with_a_folder_on_the_command_line(repository: Path) -> None:
    config = repository / "site_config.toml"
    words = CliRunner().invoke(command, ["HEAD", str(repository)], obj=config)
    assert words.output.startswith("- Germany (DE)\n  - area: 357,114 to 1 (-100.0%)\n\nAnswers that differ:\n")
    whole = CliRunner().invoke(command, ["HEAD", str(repository), "--json"], obj=config)
    assert json.loads(whole.output)["changed"][0]["cca2"] == "DE"


@pytest.mark.parametrize("name", ["no-such-revision", "--help", "HEAD:data", "", "HEAD --output=x"])
def test_names_a_side_that_is_neither(repository: Path, name: str) -> None:
    with pytest.raises(InputError, match="is neither a folder with countries/ nor a git revision"):
        load_side(name, repository)


def test_names_a_revision_without_a_dataset(repository: Path) -> None:
    git(repository, "rm", "-r", "-f", "--quiet", "data")
    git(repository, "commit", "--quiet", "--message", "nothing left")
    with pytest.raises(InputError, match=r"HEAD: is a revision without a dataset in data/"):
        load_side("HEAD", repository)


def test_without_git_a_revision_is_nothing(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(repository))
    with pytest.raises(InputError, match="is neither a folder with countries/ nor a git revision"):
        load_side("HEAD", repository)


def test_holidays_of_no_country_are_no_record(repository: Path) -> None:
    (repository / "data" / "countries" / "fr.json").unlink()
    assert sorted(load_side(str(repository), repository)) == ["DE", "HM"]


def test_names_a_file_that_is_not_json(repository: Path) -> None:
    (repository / "data" / "countries" / "de.json").write_text("{", "utf-8")
    with pytest.raises(InputError, match=r"countries/de\.json: is not JSON"):
        load_side(str(repository), repository)
