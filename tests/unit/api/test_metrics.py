"""The values by which metrics rank countries."""

from tests.support.values import INTERFACE

RANKED = {metric.name: metric for metric in INTERFACE.ranked_metrics}


def test_ranking_has_values_only_of_records_with_enrichment() -> None:
    assert RANKED["population"].ranked_value({"population": 5, "enrichment": {}}) == 5
    assert RANKED["population"].ranked_value({"population": 5}) is None
    assert RANKED["gdp"].ranked_value({"enrichment": {"economics": {"gdp": None}}}) is None
