"""Reads JSON as strictly as the files of ``data/`` need it: no key twice, no text that is endless or unprintable."""

import json
import re
from collections.abc import Iterator
from typing import Any

import orjson

from builder.inputs.errors import Problem

_LONGEST = 50_000
# Neither XML nor a terminal can have these. A line break can be in the text of a licence.
_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ufffe\uffff]")
# Bytes of every file that has such a character or a long text. The values of files without them are not examined.
_SUSPECT = (
    re.compile(rb"\\[bfrtu]"),
    re.compile(rb"\x7f|\xc2[\x80-\x9f]|\xef\xbf[\xbe\xbf]"),
    re.compile(rb'"[^"\n]{50000}'),
)


def parse_json(file: str, content: bytes, problems: list[Problem]) -> Any:
    """Return the value in *file*. If it has faults, all are added to *problems*, and nothing is returned."""
    twice: list[str] = []
    found: list[Problem] = []
    try:
        value = orjson.loads(content)
        # The strict parser takes the last of two equal keys.
        json.loads(content, object_pairs_hook=lambda members: twice.extend(_repeated(members)))
        found += [Problem(file, key, "is twice a key of one object; remove one") for key in dict.fromkeys(twice)]
        if any(suspect.search(content) for suspect in _SUSPECT):
            found += [Problem(file, place, message) for place, message in _faults(value, "")]
    except orjson.JSONDecodeError as error:
        found = [Problem(file, f"line {error.lineno}", f"is not JSON: {error.msg}")]
    except (ValueError, RecursionError) as error:
        found = [Problem(file, "", f"is not JSON: {error}")]
    problems += found
    return None if found else value


def parse_object(file: str, content: bytes, problems: list[Problem]) -> dict[str, object] | None:
    """Return the object in *file*. If it has faults or is another value, these are added to *problems*."""
    value = parse_json(file, content, problems)
    if value is not None and not isinstance(value, dict):
        problems.append(Problem(file, "", "must hold a JSON object"))
        return None
    return value


def _repeated(members: list[tuple[str, Any]]) -> list[str]:
    keys = [key for key, _ in members]
    return [key for key in dict.fromkeys(keys) if keys.count(key) > 1] if len({*keys}) < len(keys) else []


def _faults(value: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict | list):
        for key, member in value.items() if isinstance(value, dict) else enumerate(value):
            inner = f"{place}.{key}" if place else str(key)
            yield from _faults(str(key), inner)
            yield from _faults(member, inner)
    elif isinstance(value, str) and _CONTROL.search(value):
        yield place, "contains a control character"
    elif isinstance(value, str) and len(value) > _LONGEST:
        yield place[:_LONGEST], f"has {len(value):,} characters; at most {_LONGEST:,} are read"
