"""Computes the outlines of countries in degrees, the boxes around them, and their GeoJSON (RFC 7946) and TopoJSON."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate
from typing import TypeVar

from builder.api.types import JsonObject, Record
from builder.extensions.tables.topology import OutlineTopology, polygons_of

Degrees = tuple[float, float]
Point = TypeVar("Point")
# Decimals of a degree. The grid of the topology is not finer.
DECIMALS = 4


def decoded_arcs(topology: OutlineTopology, decimals: int | None = None) -> list[list[Degrees]]:
    """Undo the delta encoding and the quantization: list the longitudes and latitudes of each arc."""
    (scale_x, scale_y), (move_x, move_y) = topology["transform"]["scale"], topology["transform"]["translate"]
    decoded = []
    for arc in topology["arcs"]:
        positions = accumulate(arc, lambda sums, step: (sums[0] + step[0], sums[1] + step[1]))
        degrees = [(x * scale_x + move_x, y * scale_y + move_y) for x, y in positions]
        rounded = degrees if decimals is None else [(round(x, decimals), round(y, decimals)) for x, y in degrees]
        decoded.append(rounded)
    return decoded


def joined(numbers: Iterable[int], arcs: Sequence[Sequence[Point]]) -> list[Point]:
    """Join the *arcs* with these *numbers* to a ring or a line; a negative number is a reversed arc."""
    points: list[Point] = []
    for number in numbers:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        points += arc[1:] if points else arc
    return points


def bounding_box(rings: Iterable[Sequence[Degrees]]) -> list[float]:
    """Return the west, south, east and north of outer rings. No ring crosses the 180th meridian (RFC 7946, 5.2).

    The box leaves out the widest gap between the rings. So west is greater than east if the box crosses that meridian.
    """
    spans, latitudes = [], []
    for ring in rings:
        longitudes = [x for x, _ in ring]
        spans.append((min(longitudes), max(longitudes)))
        latitudes += [y for _, y in ring]
    spans.sort()
    west, east = spans[0][0], max(end for _, end in spans)
    widest_gap, reach = 360 - (east - west), spans[0][1]
    for start, end in spans[1:]:
        if start - reach > widest_gap:
            widest_gap, west, east = start - reach, start, reach
        reach = max(reach, end)
    return [west, min(latitudes), east, max(latitudes)]


class Outlines:
    """The outlines in *topology*, ``data/tables/outlines.json``, of the countries in *records*."""

    def __init__(self, topology: OutlineTopology, records: Sequence[Record]) -> None:
        self._topology = topology
        self._shapes = {shape["id"]: shape for shape in topology["objects"]["countries"]["geometries"]}
        self._values = {record.cca2: record.value for record in records}

    @cached_property
    def _arcs(self) -> list[list[Degrees]]:
        return decoded_arcs(self._topology, DECIMALS)

    @cached_property
    def topology(self) -> JsonObject:
        """The TopoJSON of all outlines; the countries have the properties of the GeoJSON."""
        objects = self._topology["objects"]
        countries = [
            {**shape, "properties": self._properties(shape["id"])} for shape in objects["countries"]["geometries"]
        ]
        collection = {"type": "GeometryCollection", "geometries": countries}
        return {**self._topology, "objects": {**objects, "countries": collection}}

    def feature(self, code: str) -> JsonObject:
        """Return the outline of a country as a GeoJSON Feature. Raises ``KeyError`` for a country without one."""
        shape = self._shapes[code]
        # Outer rings run clockwise in the topology, and counterclockwise in GeoJSON.
        polygons = [[joined(ring, self._arcs)[::-1] for ring in polygon] for polygon in polygons_of(shape)]
        coordinates = polygons if shape["type"] == "MultiPolygon" else polygons[0]
        return {
            "type": "Feature",
            "id": code,
            "bbox": bounding_box(ring for polygon in polygons for ring in polygon[:1]),
            "properties": self._properties(code),
            "geometry": {"type": shape["type"], "coordinates": coordinates},
        }

    def _properties(self, code: str) -> JsonObject:
        value = self._values[code]
        return {"cca2": code, "cca3": value["cca3"], "name": value["name"]["common"]}
