"""The years of metrics, as pages show and draw them."""

from builder.extensions.pages.history import first_of, pasts_of, without_history
from builder.extensions.pages.rankings import RankedValue, Ranking
from tests.support.values import INTERFACE, dataset

_POPULATION = next(metric for metric in INTERFACE.metrics if metric.name == "population")
_RANKING = Ranking(
    _POPULATION, (RankedValue("IN", "India", 1460.0, "2025", "A"), RankedValue("SH", "Saint Helena", 4.0, "", "B"))
)
_HISTORY = {"population": {"IN": {1969: 540.0, 1970: 550.0, 1972: 570.0}}}


def test_a_chart_begins_with_countries_that_have_a_history() -> None:
    assert first_of(_RANKING, _HISTORY) == "in"
    assert first_of(_RANKING, {}) == ""


def test_countries_without_a_year_of_any_metric_are_listed() -> None:
    assert without_history(dataset(), {"population": {"BB": {1970: 1.0}}}) == "aa cc"


def test_lines_of_a_country_are_drawn_on_one_axis_of_years() -> None:
    history = {"population": {"IN": {1970: 1.0, 2010: 2.0}}, "gdp": {"IN": {1990: 1.0, 2010: 2.0}}}
    metrics = [metric for metric in INTERFACE.metrics if metric.name in history]
    starts = [past.points.split(",")[0] for past in pasts_of(metrics, "IN", history).values()]
    assert starts == ["2.0", "50.0"]
