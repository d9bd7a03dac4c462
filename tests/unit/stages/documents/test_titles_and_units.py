"""Titles and units of the tables."""

from builder.api.metrics import METRICS
from builder.api.routes import ROUTES
from builder.stages.documents.titles_and_units import FAMILIES, METRIC_WORDS


def test_every_route_group_and_metric_has_a_title() -> None:
    assert {route.family for route in ROUTES} == set(FAMILIES)
    assert {metric.name for metric in METRICS} == set(METRIC_WORDS)
