"""``countries.csv`` after RFC 4180: a header line, one line a country, UTF-8.

Elements of a list are separated by a semicolon; a boolean is ``true`` or ``false``; what is unknown is empty; an object
that ``--fields`` named is JSON.
"""

import csv
import io
from pathlib import Path
from typing import Any

import orjson

from builder.commands.export.columns import COLUMNS
from builder.commands.export.records import Exported, write_whole
from builder.tables.field_paths import value_at


def write(exported: Exported, folder: Path) -> Path:
    """Write the stated columns or, where fields were named, one column a path."""
    text = io.StringIO(newline="")
    rows = csv.writer(text, lineterminator="\r\n")
    if paths := exported.paths:
        rows.writerow(paths)
        rows.writerows([format_cell(value_at(record, path)) for path in paths] for record in exported.values)
    else:
        rows.writerow([column.name for column in COLUMNS])
        rows.writerows([format_cell(column.value(record)) for column in COLUMNS] for record in exported.values)
    return write_whole(folder / "countries.csv", text.getvalue().encode())


def format_cell(value: Any) -> str:
    """Spell a value as the text of a cell. Raises ``ValueError`` for a list whose elements hold the separator."""
    match value:
        case None:
            return ""
        case str():
            return value
        case [*elements] if all(isinstance(element, str | int | float) for element in elements):
            texts = list(map(format_cell, elements))
            if any(";" in text for text in texts):
                raise ValueError(f"{texts} holds a semicolon, which separates the elements of a list")
            return ";".join(texts)
        case _:
            return orjson.dumps(value).decode()
