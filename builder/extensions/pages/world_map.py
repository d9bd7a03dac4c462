"""Makes the data of the map: an outline or a dot for every country, and its class in each metric."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import sqrt

import orjson

from builder.api.record_model import Country
from builder.api.types import JsonObject, Record
from builder.extensions.pages.map_outlines import WIDTH, Outlines, Point, project
from builder.extensions.pages.metric_values import rounded_value
from builder.extensions.pages.rankings import Ranking

CLASSES = 6
# The metric that the map shows without JavaScript.
_CHOSEN = "gdpPerCapita"
# With as many countries in each class, a map of area would show nearly all land in the last one.
_BY_SIZE = "area"
# Omitted: it would take a tenth of the picture and has no values.
_LEFT_OUT = ("AQ",)
# The lower edge, in units: south of Cape Horn.
_BOTTOM = project(0, -59)[1]
# Parts of the world to zoom to: west, south, east and north in degrees.
_REGIONS = {
    "Africa": (-20, -36, 53, 38),
    "Asia": (32, -10, 146, 55),
    "Caribbean": (-88, 9, -58, 28),
    "Europe": (-12, 34, 45, 71),
    "North America": (-130, 8, -55, 62),
    "Oceania": (110, -48, 180, 18),
    "South America": (-85, -56, -33, 14),
}
# Countries with the highest values, which the panel lists while no country is chosen.
_LISTED = 8


def make_map(records: Sequence[Record], outlines: Outlines, rankings: Sequence[Ranking]) -> JsonObject:
    """Make everything on the map. Each class of a metric has about the same number of countries, but for area.

    ``others`` are the outlines of countries that the site lacks, ``disputed`` the dashed borders, ``regions`` the boxes
    to zoom to, ``highest`` code, name and value of the countries that the panel lists at first.
    """
    values = [record.value for record in records]
    bounds = [_bounds(ranking) for ranking in rankings]
    chosen = [ranking.metric.name for ranking in rankings].index(_CHOSEN)
    shapes = []
    for value in values:
        path = outlines.countries.get(value["cca2"], "")
        if value["cca2"] in _LEFT_OUT:
            continue
        shown = rankings[chosen].metric.value(value)
        shapes.append(
            {
                "code": value["cca2"],
                "name": value["name"]["common"],
                "path": path,
                "dot": _dot(value) if not path and "latlng" in value else None,
                # From 1, or 0 without a value.
                "place": 0 if shown is None else 1 + bisect_right(bounds[chosen], shown),
                # As dots, they would cover their neighbours on a small map of the world.
                "is_crowded": value.get("region") == "Europe",
            }
        )
    codes = {value["cca2"] for value in values}
    neighbours = {value["cca3"]: value["cca2"] for value in values}
    return {
        # The dots are above the outlines.
        "shapes": sorted(shapes, key=lambda shape: shape["dot"] is not None),
        "others": [path for code, path in outlines.countries.items() if code not in codes],
        "disputed": outlines.disputed,
        "scales": [_scale(ranking, edges) for ranking, edges in zip(rankings, bounds, strict=True)],
        "chosen": chosen,
        "borders": {
            value["cca2"]: [neighbours[code] for code in value["borders"] if code in neighbours]
            for value in values
            if value.get("borders")
        },
        "regions": [(name, _box(*sides)) for name, sides in _REGIONS.items()],
        "view": (0, 0, WIDTH, _BOTTOM),
        "omitted": {value["cca2"]: value["name"]["common"] for value in values if value["cca2"] in _LEFT_OUT},
        "highest": [
            (one.code.lower(), one.name, rounded_value(one.value, rankings[chosen].metric))
            for one in rankings[chosen].values[:_LISTED]
        ],
    }


def _dot(value: Country) -> Point:
    latitude, longitude = value["latlng"]
    return project(longitude, latitude)


def capitals(records: Sequence[Record]) -> bytes:
    """List the capitals that have coordinates, the largest first: name, and its place on the map."""
    known = [record.value for record in records if "latlng" in record.value.get("capitalInfo", {})]
    return orjson.dumps(
        [
            (", ".join(value.get("capital", ())), *project(longitude, latitude))
            for value in sorted(known, key=lambda value: -(value["capitalInfo"].get("population") or 0))
            for latitude, longitude in [value["capitalInfo"]["latlng"]]
        ]
    )


def _box(west: int, south: int, east: int, north: int) -> str:
    """Return the box of these sides as x, y, width and height of the map."""
    corners = [project(x, y) for x in (west, east) for y in {south, north, max(south, min(0, north))}]
    left, top = (min(corner[at] for corner in corners) for at in (0, 1))
    right, bottom = (max(corner[at] for corner in corners) for at in (0, 1))
    return f"{left} {top} {right - left} {bottom - top}"


def _bounds(ranking: Ranking) -> list[float]:
    """Return the bounds between the classes, of two significant digits, so that people can read them."""
    ordered = sorted(one.value for one in ranking.values)
    if not ordered:
        return []
    weights = [sqrt(one) if ranking.metric.name == _BY_SIZE else 1 for one in ordered]
    shares = [*accumulate(weights)]
    edges = [ordered[bisect_right(shares, shares[-1] * step / CLASSES)] for step in range(1, CLASSES)]
    return [float(f"{edge:.2g}") for edge in edges]


def _scale(ranking: Ranking, bounds: list[float]) -> JsonObject:
    """Describe a metric for the legend, in the shape that the script of the map reads."""
    metric = ranking.metric
    values = [one.value for one in ranking.values]
    ends = [rounded_value(value, metric) for value in (min(values), *bounds, max(values))] if values else []
    return {
        "name": metric.name,
        "title": metric.title,
        "short": metric.short,
        "unit": metric.unit,
        "edges": bounds,
        "ranges": [f"{low.removesuffix(metric.after)} to {high}" for low, high in pairwise(ends)],
        "note": "The darker classes have fewer and larger countries."
        if metric.name == _BY_SIZE
        else "Each class has about the same number of countries.",
        "sources": [f"{source} ({extent})" for source, extent in ranking.source_extents.items()],
    }
