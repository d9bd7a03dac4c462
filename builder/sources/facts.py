"""Facts as sources give them and records as they grow, both plain values."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from builder.sources.package_archive import Archive

Record = dict[str, Any]
Records = dict[str, Record]


@dataclass(frozen=True)
class Fact:
    """One value, the year or date it holds for (empty where unknown), and when a live source gave it."""

    value: Any
    as_of: str = ""
    fetched_at: str = ""


# Facts by alpha-2 code and dotted field path.
Facts = dict[str, dict[str, Fact]]

# A reader sees the records merged so far, since some sources are keyed by what others supply (a capital, an item).
Reader = Callable[[Archive, Mapping[str, Record]], Facts]


def lookup(record: Mapping[str, Any], path: str) -> Any:
    """Value at a dotted path, ``None`` where there is none."""
    value: Any = record
    for key in path.split("."):
        if not isinstance(value, Mapping) or key not in value:
            return None
        value = value[key]
    return value


def store(record: Record, path: str, value: Any) -> None:
    """Put *value* at a dotted path, making the objects on the way."""
    *way, last = path.split(".")
    for key in way:
        record = record.setdefault(key, {})
    record[last] = value


def discard(record: Record, path: str) -> bool:
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


def leaves(value: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Walk every value that is not an object, with its dotted path."""
    for key, item in value.items():
        if isinstance(item, Mapping):
            yield from leaves(item, f"{prefix}{key}.")
        else:
            yield prefix + key, item
