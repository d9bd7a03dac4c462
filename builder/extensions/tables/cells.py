"""Writes the values of a table: for people, and as CSV (RFC 4180)."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

import orjson

# The most elements of a list in a cell for people.
_MOST_ITEMS = 8


def cell_text(value: Any) -> str:
    """Write *value* as text. A long list of texts is cut, and ends with the number of elements left out."""
    match value:
        case None | []:
            return ""
        case bool():
            return "yes" if value else "no"
        case dict():
            return ", ".join(filter(None, map(cell_text, value.values())))
        case [dict(), *_]:
            return "; ".join(map(cell_text, value))
        case list():
            shown = ", ".join(value[:_MOST_ITEMS])
            return shown if len(value) <= _MOST_ITEMS else f"{shown} and {len(value) - _MOST_ITEMS} more"
        case _:
            return str(value)


def csv_file(names: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    """Write a line of *names* and the *rows*, in UTF-8; null is an empty cell, and objects are JSON.

    Semicolons separate the elements of a list. Raises ``ValueError`` if an element contains a semicolon.
    """
    text = io.StringIO(newline="")
    lines = csv.writer(text, lineterminator="\r\n")
    lines.writerow(names)
    lines.writerows(zip(*map(_csv_column, zip(*rows, strict=True)), strict=True))
    return text.getvalue().encode()


def _csv_column(column: Sequence[Any]) -> Sequence[str | None]:
    """Write the cells of a column. If one number is a float, all are: programs guess the type from the first cells."""
    types = {*map(type, column)}
    if types <= {str, type(None)}:
        return column
    return [_csv_cell(float(value) if float in types and type(value) is int else value) for value in column]


def _csv_cell(value: Any) -> str | None:
    match value:
        case None | str():
            return value
        case [*elements] if dict not in map(type, elements):
            texts = [*map(str, elements)]
            if ";" in "".join(texts):
                raise ValueError(f"{texts} contains a semicolon, which separates the elements of a list")
            return ";".join(texts)
        case _:
            return orjson.dumps(value).decode()
