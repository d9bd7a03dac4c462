"""A second list of populations of capitals, which confirms the undated figures of GeoNames."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

# Undated figures of two lists that differ by more are of other years, or of another area than the city.
_TOLERANCE = 0.15

# Population and year, which is empty when unknown, by alpha-2 code.
SecondList = Mapping[str, Sequence[Any]]


def read_second_list(data: Path) -> SecondList:
    """Read ``data/curated/capital-second-list.json``."""
    values: SecondList = json.loads((data / "curated" / "capital-second-list.json").read_text("utf-8"))["values"]
    return values


def near(one: float, other: float) -> bool:
    """Whether two populations of a city agree."""
    return abs(one - other) <= _TOLERANCE * max(one, other)
