"""Makes the data of the map: outlines and dots of countries, their classes in one metric, and bounds in each."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from math import sqrt

import orjson

from builder.api.types import JsonObject, Record
from builder.extensions.pages.country_facts import CountryFacts
from builder.extensions.pages.map_outlines import WIDTH, Box, Outlines, project
from builder.extensions.pages.rankings import Ranking

CLASSES = 6
# The metric that the map shows without JavaScript.
_CHOSEN = "gdpPerCapita"
# If each class had the same number of countries, the last class would cover nearly all land on a map of area.
_BY_SIZE = "area"
# Antarctica would take a tenth of the picture, and has hardly any values.
_LEFT_OUT = ("AQ",)
# The lower edge, in units: south of Cape Horn.
_BOTTOM = project(0, -59)[1]
# At the sides is room, so that no dot is cut.
_WORLD = Box(-20, 0, WIDTH + 20, _BOTTOM)
_SIZES = ((1e12, "tn"), (1e9, "bn"), (1e6, "M"), (1e3, "k"))


def make_map(
    records: Sequence[Record],
    outlines: Outlines,
    rankings: Sequence[Ranking],
    facts: Sequence[CountryFacts],
    regions: Mapping[str, Sequence[tuple[str, Box]]],
) -> JsonObject:
    """Make everything on the map. In every metric except area, each class has about the same number of countries.

    ``others`` are the outlines of countries that the site lacks, ``disputed`` the dashed borders, ``regions`` the parts
    to zoom to, ``ranking`` that of the metric which it shows at first.
    """
    values = [record.value for record in records]
    bounds = [_bounds(ranking) for ranking in rankings]
    chosen = [ranking.metric.name for ranking in rankings].index(_CHOSEN)
    shapes = []
    for value, locator in zip(values, (one.locator for one in facts), strict=True):
        path = outlines.countries.get(value["cca2"], "")
        if value["cca2"] in _LEFT_OUT:
            continue
        shown = rankings[chosen].metric.value(value)
        shapes.append(
            {
                "code": value["cca2"],
                "name": value["name"]["common"],
                "path": path,
                "dot": None if path else locator and (locator.x, locator.y),
                "around": locator and locator.around.view,
                # The number of its class, from 1; 0 without a value.
                "class": 0 if shown is None else 1 + bisect_right(bounds[chosen], shown),
                # Dots in Europe would cover their neighbours on the small map of a phone, which hides them.
                "is_crowded": value.get("region") == "Europe",
            }
        )
    codes = {value["cca2"] for value in values}
    return {
        # The dots are above the outlines.
        "shapes": sorted(shapes, key=lambda shape: shape["dot"] is not None),
        "others": [path for code, path in outlines.countries.items() if code not in codes],
        "disputed": outlines.disputed,
        "scales": [_scale(ranking, edges) for ranking, edges in zip(rankings, bounds, strict=True)],
        "chosen": chosen,
        "borders": {
            record.cca2: [code for code, _ in one.neighbours] for record, one in zip(records, facts, strict=True)
        },
        "regions": {kind: [(name, _in_world(frame).view) for name, frame in found] for kind, found in regions.items()},
        "view": _WORLD.view,
        "omitted": {value["cca2"]: value["name"]["common"] for value in values if value["cca2"] in _LEFT_OUT},
        "ranking": rankings[chosen],
    }


def _in_world(frame: Box) -> Box:
    """Return the larger of the two parts into which the date line divides a box, moved to where the map shows it."""
    return frame.moved(-WIDTH if frame.left + frame.right > 2 * WIDTH else 0).within(_WORLD)


def capitals(records: Sequence[Record]) -> bytes:
    """List the capitals with coordinates, the most populous first: name, and place on the map."""
    known = [record.value for record in records if "latlng" in record.value.get("capitalInfo", {})]
    return orjson.dumps(
        [
            (", ".join(value.get("capital", ())), *project(longitude, latitude))
            for value in sorted(known, key=lambda value: -(value["capitalInfo"].get("population") or 0))
            for latitude, longitude in [value["capitalInfo"]["latlng"]]
        ]
    )


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
    """Describe the classes of a metric for the legend, as the script of the map reads them."""
    metric = ranking.metric
    values = [one.value for one in ranking.values]
    ends = [_shortened(value) for value in (min(values), *bounds, max(values))] if values else []
    return {
        "name": metric.name,
        "title": metric.title,
        "short": metric.short,
        "unit": metric.unit,
        "edges": bounds,
        "ranges": [f"{low}–{high}" for low, high in pairwise(ends)],
        "note": "The higher classes have fewer and larger countries."
        if metric.name == _BY_SIZE
        else "Each class has about the same number of countries.",
        "sources": [f"{source} ({extent})" for source, extent in ranking.source_extents.items()],
    }


def _shortened(value: float) -> str:
    """Write *value* for the legend, which has the unit once: ``9.7k``."""
    rounded = float(f"{value:.3g}")
    size, letters = next((one for one in _SIZES if abs(rounded) >= one[0]), (1, ""))
    return f"{rounded / size:g}{letters}"
