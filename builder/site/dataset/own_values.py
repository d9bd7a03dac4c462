"""Reads the values of the owner's fields: a file ``fields/<name>.csv`` for each, with at most a line for a country."""

import csv
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import orjson
from pydantic import TypeAdapter

from builder.api.own_fields import OwnField, OwnFields, type_of
from builder.api.types import OwnValue
from builder.inputs.errors import Problem
from builder.site.dataset.part_of_world import find_country

_COLUMNS = ("code", "value", "year", "source")
_ALLOWED = {
    "integer": "write digits alone, such as 1200",
    "number": "write digits with a point for decimals, such as 1200.5: 0, or a size from 0.0001 to below 1e15",
    "boolean": "write true or false",
    "list": "write distinct texts of characters that can be printed, with a semicolon between them",
    "text": "it must be in Unicode form NFC, without double spaces and characters that cannot be printed",
}


def read_own_values(
    folder: Path, fields: OwnFields, codes: Mapping[str, str], left_out: Collection[str], problems: list[Problem]
) -> dict[str, dict[str, OwnValue]]:
    """Read the values of *fields* from *folder*, by field and alpha-2 code; faults are added to *problems*.

    *codes* maps every code of a country to its alpha-2 code; lines of countries that are *left_out* are not used.
    """
    on_site = {*codes.values()} - {*left_out}
    values: dict[str, dict[str, OwnValue]] = {}
    for path in sorted(folder.glob("*.csv")):
        if path.stem not in fields:
            message = f"is not declared; add [fields.{path.stem}] to the configuration"
            problems.append(Problem(f"{folder.name}/{path.name}", "", message))
    for name, declared in fields.items():
        path = folder / f"{name}.csv"
        found: list[Problem] = []
        by_code = _values(path, declared, codes, found)
        if declared.metric and not (found or on_site & by_code.keys()):
            message = f"has no value for any country of the site; add one, or set metric = false for {name}"
            found.append(Problem(f"{folder.name}/{path.name}", "", message))
        problems += found
        values[name] = {code: by_code[code] for code in sorted(on_site & by_code.keys())}
    return values


def _values(path: Path, declared: OwnField, codes: Mapping[str, str], problems: list[Problem]) -> dict[str, OwnValue]:
    """Read the value of each country that has a value, by alpha-2 code."""
    file, model = f"{path.parent.name}/{path.name}", TypeAdapter(type_of(declared))
    values: dict[str, OwnValue] = {}
    lines: dict[str, int] = {}

    def add_problem(line: int, column: str, message: str) -> None:
        problems.append(Problem(file, f"line {line}, {column}", message))

    for line, row in _rows(path, file, problems):
        text, year = row["value"], row.get("year", "")
        code = find_country(codes, row["code"])
        if not code:
            add_problem(line, "code", f'"{row["code"]}" is the code of no country; write a cca2, cca3 or ccn3 code')
        elif code in lines:
            add_problem(line, "code", f"{code} is in line {lines[code]} already; remove one of these lines")
        lines.setdefault(code, line)
        if year and not (year.isdecimal() and len(year) == 4):
            add_problem(line, "year", f'"{year}" is no year of four digits')
        try:
            value = model.validate_python(_parsed(declared.type, text), strict=True) if text else None
        except ValueError:
            add_problem(line, "value", f'"{text}" is no {declared.type}; {_ALLOWED[declared.type]}')
            continue
        if text:
            values[code] = OwnValue(value, year, row.get("source", ""))
    return values


def _parsed(kind: str, text: str) -> object:
    """Read a value. Raises ``ValueError`` for a number or boolean that is not JSON. The case of TRUE does not count."""
    if kind == "list":
        return [part.strip() for part in text.split(";") if part.strip()]
    return text if kind == "text" else orjson.loads(text.lower())


def _rows(path: Path, file: str, problems: list[Problem]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the number and the stripped cells of each line; a cell can be empty. A byte order mark is skipped."""
    try:
        reader = csv.DictReader(path.read_text("utf-8-sig").splitlines(keepends=True), strict=True)
        unknown = [name for name in reader.fieldnames or () if name not in _COLUMNS]
        if unknown or not {"code", "value"} <= {*(reader.fieldnames or ())}:
            message = f"has the columns {', '.join(reader.fieldnames or ())}; they must be code,value"
            problems.append(Problem(file, "line 1", f"{message}, and year and source if there are any"))
            return
        for row in reader:
            if None in row or None in row.values():
                message = f"has another number of cells than line 1, which has {len(reader.fieldnames or ())}"
                problems.append(Problem(file, f"line {reader.line_num}", message))
            else:
                yield reader.line_num, {name: cell.strip() for name, cell in row.items()}
    except FileNotFoundError:
        problems.append(Problem(file, "", "is missing; write the line code,value and at most one for each country"))
    except (csv.Error, OSError, UnicodeDecodeError) as error:
        problems.append(Problem(file, "", f"cannot be read as CSV in UTF-8: {error}"))
