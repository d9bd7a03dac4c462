"""Finds the country of the shipped outlines that contains a point."""

import json
from collections.abc import Sequence
from functools import cache

from builder.extensions.tables.outline_geometry import Degrees
from refresh.audit.points import encloses, rings_by_code
from tests.support.project import ROOT


@cache
def _rings() -> dict[str, list[list[Degrees]]]:
    """Decode every ring of the outlines, by alpha-2 code."""
    return rings_by_code(json.loads((ROOT / "data" / "tables" / "outlines.json").read_text("utf-8")))


def shape_at(point: Sequence[float]) -> str:
    """Return the code of the country around *point* (longitude, latitude), or "" on the sea."""
    return next((code for code, rings in _rings().items() if encloses(rings, *point)), "")
