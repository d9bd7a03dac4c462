"""The file that says which source filled each field, and what the owner of a site adds to it."""

import json
from typing import Any

import pytest

from builder.api.interface import Interface
from builder.api.own_fields import OwnField
from builder.api.types import Dataset, OwnParts, OwnValue, ValueCorrection
from builder.extensions.tables.provenance import Provenance, parse_provenance, provenance_for, with_own_values
from tests.support.cases import load_cases
from tests.support.values import dataset

CASES = load_cases("provenance")
NAMES = {"common": "A", "official": "Land of A"}
RECORDS: list[dict[str, Any]] = [
    {"cca2": "AD", "name": NAMES, "capital": ["A"]},
    {"cca2": "DE", "name": NAMES, "capital": ["Bonn"], "area": 1},
    {"cca2": "XN", "name": NAMES},
]
LISTED: Any = {"sources": {"list": {"2024": ["AD", "DE", "FR"], "2020": ["FR"]}}, "notes": {"FR": "x", "DE": "y"}}


def site(**more: Any) -> Dataset:
    """Make a dataset with the sources of the cases."""
    made = dataset(*RECORDS)
    return made._replace(sources={**made.sources, **CASES["sources"]}, **more)


def read(content: Any, data: Dataset) -> tuple[Provenance, list[str]]:
    stored, problems = parse_provenance(json.dumps(content).encode())
    return provenance_for(data, stored, problems), [*map(str, problems)]


def test_countries_that_the_site_leaves_out_are_left_out() -> None:
    stored = {"capital": LISTED, "area": {"sources": {"list": {"": ["FR"]}}}}
    assert read(stored, site(left_out=frozenset(["FR"]))) == (
        {"capital": {"sources": {"list": {"2024": ["AD", "DE"]}}, "notes": {"DE": "y"}}},
        [],
    )


def test_part_of_a_field_has_its_own_sources() -> None:
    stored: Any = {
        path: {"sources": {"curated": {}}} for path in ("latlng.0", "languages.deu", "holidays.items.0.name")
    }
    assert read(stored, site())[1] == []


@pytest.mark.parametrize(("content", "problem"), CASES["unknown"])
def test_unknown_field_country_or_source_is_named(content: Any, problem: str) -> None:
    [message] = read(content, site())[1]
    assert problem in message


@pytest.mark.parametrize(("content", "place"), CASES["shapes"])
def test_content_of_another_shape_is_named_once_with_and_without_a_dataset(content: Any, place: str) -> None:
    [of_the_form] = map(str, parse_provenance(json.dumps(content).encode())[1])
    [message] = read(content, site())[1]
    assert message == of_the_form
    assert message.startswith(f"provenance.json: {place}: ")


def test_own_record_and_own_flag_have_the_site_as_their_source() -> None:
    own = OwnParts(records=frozenset(["XN", "AD"]), flags=("XN",))
    made = with_own_values({"name": LISTED, "capital": LISTED, "holidays": LISTED}, site(own=own))
    assert made["name"]["sources"] == {"list": {"2024": ["DE", "FR"], "2020": ["FR"]}, "site": {"": ["AD", "XN"]}}
    # The own record of XN has no capital; holidays have a file of their own.
    assert made["capital"]["sources"]["site"] == {"": ["AD"]}
    assert made["holidays"] == LISTED
    assert made["flags.svg"] == {"sources": {"site": {"": ("XN",)}}}


def test_correction_of_a_field_or_of_an_object_around_it_replaces_its_source() -> None:
    corrections = (ValueCorrection("DE", "capital", "It was."), ValueCorrection("DE", "name", "We say so."))
    shipped = dict.fromkeys(("capital", "name.common", "area"), LISTED)
    made = with_own_values(shipped, site(own=OwnParts(corrections=corrections)))
    for field, reason in (("capital", "It was."), ("name.common", "We say so.")):
        assert made[field]["sources"] == {"list": {"2024": ["AD", "FR"], "2020": ["FR"]}, "site": {"": ["DE"]}}
        assert made[field]["curated"]["DE"] == {"reason": reason}
        assert made[field]["notes"] == {"FR": "x"}
    assert made["area"] == LISTED


def test_correction_of_a_part_leaves_the_source_of_the_rest() -> None:
    own = OwnParts(corrections=(ValueCorrection("DE", "name.common", "It was."),))
    made = with_own_values({"name": LISTED}, site(own=own))
    assert made["name"]["sources"] == {**LISTED["sources"], "site": {"": ["DE"]}}


def test_own_field_has_the_years_and_the_sources_of_its_values() -> None:
    fields = {"offices": {"AD": OwnValue(3, "", ""), "DE": OwnValue(12, "2025", "Report")}}
    declared = {"offices": OwnField(type="integer", label="Offices", description="Offices.")}
    made = with_own_values({}, site(own=OwnParts(fields=fields), interface=Interface(declared)))
    assert made == {"own.offices": {"sources": {"site": {"": ["AD"], "2025": ["DE"]}}, "notes": {"DE": "Report"}}}
