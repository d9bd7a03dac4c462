"""Files of the dataset that only a refresh reads, fields in too few countries, and fields without a source."""

from dataclasses import replace
from pathlib import Path

import pytest

from builder.project.build_request import BuildRequest
from builder.site.reading import read_site
from refresh.audit.judge import faults_of_facts, faults_of_unread_files, too_rare, unsourced
from refresh.sources_json import load_sources
from tests.support.cases import load_cases
from tests.support.project import ROOT
from tests.support.trees import write_files

CASES = load_cases("judge")


def found(data: Path) -> list[str]:
    (data / "curated/corrections").mkdir(parents=True, exist_ok=True)
    return [str(problem) for problem in faults_of_unread_files(data, None, ())]


def test_shipped_files_have_no_fault() -> None:
    assert [*faults_of_unread_files(ROOT / "data", None, ())] == []


@pytest.mark.parametrize(("name", "text", "problem"), CASES["faults"])
def test_fault_is_named(name: str, text: str, problem: str, tmp_path: Path) -> None:
    write_files(tmp_path, {name: text})
    [message] = found(tmp_path)
    assert problem in message


def test_files_that_a_build_judges_are_left_to_it(tmp_path: Path) -> None:
    write_files(tmp_path, {"reference/regions.json": "{"})
    assert found(tmp_path) == []


def test_field_of_too_few_countries_is_named_with_their_number() -> None:
    """A country does not count for holidays if its holidays lack one of the expected years."""
    days: list[dict[str, object]] = [{"date": "2026-01-01"}, {"date": "2027-01-01"}]
    records: list[dict[str, object]] = [
        {"area": 1, "name": {"common": "A"}, "holidays": {"items": days}},
        {"area": 2, "name": {"common": "B"}, "holidays": {"items": days[:1]}},
    ]
    minimums = {"area": 2, "name.common": 3, "holidays": 2, "fifa": 1}
    assert [str(problem) for problem in too_rare(records, minimums, [2026, 2027])] == [
        "name.common: 2 countries have it; at least 3 must",
        "holidays: 1 countries have it; at least 2 must",
        "fifa: 0 countries have it; at least 1 must",
    ]


def test_names_that_mislead_and_licences_that_are_not_repeated_are_named(small_copy: BuildRequest) -> None:
    site = read_site(small_copy)
    aliases = {**site.dataset.aliases, "regions": {"Atlantis": ["Lost Land"]}}
    (small_copy.data / "notices/flag-icons.txt").write_text("")
    faults = faults_of_facts(small_copy.data, replace(site, dataset=site.dataset._replace(aliases=aliases)))
    assert {problem.file: problem.where for problem in faults}.items() >= {
        ("aliases/regions.json", "Atlantis"),
        ("notices/flag-icons.txt", ""),
    }


def test_field_without_a_source_is_named() -> None:
    catalog = load_sources(ROOT / "data" / "sources.json")
    assert unsourced(catalog) == []
    gone = ("area", "enrichment.development.gini")
    fewer = {field: ids for field, ids in catalog.precedence.items() if field not in gone}
    found = unsourced(replace(catalog, precedence=fewer))
    assert [problem.where for problem in found] == ["fields.area", "fields.enrichment.development.gini"]
