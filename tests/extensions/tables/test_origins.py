"""The source of each value of a record."""

from collections.abc import Mapping
from typing import Any

from builder.api.dataset_files import sources_by_id
from builder.extensions.tables.origins import ValueOrigin, origins_of
from tests.support.cases import load_cases

CASES = load_cases("provenance")

SOURCES: Any = CASES["sources"]
PROVENANCE: Any = CASES["provenance"]
DENSITY = "enrichment.computed.populationDensity"
GERMANY: Any = CASES["germany"]
ANDORRA: Any = {"cca2": "AD", "name": {"common": "Andorra"}}


def value_origins(record: Any, provenance: Any = PROVENANCE) -> Mapping[str, ValueOrigin]:
    return origins_of(provenance, [record], sources_by_id(SOURCES))[record["cca2"]]


def test_each_value_has_its_source_date_and_licence() -> None:
    by_list = ValueOrigin("list", "The List", "", "2025-06-03", "ODbL-1.0")
    reason = "Land was won. Removed: 357022.5."
    assert value_origins(GERMANY) == {
        "name": by_list,
        "population": ValueOrigin("bank", "The Bank", "2025", "2026-07-01", "CC-BY-4.0"),
        "area": ValueOrigin("curated", "The Survey", reason=reason, publisher="The Survey"),
        "flag": ValueOrigin("curated", "Curated by hand", reason="It is flown."),
        "enrichment.development.hdi": by_list._replace(as_of="2023"),
        DENSITY: ValueOrigin("computed", "computed from population and area"),
    }


def test_partly_corrected_value_has_its_source_and_the_reason() -> None:
    (name,) = value_origins(ANDORRA).values()
    assert (name.source, name.reason) == ("list", "It was renamed.")


def test_removed_parts_and_items_are_said_once_each() -> None:
    removed = {"altSpellings": ["A", "B"], "name.native.cat": {"official": "A", "common": "C"}, "name.common": "B"}
    correction = {"AD": {"reason": "It was renamed.", "removed": removed}}
    table = {"name": {"sources": {"list": {"": ["AD"]}}, "curated": correction}}
    (name,) = value_origins(ANDORRA, table).values()
    assert name.reason == "It was renamed. Removed: A; B; A, C."
