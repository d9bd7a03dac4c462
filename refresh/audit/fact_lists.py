"""Reads the lists of ``data/curated/facts/``: plausible bounds, areas of land, and exceptions with their reasons."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, cast

from pydantic import AfterValidator
from typing_extensions import TypedDict

from refresh.data_files import read_json


def _ascending(bounds: tuple[float, float]) -> tuple[float, float]:
    if bounds[0] > bounds[1]:
        raise ValueError("must be the least and then the greatest value")
    return bounds


class PlausibleBounds(TypedDict):
    """The content of ``bounds.json``.

    It has the number of members of the UN, the greatest distance between a country's point and its capital, and the
    least and greatest plausible value of each figure, by dot path.
    """

    unMembers: int
    kilometresToCapital: int | float
    figures: Mapping[str, Annotated[tuple[int | float, int | float], AfterValidator(_ascending)]]


class LandSum(TypedDict):
    """The expected sum of the areas of one or more records, in square kilometres, and the reason for it."""

    records: Sequence[str]
    area: int | float
    why: str


class WorldLand(TypedDict):
    """The least and the greatest sum of all areas, in square kilometres, and why."""

    least: int
    greatest: int
    why: str


class LandList(TypedDict):
    """The content of ``land.json``."""

    sums: Sequence[LandSum]
    world: WorldLand


class OutsidePoint(TypedDict):
    """A point (latitude and longitude) that lies outside the outline of its country, and why."""

    point: tuple[float, float]
    why: str


FactLists = TypedDict(
    "FactLists",
    {
        "bounds": PlausibleBounds,
        "economy": Mapping[str, str],
        "land": LandList,
        "outside-outline": Mapping[str, Mapping[str, OutsidePoint]],
    },
)
FACT_LIST_TYPES: Mapping[str, type] = FactLists.__annotations__
"""The type of each list, by the name of its file."""


def read_fact_lists(data: Path) -> FactLists:
    """Read the lists in the dataset *data*. Raises ``InputError`` for a list that does not have its type."""
    read: dict[str, object] = {
        name: read_json(data / "curated" / "facts" / f"{name}.json", model) for name, model in FACT_LIST_TYPES.items()
    }
    return cast("FactLists", read)
