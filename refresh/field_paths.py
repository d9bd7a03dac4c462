"""Stores, removes and lists values by the dot paths of fields, and lists names."""

from collections.abc import Iterator, Mapping
from typing import Any

from builder.api.record_model import NativeName
from refresh.refresh_types import StoredRecord


def store(record: Mapping[str, object], path: str, value: object) -> None:
    """Store *value* at a dot path of a dictionary; create missing objects."""
    *way, last = path.split(".")
    inner: Any = record
    for key in way:
        inner = inner.setdefault(key, {})
    inner[last] = value


def discard(record: Mapping[str, object], path: str) -> bool:
    """Remove the value at a dot path of a dictionary, and objects that become empty; return whether it was there."""
    key, _, rest = path.partition(".")
    values: Any = record
    if key not in values:
        return False
    if not rest:
        del values[key]
        return True
    found = isinstance(values[key], dict) and discard(values[key], rest)
    if found and not values[key]:
        del values[key]
    return found


def leaves(value: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every value that is not an object, with its dot path."""
    for key, item in value.items():
        if isinstance(item, dict):
            yield from leaves(item, f"{prefix}{key}.")
        else:
            yield prefix + key, item


def translated_names(record: StoredRecord) -> Iterator[tuple[str, str, NativeName]]:
    """Yield path, language and forms of each name in a language other than English, and of each native name."""
    for key, name in record.get("translations", {}).items():
        yield f"translations.{key}", key, name
    for key, name in record["name"].get("native", {}).items():
        yield f"name.native.{key}", key, name
