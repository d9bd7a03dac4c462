"""Equality of the ``/v3.1`` records with those of restcountries, field by field; the documents have the table.

``facts.json`` has the facts of its last free version, by alpha-2 code, without texts and images; ``reasons.json`` says
of each field why ours differ. Figures that every refresh renews are not among them.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.cases import load_cases
from tests.support.project import ROOT

FIXTURES = Path(__file__).parent
REASONS: dict[str, str] = json.loads((FIXTURES / "reasons.json").read_text("utf-8"))
PAGE = ROOT / "builder/extensions/restcountries/templates/pages/moving-from-restcountries.md"
# Minimum number of equal countries of 250; fields that are omitted may differ for the stated reason.
EXPECTED = load_cases("restcountries_equality")["equal"]
SHOWN = 30


def canonical(value: Any, field: str) -> Any:
    """Remove empty values, and the order of lists except in coordinates."""
    if isinstance(value, dict):
        inner = {key: canonical(item, key) for key, item in value.items()}
        return {key: item for key, item in inner.items() if item not in (None, "", [], {})} or None
    if isinstance(value, list) and field != "latlng":
        return sorted(json.dumps(item) for item in value) or None
    return value or None


def value_of(record: dict[str, Any], field: str) -> Any:
    """Read a field at a dot path."""
    value: Any = record
    for name in field.split("."):
        value = (value or {}).get(name)
    return canonical(value, field)


@pytest.fixture(scope="module")
def differing(lenient_site: Path) -> dict[str, list[str]]:
    """List the countries with different values, by field."""
    theirs = json.loads((FIXTURES / "facts.json").read_text("utf-8"))
    ours = {record["cca2"]: record for record in json.loads((lenient_site / "public/v3.1/all.json").read_bytes())}
    assert theirs.keys() == ours.keys()
    whole = {code: {"cca2": code, **record} for code, record in theirs.items()}
    return {
        field: sorted(code for code in ours if value_of(whole[code], field) != value_of(ours[code], field))
        for field in REASONS
    }


def test_number_of_equal_records_is_as_documented(differing: dict[str, list[str]]) -> None:
    short = {field: 250 - len(codes) for field, codes in differing.items() if 250 - len(codes) < EXPECTED.get(field, 0)}
    assert short == {}
    assert EXPECTED.keys() <= differing.keys()


def test_different_field_has_an_explanation(differing: dict[str, list[str]]) -> None:
    assert {field for field, codes in differing.items() if codes} == {field for field, why in REASONS.items() if why}


def test_documents_contain_the_table(differing: dict[str, list[str]]) -> None:
    rows = [
        f"| `{field}` | {250 - len(codes)} | {_named(codes)} | {REASONS[field]} |".replace("|  |", "| |").replace(
            "|  |", "| |"
        )
        for field, codes in differing.items()
    ]
    documented = re.findall(r"^\| `[^|/]+` \| \d+ \|.*$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert "\n".join(documented) == "\n".join(rows)


def _named(codes: list[str]) -> str:
    return ", ".join(codes) if len(codes) <= SHOWN else f"{len(codes)} countries"
