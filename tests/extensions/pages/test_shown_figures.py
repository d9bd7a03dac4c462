"""The values of all countries as tiles and tables show them."""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from builder.api.field_types import value_at
from builder.extensions.pages.field_labels import list_fields
from builder.extensions.pages.metric_values import rounded_value
from tests.support.project import WORLD
from tests.support.values import INTERFACE


def shown_values() -> Iterator[tuple[str, str, float]]:
    """Yield each number of the dataset twice: as the tile and as the row of the page of its country show it."""
    writers: list[tuple[str, Callable[[Any], str]]] = [
        (one.path, partial(rounded_value, metric=one)) for one in INTERFACE.metrics
    ]
    writers += [(field.path, field.write) for field in list_fields({}) if field.group]
    for file in sorted((WORLD / "countries").glob("*.json")):
        record = json.loads(file.read_bytes())
        for path, write in writers:
            value = value_at(record, path)
            if isinstance(value, int | float) and not isinstance(value, bool):
                yield f"{file.stem} {path}", write(value), value


def test_no_value_above_zero_is_shown_as_zero() -> None:
    values = list(shown_values())
    assert len(values) > 250 * len(INTERFACE.metrics)
    assert [name for name, text, value in values if value and not re.search(r"[1-9]", text.rstrip("²"))] == []
