"""Reads the rows of the tables from ``data/tables/`` and validates them."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Generic, NamedTuple, NotRequired, TypeVar

import orjson
from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypedDict

from builder.api.sources import sources_by_id
from builder.api.types import Dataset, JsonObject, TableCorrection, digest
from builder.extensions.tables.models import TABLES
from builder.extensions.tables.provenance import Provenance, read_provenance
from builder.extensions.tables.table import RowInputs, Table, TableRows
from builder.extensions.tables.topology import FILE as OUTLINES
from builder.extensions.tables.topology import OutlineTopology, read_topology, without_shapes
from builder.inputs.errors import InputError, Problem, refusals, refuse
from builder.inputs.json_files import parse_json
from builder.inputs.reuse import reused

Row = TypeVar("Row")
FOLDER = "tables"
_ADVICE = "Nothing was written. Correct these files; countries init --with-data writes those that are shipped."


class _TableContent(TypedDict, Generic[Row]):
    """The content of a file: rows, and the hashes of the files from which a refresh made them."""

    rows: list[Row]
    sha256: NotRequired[dict[str, str]]


class LoadedTables(NamedTuple):
    """Every table with its rows, the outlines of countries, and the source of each value of the records."""

    rows: tuple[TableRows, ...]
    topology: OutlineTopology
    provenance: Provenance


def load_tables(data: Path, dataset: Dataset | None) -> LoadedTables:
    """Read the provenance and every stored table in the folder *data*, and compute the other tables from the *dataset*.

    *dataset* is ``None`` if it is invalid. Then the names of files in ``countries/`` say which countries there are,
    sources are not checked, and the computed tables are empty.

    Raises ``InputError`` with every missing file, every invalid row, every code or source that the dataset lacks, and
    every duplicate key.
    """
    folder = data / FOLDER
    problems: list[Problem] = []
    codes_of_files = {path.stem.upper() for path in (data / "countries").glob("*.json")}
    codes = {record.cca2 for record in dataset.records} if dataset else codes_of_files
    known_codes = codes | codes_of_files
    sources = sources_by_id(dataset.sources) if dataset else None
    left_out = dataset.left_out if dataset else set[str]()
    corrections = dataset.own.table_corrections if dataset else ()
    stored = {
        table.name: _without_left_out(
            _with_corrections(_read(table, folder, known_codes, problems), corrections, problems), left_out
        )
        for table in TABLES
        if not table.make_rows
    }
    topology = read_topology(data, known_codes, problems)
    provenance = read_provenance(data, dataset, problems)
    names = {Path(OUTLINES).name, *(f"{name}.json" for name in stored)}
    problems += [
        Problem(f"{FOLDER}/{path.name}", "", "belongs to no table; remove the file")
        for path in sorted(folder.glob("*.json"))
        if path.name not in names and not path.name.startswith(".")
    ]
    problems += [
        Problem("sources.json", name, f'is missing, and the table {table.name} has this source; add it under "tables"')
        for table in TABLES
        for name in table.sources
        if sources is not None and name not in sources
    ]
    problems += [
        Problem(row.file, row.place, f'"{row.table}" is no table that can be corrected; these are {", ".join(stored)}')
        for row in corrections
        if row.table not in stored
    ]
    refuse(problems, _ADVICE)
    outlines = without_shapes(topology, left_out) if left_out else topology
    inputs = RowInputs(dataset, provenance, stored, outlines) if dataset else None
    tables = tuple(stored.get(table.name) or _computed(table, inputs) for table in TABLES)
    return LoadedTables(tables, outlines, provenance)


def _with_corrections(table: TableRows, corrections: Iterable[TableCorrection], problems: list[Problem]) -> TableRows:
    """Return *table* with the corrections of the owner; a correction without effect is a problem."""
    own = [correction for correction in corrections if correction.table == table.table.name]
    if not own:
        return table
    rows = [dict(row) for row in table.rows]
    for correction in own:
        faults = _correct(table.table, rows, correction)
        problems += [Problem(correction.file, correction.place, fault) for fault in faults]
    return TableRows(table.table, rows, digest(orjson.dumps(rows)), is_corrected=True)


def _correct(table: Table, rows: Iterable[dict[str, Any]], correction: TableCorrection) -> Iterator[str]:
    """Correct the row that *correction* names; yield what is wrong with it."""
    matches = [row for row in rows if row.items() >= correction.key.items()]
    column = correction.column
    if len(matches) != 1 or correction.key.keys() != {*table.key}:
        yield f"names {len(matches)} rows of {table.name}; its key is {', '.join(table.key)}"
    elif column not in matches[0]:
        yield f'"{column}" is no column of {table.name}; these are {", ".join(matches[0])}'
    elif matches[0][column] == correction.value:
        yield f"has no effect: {column} has this value already; remove it"
    else:
        matches[0][column] = correction.value
        try:
            TypeAdapter(table.row_model).validate_json(orjson.dumps(matches[0]), strict=True)
        except ValidationError as error:
            yield from (problem.message for problem in refusals(correction.file, error))


def _without_left_out(table: TableRows, left_out: Collection[str]) -> TableRows:
    """Return *table* without the codes of the countries that the site leaves out."""
    if not left_out:
        return table
    rows = [row for row in map(partial(without_countries, table.table, left_out), table.rows) if row]
    return replace(table, rows=rows, revision=digest(orjson.dumps(rows)))


def without_countries(table: Table, left_out: Collection[str], row: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return *row* of *table* without the codes in *left_out*; ``None`` if these are its key or all of a list."""
    rest = dict(row)
    for column in table.country_columns:
        value = row[column.name]
        if column.type == "text" and value in left_out:
            if column.name in table.key:
                return None
            rest[column.name] = None
        elif column.type == "list" and value:
            rest[column.name] = [code for code in value if code not in left_out]
        elif column.members:
            codes = [member.name for member in column.members if member.is_country]
            rest[column.name] = [item for item in value or () if not any(item[code] in left_out for code in codes)]
        if value and isinstance(value, list) and not rest[column.name]:
            return None
    return rest


