"""A second list of populations of capitals, which confirms the undated figures of GeoNames."""

from collections.abc import Mapping
from pathlib import Path

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict

from builder.refresh.json_files import read_json

# Undated figures of two lists that differ by more are of other years, or of another area than the city.
_TOLERANCE = 0.15

# Population and year, which is empty when unknown, by alpha-2 code.
SecondList = Mapping[str, tuple[int, str]]


@with_config(ConfigDict(extra="forbid"))
class ComparedList(TypedDict):
    """A list to hold figures against: what it is, where it is from, and its values by alpha-2 code."""

    title: str
    sources: list[str]
    values: dict[str, tuple[int, str]]


def read_second_list(data: Path) -> SecondList:
    """Read ``data/curated/capital-second-list.json``."""
    return read_json(data / "curated" / "capital-second-list.json", ComparedList)["values"]


def near(one: float, other: float) -> bool:
    """Whether two populations of a city agree."""
    return abs(one - other) <= _TOLERANCE * max(one, other)
