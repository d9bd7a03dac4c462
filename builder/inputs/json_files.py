"""Reads JSON strictly: an object must not have a key twice, and a text no character that cannot be printed."""

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn, cast

from builder.api.field_types import CONTROL
from builder.api.types import digest
from builder.inputs.errors import Problem
from builder.inputs.reuse import reused

# A file with such a character has one of these byte sequences. The values of other files are not examined.
_SUSPECT = re.compile(rb"\\[bfrtu]|\x7f|\xc2[\x80-\x9f]|\xef\xbf[\xbe\xbf]")


def parse_json(file: str, content: bytes, problems: list[Problem]) -> Any:
    """Return the value in *file*. If it has faults, add them to *problems* and return None."""
    twice: list[str] = []

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        unique = dict(pairs)
        if len(unique) < len(pairs):
            keys = [key for key, _ in pairs]
            twice.extend(key for key in unique if keys.count(key) > 1)
        return unique

    found: list[Problem] = []
    try:
        value = json.loads(content.decode(), object_pairs_hook=members, parse_constant=_refuse_constant)
        found += [Problem(file, key, "is a key of the same object twice; remove one") for key in dict.fromkeys(twice)]
        if _SUSPECT.search(content):
            found += [
                Problem(file, place, "contains a character that cannot be printed") for place in _unprintable(value, "")
            ]
    except json.JSONDecodeError as error:
        found = [Problem(file, f"line {error.lineno}", f"is not JSON: {error.msg}")]
    except (ValueError, RecursionError) as error:
        found = [Problem(file, "", f"is not JSON: {error}")]
    problems += found
    return None if found else value


def parse_object(file: str, content: bytes, problems: list[Problem]) -> dict[str, object] | None:
    """Return the object in *file*. If it has faults or is not an object, add that to *problems* and return None."""

    def parsed() -> tuple[Any, list[Problem]]:
        found: list[Problem] = []
        return parse_json(file, content, found), found

    value, found = reused((file, digest(content)), parsed)
    problems += found
    if value is not None and not isinstance(value, dict):
        problems.append(Problem(file, "", "must be a JSON object"))
        return None
    return cast("dict[str, object] | None", value)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _unprintable(value: Any, place: str) -> Iterator[str]:
    if isinstance(value, dict | list):
        for key, member in value.items() if isinstance(value, dict) else enumerate(value):
            inner = f"{place}.{key}" if place else str(key)
            yield from _unprintable(str(key), inner)
            yield from _unprintable(member, inner)
    # A line break can be in the text of a licence.
    elif isinstance(value, str) and CONTROL.search(value.replace("\n", "")):
        yield place
