"""The metrics: their fields, the values that rank countries, and their definitions."""

from typing import Any

from builder.api.json_schemas import referenced
from tests.support.values import INTERFACE

RANKED = {metric.name: metric for metric in INTERFACE.ranked_metrics}


def test_path_of_each_metric_is_a_field_of_the_record() -> None:
    for metric in INTERFACE.metrics:
        schema: Any = INTERFACE.schemas["Country"]
        for name in metric.path.split("."):
            assert name in schema["properties"], f"{metric.name}: {metric.path}"
            schema = next(
                (INTERFACE.schemas[found] for found in referenced(schema["properties"][name])), {"properties": {}}
            )


def test_ranking_has_values_only_of_records_with_enrichment() -> None:
    assert RANKED["population"].ranked_value({"population": 5, "enrichment": {}}) == 5
    assert RANKED["population"].ranked_value({"population": 5}) is None
    assert RANKED["gdp"].ranked_value({"enrichment": {"economics": {"gdp": None}}}) is None


def test_definition_is_one_line_of_ascii_with_unit_and_source() -> None:
    for metric in INTERFACE.ranked_metrics:
        assert metric.definition.isascii(), metric.name
        assert metric.definition.isprintable(), metric.name
        assert "unit: " in metric.definition, metric.name
        assert "source: " in metric.definition, metric.name
