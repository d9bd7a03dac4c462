"""The source of each value of a record."""

from typing import Any

from builder.api.dataset_files import sources_by_id
from builder.extensions.tables.origins import ValueOrigin, field_origins, origins_by_field, origins_of
from tests.support.cases import load_cases

CASES = load_cases("provenance")

SOURCES: Any = CASES["sources"]
PROVENANCE: Any = CASES["provenance"]
DENSITY = "enrichment.computed.populationDensity"
GERMANY: Any = CASES["germany"]
ANDORRA: Any = {"cca2": "AD", "name": {"common": "Andorra"}}


def value_origins(record: Any, provenance: Any = PROVENANCE) -> tuple[ValueOrigin, ...]:
    return origins_of(record, field_origins(record["cca2"], origins_by_field(provenance)), sources_by_id(SOURCES))


def test_each_value_has_its_source_date_and_licence() -> None:
    assert value_origins(GERMANY) == (
        ValueOrigin("name", {"common": "Germany"}, "list", "The List", "2025-06-03", "ODbL-1.0", ""),
        ValueOrigin("population", 83491249, "bank", "The Bank", "2025", "CC-BY-4.0", ""),
        ValueOrigin(
            "area", 357114, "curated", "The Survey", "", "", "Land was won. Removed: 357022.5.", publisher="The Survey"
        ),
        ValueOrigin("flag", "🇩🇪", "curated", "Curated by hand", "", "", "It is flown."),
        ValueOrigin("enrichment.development.hdi", 0.959, "list", "The List", "2023", "ODbL-1.0", ""),
        ValueOrigin(DENSITY, 233.7938, "computed", "computed from population and area", "", "", ""),
    )


def test_partly_corrected_value_has_its_source_and_the_reason() -> None:
    (name,) = value_origins(ANDORRA)
    assert (name.source, name.reason) == ("list", "It was renamed.")


def test_removed_parts_and_items_are_said_once_each() -> None:
    removed = {"altSpellings": ["A", "B"], "name.native.cat": {"official": "A", "common": "C"}, "name.common": "B"}
    printed = {"AD": {"reason": "It was renamed.", "removed": removed}}
    table = {"name": {"sources": {"list": {"": ["AD"]}}, "curated": printed}}
    (name,) = value_origins(ANDORRA, table)
    assert name.reason == "It was renamed. Removed: A; B; A, C."
