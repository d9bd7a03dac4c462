"""Figures as people read them."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from builder.api.field_types import value_at
from builder.api.metrics import METRICS
from builder.api.number_format import rounded, spelled
from builder.extensions.tables.labels_and_columns import FIELDS
from tests.support.project import ROOT, WORLD

VECTORS = json.loads((ROOT / "tests/extensions/pages/rounding.json").read_bytes())


@pytest.mark.parametrize(("value", "digits", "text"), VECTORS)
def test_figures_are_rounded_to_what_people_say(value: float, digits: int, text: str) -> None:
    assert rounded(value, digits) == text


def test_exact_figures_keep_small_parts() -> None:
    assert spelled(1234.5678, 2) == "1,234.57"
    assert spelled(0.00031, 1) == "0.00031"


def shown_figures() -> Iterator[tuple[str, str, float]]:
    """Yield each figure of the shipped dataset as a tile and as a row of a country's page show it."""
    writers: list[tuple[str, Callable[[Any], str]]] = [(one.path, one.round) for one in METRICS]
    writers += [(field.path, field.write) for field in FIELDS if field.group]
    for file in sorted((WORLD / "countries").glob("*.json")):
        record = json.loads(file.read_bytes())
        for path, write in writers:
            value = value_at(record, path)
            if isinstance(value, int | float) and not isinstance(value, bool):
                yield f"{file.stem} {path}", write(value), value


def test_no_figure_above_zero_is_shown_as_zero() -> None:
    figures = list(shown_figures())
    assert len(figures) > 250 * len(METRICS)
    assert [name for name, text, value in figures if value and not re.search(r"[1-9]", text.rstrip("²"))] == []
