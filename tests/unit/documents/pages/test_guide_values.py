"""The table of sources by field."""

import json
import re

from builder.api.provenance import DERIVED
from tests.support.project import ROOT
from tests.support.serving import Service


def test_sources_page_lists_every_field_of_a_record(texts: dict[str, str], service: Service) -> None:
    """A field is listed if it, an object that contains it, or all of its members have a row."""
    named = set(re.findall(r"^\| `([\w.]+)` \|", texts["data-sources"].split("## Fields")[1], re.M))
    assert {field for field, _ in DERIVED} <= named
    unnamed = {
        field
        for field in json.loads(service.get("/v1/alpha/de").body)[0]
        if not any(name == field or name.startswith(f"{field}.") for name in named)
    }
    assert unnamed == set()


def test_sources_page_lists_the_countries_whose_passed_holidays_are_estimates(texts: dict[str, str]) -> None:
    said = re.search(r"(\d+) days of ((?:[A-Z]{2}(?:, )?)+)", " ".join(texts["data-sources"].split()))
    assert said
    files = (json.loads(path.read_text("utf-8")) for path in sorted((ROOT / "data" / "holidays").glob("*.json")))
    today = json.loads((ROOT / "data" / "sources.json").read_text("utf-8"))["fetchedAt"][:10]
    passed = [
        [item for item in holidays["items"] if "estimated" in item["types"] and item["date"] < today]
        for holidays in files
    ]
    assert (int(said[1]), len(said[2].split(", "))) == (sum(map(len, passed)), sum(map(bool, passed)))
