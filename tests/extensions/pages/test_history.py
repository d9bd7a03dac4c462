"""The years of metrics, as pages show and draw them."""

from builder.extensions.pages.history import first_drawn, pasts_of, without_history
from tests.support.values import INTERFACE, dataset

_POPULATION = next(metric for metric in INTERFACE.metrics if metric.name == "population")


def test_a_chart_begins_with_the_largest_country_with_a_history_in_each_region() -> None:
    rows = [("DE", "Europe", 83), ("FR", "Europe", 68), ("JP", "Asia", 120), ("CN", "Asia", 1400), ("KE", "Africa", 50)]
    values = [{"cca2": code, "region": region, "population": people} for code, region, people in rows]
    records = dataset(*values).records
    history = {"population": {code: {1970: 1.0} for code in ("DE", "FR", "JP", "KE")}}
    assert first_drawn(_POPULATION, records, history) == "ke de jp"
    assert first_drawn(_POPULATION, records, {}) == ""


def test_countries_without_a_year_of_any_metric_are_listed() -> None:
    assert without_history(dataset(), {"population": {"BB": {1970: 1.0}}}) == "aa cc"


def test_lines_of_a_country_are_drawn_on_one_axis_of_years() -> None:
    history = {"population": {"IN": {1970: 1.0, 2010: 2.0}}, "gdp": {"IN": {1990: 1.0, 2010: 2.0}}}
    metrics = [metric for metric in INTERFACE.metrics if metric.name in history]
    starts = [past.points.split(",")[0] for past in pasts_of(metrics, "IN", history).values()]
    assert starts == ["2.0", "50.0"]
