"""Reads the JSON files of ``data/`` that only a refresh and other tools read, and validates them by declared types."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from builder.problems import InputError, Problem, refusals

_Content = TypeVar("_Content")


def json_files(folder: Path) -> Iterator[Path]:
    """Yield the JSON files in *folder* by name. A name that begins with a dot is a lock or has attributes of a file."""
    yield from sorted(path for path in folder.glob("*.json") if not path.name.startswith("."))


def read_json(path: Path, kind: type[_Content]) -> _Content:
    """Read the file *path*, whose content is a *kind*. Raises ``InputError`` with every problem.

    A key that *kind* does not declare is one.
    """
    try:
        return TypeAdapter(kind).validate_json(path.read_bytes(), strict=True, extra="forbid")
    except FileNotFoundError:
        raise InputError([Problem(path.name, "", "does not exist")], f"Expected at {path.parent}.") from None
    except ValidationError as error:
        raise InputError(refusals(path.name, error), f"Correct the file in {path.parent}.") from None
