"""Dot paths of fields: read, store, remove and list values."""

from collections.abc import Iterator, Mapping
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


def store(record: dict[str, Any], path: str, value: Any) -> None:
    """Store *value* at a dot path; create missing objects."""
    *way, last = path.split(".")
    for key in way:
        record = record.setdefault(key, {})
    record[last] = value


def discard(record: dict[str, Any], path: str) -> bool:
    """Remove the value at a dot path, and objects that become empty; return whether there was a value."""
    key, _, rest = path.partition(".")
    if key not in record:
        return False
    if not rest:
        del record[key]
        return True
    found = isinstance(record[key], dict) and discard(record[key], rest)
    if found and not record[key]:
        del record[key]
    return found


def leaves(value: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every value that is not an object, with its dot path."""
    for key, item in value.items():
        if isinstance(item, dict):
            yield from leaves(item, f"{prefix}{key}.")
        else:
            yield prefix + key, item
