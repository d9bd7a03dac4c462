import json
from pathlib import Path
from typing import Any

from refresh.capital_years import capital_years

PROVENANCE: dict[str, Any] = {
    "capitalInfo.population": {
        "sources": {"census": {"2021-06-01": ["DE"], "2010": ["FR"]}, "list": {"undated": ["NO"]}}
    }
}
HISTORY = json.dumps({"rows": [{"cca2": "DE", "year": 2021, "population": 83}, {"cca2": "FR", "year": 2011}]})


def test_population_is_of_the_year_of_the_capital_s(tmp_path: Path) -> None:
    files = capital_years(tmp_path, PROVENANCE, {"tables/history.json": HISTORY})
    assert json.loads(files["reference/capital-years.json"]) == {"DE": 83, "FR": None, "NO": None}


def test_table_is_read_if_it_was_not_made_anew(tmp_path: Path) -> None:
    assert capital_years(tmp_path, PROVENANCE, {}) == {}
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables/history.json").write_text(HISTORY)
    assert capital_years(tmp_path, {}, {}) == {}
    assert capital_years(tmp_path, PROVENANCE, {}).keys() == {"reference/capital-years.json"}
