"""Dot paths of fields."""

from collections.abc import Mapping
from typing import Any


def value_at(record: Mapping[str, object], path: str) -> Any:
    """Return the value at a dot path through objects and arrays, ``None`` when it is absent."""
    value: Any = record
    for key in path.split("."):
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value
