"""Reads the rows of countries in a table of a pinned file."""

import csv
import io
from collections.abc import Collection, Mapping, Sequence

from builder.inputs.errors import InputError, Problem, refuse


def country_rows(
    path: str,
    content: bytes,
    columns: Sequence[str],
    codes: Mapping[str, str],
    areas: Collection[str],
    *,
    delimiter: str = ",",
) -> list[tuple[str, dict[str, str]]]:
    """Return the rows of countries in the file *path*, each with its alpha-2 code.

    The first of the *columns* has a code that *codes* maps to the alpha-2 code, the second has a name. Raises
    ``InputError`` if a column is missing or a row is cut off, and with each code that is neither in *codes* nor in
    *areas*.
    """
    if not content.endswith(b"\n"):
        raise InputError([Problem(path, "", "ends in the middle of a line")], "data/ is unchanged.")
    reader = csv.DictReader(io.StringIO(content.decode(), newline=""), delimiter=delimiter)
    missing = [column for column in columns if column not in (reader.fieldnames or ())]
    refuse((Problem(path, column, "is a column that the file lacks") for column in missing), "data/ is unchanged.")
    rows: list[tuple[str, dict[str, str]]] = []
    unknown: set[Problem] = set()
    for row in reader:
        if None in row or None in row.values():
            problem = Problem(path, f"line {reader.line_num}", "has not as many columns as the first line")
            raise InputError([problem], "data/ is unchanged.")
        code, name = (row[column] for column in columns[:2])
        if code in codes:
            rows.append((codes[code], row))
        elif code not in areas:
            unknown.add(Problem(path, code, f"is not the code of a country ({name})"))
    refuse(unknown, "data/ is unchanged. Add areas that are not countries to data/curated/areas.json.")
    return rows
