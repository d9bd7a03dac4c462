"""The outlines of countries as GeoJSON (RFC 7946) and as TopoJSON, from the topology of the dataset."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from builder.api.types import JsonObject, Record
from builder.extensions.tables.arcs import Arcs, bounding_box, joined
from builder.extensions.tables.models.outlines import DECIMALS
from builder.extensions.tables.topology import MultiPolygonOutline, OutlineTopology, PolygonOutline, polygons_of


class Outlines:
    """The outlines of the countries in *records*; *topology* is ``data/tables/outlines.json``."""

    def __init__(self, topology: OutlineTopology, records: Sequence[Record]) -> None:
        self._topology = topology
        self._arcs = Arcs(topology, DECIMALS)
        self._values = {record.cca2: record.value for record in records}

    @cached_property
    def topology(self) -> JsonObject:
        """The TopoJSON of all outlines; the countries have the properties of the GeoJSON."""
        objects = self._topology["objects"]
        countries = [
            {**shape, "properties": self._properties(shape["id"])}
            for shape in objects["countries"]["geometries"]
            if shape["id"] in self._values
        ]
        collection = {"type": "GeometryCollection", "geometries": countries}
        return {**self._topology, "objects": {**objects, "countries": collection}}

    @cached_property
    def _shapes(self) -> Mapping[str, PolygonOutline | MultiPolygonOutline]:
        return {shape["id"]: shape for shape in self._topology["objects"]["countries"]["geometries"]}

    def feature(self, code: str) -> JsonObject:
        """Return the outline of a country as a GeoJSON Feature. Raises ``KeyError`` for a country without one."""
        shape = self._shapes[code]
        # The topology has outer rings clockwise.
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
