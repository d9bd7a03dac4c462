"""``countries.csv`` (RFC 4180): a header line and one line for each country, in UTF-8.

List elements are separated by semicolons, booleans are ``true`` or ``false``, unknown values are empty.
``builder/api/shown_fields.py`` declares the columns.
"""

from collections.abc import Sequence
from typing import Any

import orjson

from builder.api.record_model import Country
from builder.api.shown_fields import COLUMNS
from builder.tabular.cells import csv_file


def csv_body(values: Sequence[Country]) -> bytes:
    """Write a row for each record."""
    rows = ([format_cell(column.value(record)) for column in COLUMNS] for record in values)
    return csv_file([column.name for column in COLUMNS], rows)


def format_cell(value: Any) -> str:
    """Format a value as the text of a cell. Raises ``ValueError`` when a list element contains a semicolon."""
    match value:
        case None:
            return ""
        case str():
            return value
        case [*elements] if all(isinstance(element, str | int | float) for element in elements):
            texts = list(map(format_cell, elements))
            if any(";" in text for text in texts):
                raise ValueError(f"{texts} contains a semicolon, which separates the elements of a list")
            return ";".join(texts)
        case _:
            return orjson.dumps(value).decode()
