"""Reads ``data/tables/outlines.json``, the outlines of countries as quantized TopoJSON."""

from collections import Counter
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import Field, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from builder.api.dataset_files import Json
from builder.api.field_types import Alpha2
from builder.inputs.errors import Problem, refusals
from builder.inputs.json_files import parse_json

FILE = "tables/outlines.json"
Geometry = TypeVar("Geometry")
# Rings, each a list of the numbers of its arcs.
Polygon = Annotated[list[Annotated[list[int], Field(min_length=1)]], Field(min_length=1)]


class PolygonOutline(TypedDict):
    """The outline of a country, whose id is its alpha-2 code. A negative number in a ring is a reversed arc."""

    type: Literal["Polygon"]
    id: Alpha2
    arcs: Polygon


class MultiPolygonOutline(TypedDict):
    """The outline of a country that has several polygons."""

    type: Literal["MultiPolygon"]
    id: Alpha2
    arcs: Annotated[list[Polygon], Field(min_length=1)]


Outline = Annotated[PolygonOutline | MultiPolygonOutline, Field(discriminator="type")]


class DisputedBorder(TypedDict):
    """A border that a map draws dashed; its properties have the alpha-2 codes of both sides."""

    type: Literal["MultiLineString"]
    properties: Json
    arcs: Sequence[Sequence[int]]


class GeometryCollection(TypedDict, Generic[Geometry]):
    """Geometries of one kind."""

    type: Literal["GeometryCollection"]
    geometries: Sequence[Geometry]


class OutlineObjects(TypedDict):
    """The outlines of countries, and the disputed borders."""

    countries: GeometryCollection[Outline]
    disputed: GeometryCollection[DisputedBorder]


class Quantization(TypedDict):
    """The degrees of a step and of the origin of the grid, each as longitude and latitude."""

    scale: tuple[float, float]
    translate: tuple[float, float]


class OutlineTopology(TypedDict):
    """The content of the file. An arc has its first point, and then the differences between its points."""

    type: Literal["Topology"]
    transform: Quantization
    objects: OutlineObjects
    arcs: Sequence[Annotated[Sequence[tuple[float, float]], Field(min_length=1)]]


_MODEL = TypeAdapter(OutlineTopology)
NO_OUTLINES: OutlineTopology = {
    "type": "Topology",
    "transform": {"scale": (1, 1), "translate": (0, 0)},
    "objects": {
        "countries": {"type": "GeometryCollection", "geometries": []},
        "disputed": {"type": "GeometryCollection", "geometries": []},
    },
    "arcs": [],
}


def parse_topology(content: bytes, codes: Collection[str]) -> tuple[OutlineTopology, list[Problem]]:
    """Parse the *content* of the file to outlines and problems. An invalid file has no outlines.

    *codes* are the alpha-2 codes of countries that may have an outline.
    """
    problems: list[Problem] = []
    parse_json(FILE, content, problems)
    try:
        topology = _MODEL.validate_json(content, strict=True, extra="forbid")
    except ValidationError as error:
        return NO_OUTLINES, [*problems, *refusals(FILE, error)]
    return topology, [*problems, *_faults(topology, codes)]


def _faults(topology: OutlineTopology, codes: Collection[str]) -> Iterator[Problem]:
    count, shapes = len(topology["arcs"]), topology["objects"]["countries"]["geometries"]
    lines: list[tuple[str, Sequence[Sequence[int]]]] = [
        (shape["id"], polygon) for shape in shapes for polygon in polygons_of(shape)
    ]
    lines += [("disputed", border["arcs"]) for border in topology["objects"]["disputed"]["geometries"]]
    wrong = (name for name, rings in lines for ring in rings for arc in ring if not -count <= arc < count)
    for name in dict.fromkeys(wrong):
        yield Problem(FILE, name, f"names an arc that the file lacks; it has {count:,}")
    for name, times in Counter(shape["id"] for shape in shapes).items():
        if times > 1:
            yield Problem(FILE, name, f"has {times} outlines")
        if name not in codes:
            yield Problem(FILE, name, "is not the cca2 code of a country in the dataset")


def polygons_of(shape: Outline) -> list[Polygon]:
    """List the polygons of a shape."""
    return shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]


def without_shapes(topology: OutlineTopology, codes: Container[str]) -> OutlineTopology:
    """Return *topology* without the outlines and disputed borders of *codes*, and without arcs that are left unused."""
    countries, disputed = topology["objects"]["countries"], topology["objects"]["disputed"]
    shapes = [shape for shape in countries["geometries"] if shape["id"] not in codes]
    borders = [
        border
        for border in disputed["geometries"]
        if not any(side in codes for side in border["properties"].get("between", ()))
    ]
    rings: list[Sequence[int]] = [ring for shape in shapes for polygon in polygons_of(shape) for ring in polygon]
    rings += [ring for border in borders for ring in border["arcs"]]
    used = sorted({number if number >= 0 else ~number for ring in rings for number in ring})
    new_numbers = {old: new for new, old in enumerate(used)}
    new_numbers |= {~old: ~new for old, new in new_numbers.items()}
    return {
        **topology,
        "arcs": [topology["arcs"][number] for number in used],
        "objects": {
            "countries": {**countries, "geometries": [_with_new_numbers(shape, new_numbers) for shape in shapes]},
            "disputed": {**disputed, "geometries": [_with_new_numbers(border, new_numbers) for border in borders]},
        },
    }


def _with_new_numbers(value: Any, numbers: Mapping[int, int]) -> Any:
    if isinstance(value, dict):
        return {**value, "arcs": _with_new_numbers(value["arcs"], numbers)}
    return numbers[value] if isinstance(value, int) else [_with_new_numbers(member, numbers) for member in value]
