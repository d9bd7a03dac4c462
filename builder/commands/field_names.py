"""Judges the option --fields: each path must be one that a record of the dataset has."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from builder.api.record_fields import Country
from builder.input_errors import Problem, refuse


def wanted_paths(fields: str) -> tuple[str, ...]:
    """Split the option into its distinct paths; none means all fields, as ``*`` does."""
    paths = tuple(dict.fromkeys(path.strip() for path in fields.split(",") if path.strip()))
    return () if "*" in paths else paths


def refuse_unknown_fields(paths: Iterable[str], records: Iterable[Country]) -> None:
    """Raise ``InputError`` with each of *paths* that none of *records* has, and similar ones that they have."""
    known = {path for record in records for path in _paths(record)}
    problems = []
    for path in paths:
        if path not in known:
            # In the order of similarity; a slip is often one of upper and lower case.
            lower = {name.lower(): name for name in known}
            last = {name.rpartition(".")[2].lower(): name for name in sorted(known, key=len, reverse=True)}
            near = [{**last, **lower}[name] for name in get_close_matches(path.lower(), [*lower, *last], 3, 0.7)]
            message = "is no field of any record"
            advice = f"; similar are {', '.join(dict.fromkeys(near))}" if near else ""
            problems.append(Problem("--fields", path, message + advice))
    refuse(problems, "The page on fields of the documents lists them; so does countries show jp --json.")


def _paths(value: Any, prefix: str = "") -> Iterator[str]:
    """Yield the dot paths of an object, through arrays."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield prefix + name
            yield from _paths(item, f"{prefix}{name}.")
    elif isinstance(value, list):
        for item in value:
            yield from _paths(item, prefix)
