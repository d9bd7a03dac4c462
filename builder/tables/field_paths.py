"""Dotted paths of fields: a value is found, put, taken out and listed by them, here and nowhere else."""

from collections.abc import Iterator, Mapping
from typing import Any


def value_at(record: Mapping[str, object], path: str) -> Any:
    """Value at a dotted path through objects and arrays, ``None`` where there is none."""
    value: Any = record
    for key in path.split("."):
        if isinstance(value, Mapping):
            value = value.get(key)
        elif isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value


def store(record: dict[str, Any], path: str, value: Any) -> None:
    """Put *value* at a dotted path, making the objects on the way."""
    *way, last = path.split(".")
    for key in way:
        record = record.setdefault(key, {})
    record[last] = value


def discard(record: dict[str, Any], path: str) -> bool:
    """Take the value at a dotted path out, with every object that it leaves empty; tell whether there was one."""
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
    """Walk every value that is not an object, with its dotted path."""
    for key, item in value.items():
        if isinstance(item, Mapping):
            yield from leaves(item, f"{prefix}{key}.")
        else:
            yield prefix + key, item
