"""The shipped dataset compared with the pinned packages, which are downloaded and verified by hash once."""

import json
import re
import shutil
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from builder.api.field_types import value_at
from builder.extensions import load_extensions
from builder.project.shared_options import Project
from refresh.command import agree, refresh
from refresh.data_files import load_records
from refresh.sources_json import load_sources
from tests.support.project import ROOT
from tests.support.refresh.decisions import is_decided

FACTS = json.loads((ROOT / "tests/fixtures/sources/facts.json").read_text("utf-8"))
CONFIG = ROOT / "site_config.toml"
PROJECT = Project(CONFIG, load_extensions())


def shipped_copy(folder: Path) -> Project:
    """Copy the shipped dataset and its config into *folder*."""
    shutil.copytree(ROOT / "data", folder / "data")
    shutil.copy(CONFIG, folder)
    (folder / ".cache").symlink_to(ROOT / ".cache")
    return PROJECT._replace(config=folder / CONFIG.name)


@pytest.fixture(scope="module")
def records() -> Any:
    return load_records(ROOT / "data")


def test_shipped_dataset_is_the_result_of_a_refresh() -> None:
    done = CliRunner().invoke(refresh, ["--check"], obj=PROJECT)
    assert re.fullmatch(r"All \d+ files of data/ match the sources\.\n", done.output), done.output
    assert done.exit_code == 0


def test_shipped_dataset_has_known_facts(records: dict[str, dict[str, Any]]) -> None:
    found = [(code, field, value_at(records[code], field), value) for code, field, value in FACTS]
    assert [one for one in found if one[2] != one[3] and not is_decided(*one[:3])] == []


@pytest.fixture(scope="module")
def agreed() -> Result:
    """Compare the shipped dataset with its peers once for all tests, since that takes seconds."""
    return CliRunner().invoke(agree, obj=PROJECT)


def test_differences_from_other_sources_are_explained(agreed: Result) -> None:
    assert agreed.exit_code == 0, agreed.output
    assert re.search(r"^cca3: \d+ of \d+ agree$", agreed.output, re.MULTILINE)
    assert re.search(r"^  area of \w\w: \S+ here, \S+ there: \w.*\.$", agreed.output, re.MULTILINE)


def test_every_translation_is_compared_with_another_source(agreed: Result) -> None:
    for kind in ("common", "official"):
        assert len(re.findall(rf"^(?:name|translations\.\w{{3}})\.{kind}: ", agreed.output, re.MULTILINE)) == 24


def test_every_population_of_a_capital_is_dated_or_confirmed() -> None:
    table = json.loads((ROOT / "data" / "curated" / "tables" / "capital-population.json").read_text("utf-8"))
    assert table["dates"].keys() == table["publishers"].keys() == table["values"].keys()
    sources = json.loads((ROOT / "data" / "provenance.json").read_text("utf-8"))["capitalInfo.population"]["sources"]
    assert sources["geonames"].keys() == {"undated"}
    assert "" not in sources["city-censuses"]
    second = json.loads((ROOT / "data" / "curated" / "capital-second-list.json").read_text("utf-8"))["values"]
    assert set(sources["geonames"]["undated"]) <= second.keys()
    assert [code for code in sources["geonames"]["undated"] if not second[code][1]] == []
    assert [code for code, text in table["publishers"].items() if not re.fullmatch(r"[^;]+, [^;]+; [^;]+", text)] == []


def test_holidays_of_one_day_have_their_own_english_names(records: dict[str, dict[str, Any]]) -> None:
    days = {code: record.get("holidays", {}).get("items", []) for code, record in records.items()}
    named = {(code, item["date"], item["localName"], item["name"]) for code, items in days.items() for item in items}
    repeated = Counter((code, day, name) for code, day, _, name in named)
    assert [one for one, count in repeated.items() if count > 1] == []


def test_holidays_have_types(records: dict[str, dict[str, Any]]) -> None:
    items = [item for record in records.values() for item in record.get("holidays", {}).get("items", [])]
    kinds = {kind for item in items for kind in item["types"]}
    assert {"public", "government", "optional"} <= kinds


@pytest.mark.soak
def test_later_date_changes_the_years_of_holidays(tmp_path: Path) -> None:
    project = shipped_copy(tmp_path)
    done = CliRunner().invoke(refresh, ["--date", "2027-01-05"], obj=project)
    assert done.exit_code == 0, done.output
    assert load_records(tmp_path / "data")["DE"]["holidays"]["years"] == [2027, 2028]
    assert load_sources(tmp_path / "data" / "sources.json").fetched_at == "2027-01-05T00:00:00Z"
    again = CliRunner().invoke(refresh, ["--check"], obj=project)
    assert again.exit_code == 0, again.output


@pytest.mark.soak
@pytest.mark.parametrize("countries", ["[]", '["DE", "FR", "NZ"]'])
def test_refresh_of_the_same_sources_on_a_later_day_changes_the_day_alone(countries: str, tmp_path: Path) -> None:
    project = shipped_copy(tmp_path)
    config = project.config.read_text("utf-8")
    project.config.write_text(config.replace("countries = []", f"countries = {countries}"), "utf-8")
    stored = load_sources(tmp_path / "data" / "sources.json").fetched_at
    day = date.fromisoformat(stored[:10]) + timedelta(days=1)
    done = CliRunner().invoke(refresh, ["--date", day.isoformat()], obj=project)
    assert re.fullmatch(r"written: sources\.json\n\d+ files: 1 written, 0 removed\.\n", done.output), done.output


@pytest.mark.parametrize("options", [["--date", "soon"], ["--date", "today", "--check"]])
def test_invalid_date_is_rejected(options: list[str]) -> None:
    assert CliRunner().invoke(refresh, options, obj=PROJECT).exit_code == 2


def test_every_figure_of_enrichment_has_a_date() -> None:
    table = json.loads((ROOT / "data" / "provenance.json").read_text("utf-8"))
    figures = [field for field in table if field.startswith(("enrichment.eco", "enrichment.dev"))]
    for field in ("population", "enrichment.population", "enrichment.company", *figures):
        dates = {date for dated in table[field]["sources"].values() for date in dated}
        assert dates, field
        assert "" not in dates, field


def test_every_source_that_requires_credit_is_credited() -> None:
    data = ROOT / "data"
    credited = {notice["source"] for notice in json.loads((data / "licences.json").read_text("utf-8"))["notices"]}
    catalog = load_sources(data / "sources.json")
    wanting = {
        source.id
        for source in catalog.sources
        if source.licence.startswith(("CC-BY", "ODbL", "Unicode", "Public domain")) and source.id != "own-descriptions"
    }
    # A refresh judges licences whose text must be repeated: refresh/audit/notices.py.
    assert wanting <= credited
    text = (data / "LICENSE").read_text("utf-8")
    for name in ("World Bank", "United Nations", "GeoNames", "Unicode", "Open Database License"):
        assert name in text
