"""The map, read from the built page."""

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from builder.api.metrics import Metric
from builder.extensions.pages.world_map import CLASSES
from tests.support.serving import Service
from tests.support.values import INTERFACE

NAMES = [metric.name for metric in INTERFACE.metrics]


@pytest.fixture(scope="module")
def drawn(site: Path) -> str:
    return (site / "public/docs/map.html").read_text("utf-8")


@pytest.fixture(scope="module")
def classes(drawn: str) -> dict[str, str]:
    return dict(re.findall(r'data-code="([A-Z]{2})" data-classes="(\d+)"', drawn))


def test_every_country_except_antarctica_is_an_outline_or_a_dot(drawn: str, classes: dict[str, str]) -> None:
    assert len(classes) == 249
    assert "AQ" not in classes
    outlined = len(re.findall(r"<path data-code", drawn))
    assert outlined + len(re.findall(r"<circle data-code", drawn)) == 249
    assert outlined == 176


def test_disputed_borders_are_dashed(drawn: str, site: Path) -> None:
    assert len(re.findall(r'<path class="disputed" d="M[^"]+"/>', drawn)) == 1
    assert re.search(r"\.disputed *{[^}]*stroke-dasharray", (site / "public/docs/assets/map.css").read_text("utf-8"))


@pytest.mark.parametrize("metric", INTERFACE.ranked_metrics, ids=lambda metric: metric.name)
def test_classes_of_a_metric_have_about_the_same_number_of_countries(metric: Metric, classes: dict[str, str]) -> None:
    at = NAMES.index(metric.name)
    sizes = Counter(digits[at] for digits in classes.values())
    with_figure = [sizes[str(number)] for number in range(1, CLASSES + 1)]
    # Edges are round, and countries with the same figure are in the same class.
    assert metric.name == "area" or max(with_figure) - min(with_figure) <= sum(with_figure) / CLASSES / 4
    assert sum(with_figure) + sizes["0"] == 249


def test_no_class_of_area_has_most_of_the_land(classes: dict[str, str], service: Service) -> None:
    at = NAMES.index("area")
    land: Counter[str] = Counter()
    for code in classes:
        (record,) = json.loads(service.get(f"/v1/alpha/{code.lower()}?fields=area").body)
        land[classes[code][at]] += record["area"]
    assert max(land.values()) < sum(land.values()) / 2
    assert min(land.values()) > 0


def test_legend_says_the_range_of_each_class(drawn: str) -> None:
    for scale in json.loads(re.findall(r'id="scales">(.*?)</script>', drawn)[0]):
        assert len(set(scale["ranges"])) == CLASSES, scale["name"]
        # A unit stands once in each.
        pairs = pairwise(scale["ranges"])
        assert all(low.partition(" to ")[2].startswith(high.partition(" to ")[0]) for low, high in pairs), scale["name"]


def test_greater_figure_has_the_same_or_a_higher_class(service: Service, classes: dict[str, str]) -> None:
    for metric in INTERFACE.ranked_metrics:
        at = NAMES.index(metric.name)
        ranked = []
        for offset in (0, 100, 150):
            reply = service.get(f"/v1/rank/{metric.name}?fields=cca2&limit=25&offset={offset}")
            ranked += [record["cca2"] for record in json.loads(reply.body) if record["cca2"] in classes]
        digits = [int(classes[code][at]) for code in ranked]
        assert digits == sorted(digits, reverse=True), metric.name
