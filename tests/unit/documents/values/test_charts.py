"""The charts, read from the built page."""

import json
import re
from pathlib import Path

import pytest

from builder.api.metrics import METRICS, Metric
from builder.documents.values.charts import zoomed
from builder.documents.values.indicators import INDICATORS
from tests.support.serving import Service


@pytest.fixture(scope="module")
def drawn(site: Path) -> str:
    return (site / "public/docs/charts.html").read_text("utf-8")


def figure_of(drawn: str, metric: Metric) -> str:
    return drawn.split(f'<figure id="{metric.name}"')[1].partition("</figure>")[0]


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_chart_has_the_ranking_and_links_to_each_country(drawn: str, service: Service, metric: Metric) -> None:
    figure = figure_of(drawn, metric)
    rows = re.findall(r'<a href="countries/([a-z]{2})\.html">([^<]+)</a>', figure)
    top = json.loads(service.get(f"/v1/rank/{metric.name}?limit=12").body)
    assert rows == [(record["cca2"].lower(), record["name"]["common"]) for record in top]
    indicator = next(one for one in INDICATORS if one.name == metric.name)
    spelled = [indicator.round(metric.value(record) or 0) for record in top]
    assert re.findall(r'<td class="number">([^<]+)</td>', figure) == spelled


@pytest.mark.parametrize("name", ["hdi", "lifeExpectancy"])
def test_similar_figures_are_dots_between_the_first_and_the_last_label(drawn: str, name: str) -> None:
    figure = figure_of(drawn, next(metric for metric in METRICS if metric.name == name))
    places = [float(place) for place in re.findall(r'<circle cx="([\d.]+)"', figure)]
    assert len(places) == 12
    assert places == sorted(places, reverse=True)
    assert 6 <= places[-1] <= places[0] <= 194
    # As bars from zero, the last would be nearly as long as the first.
    assert places[0] - places[-1] > 94
    labels = [float(label) for label in re.findall(r"<text[^>]*>([\d.]+)</text>", figure)]
    figures = [float(text) for text in re.findall(r'<td class="number">([\d.]+)(?: years)?</td>', figure)]
    assert labels[0] <= figures[-1]
    assert figures[0] <= labels[-1] or len(labels) % 2


def test_axis_has_round_bounds_around_its_figures() -> None:
    assert zoomed(84.0, 86.5) == (84, 87, 1)
    low, high, step = zoomed(0.948, 0.972)
    assert (round(low, 6), round(high, 6), round(step, 6)) == (0.94, 0.98, 0.01)
    # Even equal figures are between two labels.
    low, high, _ = zoomed(5, 5)
    assert low < high
