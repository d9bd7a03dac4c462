"""The map, read from the built page."""

import json
import re
from bisect import bisect_right
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from builder.extensions.pages.world_map import CLASSES


@pytest.fixture(scope="module")
def drawn(site: Path) -> str:
    return (site / "public/docs/map.html").read_text("utf-8")


@pytest.fixture(scope="module")
def figures(site: Path) -> dict[str, dict[str, float]]:
    """Return the values of each metric by country, as the script of the map reads them."""
    found = json.loads((site / "public/docs/assets/figures.json").read_bytes())
    entries = {code: each for code, each in found["countries"].items() if code != "AQ"}
    return {
        metric["name"]: {code: each[at][0] for code, each in entries.items() if each[at]}
        for at, metric in enumerate(found["indicators"])
    }


@pytest.fixture(scope="module")
def scales(drawn: str) -> dict[str, Any]:
    return {one["name"]: one for one in json.loads(re.findall(r'id="scales">(.*?)</script>', drawn)[0])}


def test_every_country_except_antarctica_is_an_outline_or_a_dot(drawn: str) -> None:
    shapes = re.findall(r'<(path|circle) data-code="([A-Z]{2})"', drawn)
    assert len({code for _, code in shapes} - {"AQ"}) == len(shapes) == 249
    assert sum(tag == "path" for tag, _ in shapes) == 176


def test_a_shape_has_the_class_of_its_value(drawn: str, figures: Any, scales: Any) -> None:
    for code, place in re.findall(r'data-code="([A-Z]{2})" class="q(\d)"', drawn):
        value = figures["gdpPerCapita"].get(code)
        assert int(place) == (0 if value is None else 1 + bisect_right(scales["gdpPerCapita"]["edges"], value)), code


def test_disputed_borders_are_dashed(drawn: str, site: Path) -> None:
    assert len(re.findall(r'<path class="disputed" d="M[^"]+"/>', drawn)) == 1
    assert re.search(r"\.disputed *{[^}]*stroke-dasharray", (site / "public/docs/assets/map.css").read_text("utf-8"))


def test_classes_of_a_metric_have_about_the_same_number_of_countries(figures: Any, scales: Any) -> None:
    for name, values in figures.items():
        edges = scales[name]["edges"]
        assert edges == sorted(edges)
        sizes = Counter(bisect_right(edges, value) for value in values.values())
        # Edges are round, and countries with the same value are in the same class.
        assert name == "area" or max(sizes.values()) - min(sizes.values()) <= len(values) / CLASSES / 3, name


def test_no_class_of_area_has_most_of_the_land(figures: Any, scales: Any) -> None:
    land: Counter[int] = Counter()
    for area in figures["area"].values():
        land[bisect_right(scales["area"]["edges"], area)] += area
    assert max(land.values()) < sum(land.values()) / 2
    assert len(land) == CLASSES


def test_legend_says_the_range_of_each_class(scales: Any) -> None:
    for scale in scales.values():
        assert len(set(scale["ranges"])) == CLASSES, scale["name"]
        ends = [one.split("–") for one in scale["ranges"]]
        assert all(low[1] == high[0] for low, high in pairwise(ends)), scale["name"]
        # The unit stands above the map, once.
        assert all(re.fullmatch(r"[\d.]+(k|M|bn|tn)?", end) for range_ in ends for end in range_), scale["name"]
