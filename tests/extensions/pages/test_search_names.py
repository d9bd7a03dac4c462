"""The names that scripts search."""

import json
from pathlib import Path


def test_names_are_those_that_the_function_searches(site: Path) -> None:
    assets = site / "public/docs/assets"
    countries = json.loads((assets / "names.json").read_text("utf-8"))["countries"]
    own = json.loads((assets / "name-index.json").read_text("utf-8"))["own"]
    assert len(countries) == len(own)
    found = dict(zip((cca2 for _, cca2 in countries), own, strict=True))
    assert found["DE"][0] == ["germany"]
    assert "deutschland" in found["DE"][1]