def _computed(table: Table, inputs: RowInputs | None) -> TableRows:
    rows = sorted(table.make_rows(inputs), key=table.key_of) if table.make_rows and inputs else []
    return TableRows(table, rows, digest(orjson.dumps(rows)))


def _read(table: Table, folder: Path, codes: Collection[str], problems: list[Problem]) -> TableRows:
    file = f"{FOLDER}/{table.name}.json"
    path = folder / f"{table.name}.json"
    if not path.exists():
        problems.append(Problem(file, "", "is missing"))
        return TableRows(table, (), "")
    content = path.read_bytes()
    key = (file, digest(content), frozenset(codes))
    rows, found = reused(key, partial(_parsed, table, file, content, codes))
    problems += found
    return rows


def _parsed(table: Table, file: str, content: bytes, codes: Collection[str]) -> tuple[TableRows, list[Problem]]:
    """Parse the *content* of a file; an invalid one has no rows. Return its problems, too."""
    try:
        rows, revision = _rows(table, content)
    except InputError as error:
        problems = [problem._replace(file=file) for problem in error.problems]
        problems += _unknown_codes(table, file, _rows_of_invalid_file(content), codes)
        return TableRows(table, (), ""), problems
    problems = [*_unknown_codes(table, file, rows, codes), *_duplicate_keys(table, file, rows)]
    return TableRows(table, rows, revision), problems


def _rows(table: Table, content: bytes) -> tuple[Sequence[dict[str, object]], str]:
    """Return the rows of a table in the order of their keys, and their hash.

    Raises ``InputError`` with every problem of the file; the caller adds the name of the file.
    """
    problems: list[Problem] = []
    parse_json("", content, problems)
    refuse(problems)
    stored: TypeAdapter[_TableContent[JsonObject]] = TypeAdapter(_TableContent[table.row_model])  # type: ignore[name-defined]
    try:
        # Validated as JSON, because a date is a text there.
        rows = sorted(stored.validate_json(content, strict=True, extra="forbid")["rows"], key=table.key_of)
    except ValidationError as error:
        raise InputError(refusals("", error)) from None
    return rows, digest(orjson.dumps(rows))


def _rows_of_invalid_file(content: bytes) -> Iterator[dict[str, object]]:
    """Yield the objects among the rows of an invalid file."""
    with suppress(orjson.JSONDecodeError):
        stored = orjson.loads(content)
        rows = stored.get("rows") if isinstance(stored, dict) else None
        yield from (row for row in (rows if isinstance(rows, list) else ()) if isinstance(row, dict))


def _unknown_codes(
    table: Table, file: str, rows: Iterable[dict[str, object]], codes: Collection[str]
) -> Iterator[Problem]:
    counts: Counter[str] = Counter()
    for row in rows:
        # A row of an invalid file may lack the column.
        with suppress(LookupError, TypeError, AttributeError):
            counts.update(code for code in table.countries_of(row) if code not in codes)
    for code, count in counts.items():
        places = f"{count:,} row{'s' if count != 1 else ''}"
        yield Problem(file, code, f"is not the cca2 code of a country in the dataset ({places})")


def _duplicate_keys(table: Table, file: str, rows: Sequence[dict[str, object]]) -> Iterator[Problem]:
    for key, count in Counter(map(table.key_of, rows)).items():
        if count > 1:
            yield Problem(file, " ".join(map(str, key)), f"is the {' and '.join(table.key)} of {count} rows")
