"""The rows of the built table."""

import json
from pathlib import Path


def test_years_without_a_field_have_a_row(site: Path) -> None:
    table = json.loads((site / "public/tables/provenance.json").read_bytes())
    rows = {(row["cca2"], row["field"]): row for row in table["rows"]}
    dated = ("development.hdi", "development.lifeExpectancy", "development.gini")
    fields = (*(f"enrichment.{path}" for path in dated), "area", "capitalInfo.population")
    assert [key for key, row in rows.items() if key[1] in fields and not row["asOf"]] == []
    capital = rows["JP", "capitalInfo.population"]
    assert capital["asOf"] == "2020-10-01"
    assert capital["note"].startswith("Statistics Bureau of Japan, census; the 23 special wards.")
