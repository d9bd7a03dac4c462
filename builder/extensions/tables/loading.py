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
from builder.extensions.tables.table import Stored, Table, TableRows
from builder.extensions.tables.topology import FILE as OUTLINES
from builder.extensions.tables.topology import OutlineTopology, read_topology, without_shapes
from builder.inputs.errors import InputError, Problem, refusals, refuse
from builder.inputs.json_files import parse_json
from builder.inputs.reuse import reused

Row = TypeVar("Row")
FOLDER = "tables"
_ADVICE = "Nothing was written. Correct these files; countries init --with-data writes those that are shipped."


class _Stored(TypedDict, Generic[Row]):
    """The content of a file: rows, and the hashes of the files from which a refresh has them."""

    rows: list[Row]
    sha256: NotRequired[dict[str, str]]


class LoadedTables(NamedTuple):
    """Every table with its rows, and the outlines of countries."""

    rows: tuple[TableRows, ...]
    topology: OutlineTopology


def load_tables(data: Path, dataset: Dataset | None) -> LoadedTables:
    """Read every declared table in the folder *data*, and make those that follow from the *dataset*.

    Where the dataset is invalid, it is ``None``: countries are then those of file names, sources are not judged, and
    tables that follow from it are empty.

    Raises ``InputError`` with every missing file, every invalid row, every code of a country or id of a source that the
    dataset does not have, and every key that is there twice.
    """
    folder = data / FOLDER
    problems: list[Problem] = []
    named = {path.stem.upper() for path in (data / "countries").glob("*.json")}
    codes = {record.cca2 for record in dataset.records} if dataset else named
    sources = sources_by_id(dataset.sources) if dataset else None
    left_out = dataset.left_out if dataset else set[str]()
    corrections = dataset.table_corrections if dataset else ()
    stored = {
        table.name: _part_of(_corrected(_read(table, folder, codes | named, problems), corrections, problems), left_out)
        for table in TABLES
        if not table.rows
    }
    topology = read_topology(data, codes | named, problems)
    names = {Path(OUTLINES).name, *(f"{name}.json" for name in stored)}
    problems += [
        Problem(
            f"{FOLDER}/{path.name}",
            "",
            "belongs to no table; remove the file",
        )
        for path in sorted(folder.glob("*.json"))
        if path.name not in names and not path.name.startswith(".")
    ]
    problems += [
        Problem("sources.json", one, f'is missing, and the table {table.name} has this source; add it under "tables"')
        for table in TABLES
        for one in table.sources
        if sources is not None and one not in sources
    ]
    problems += [
        Problem(one.file, one.place, f'"{one.table}" is no table that can be corrected; these are {", ".join(stored)}')
        for one in corrections
        if one.table not in stored
    ]
    refuse(problems, _ADVICE)
    outlines = without_shapes(topology, left_out) if left_out else topology
    read = Stored(dataset, stored, outlines) if dataset else None
    tables = (_made(table, table.rows(read) if read else ()) if table.rows else stored[table.name] for table in TABLES)
    return LoadedTables(tuple(tables), outlines)


def _corrected(table: TableRows, corrections: Iterable[TableCorrection], problems: list[Problem]) -> TableRows:
    """Return *table* with the values that the owner of the site corrects; rows without effect are problems."""
    own = [one for one in corrections if one.table == table.table.name]
    if not own:
        return table
    rows = [dict(row) for row in table.rows]
    for one in own:
        found = [row for row in rows if row.items() >= one.key.items()]
        if len(found) != 1 or one.key.keys() != {*table.table.key}:
            message = f"names {len(found)} rows of {one.table}; its key is {', '.join(table.table.key)}"
            problems.append(Problem(one.file, one.place, message))
        elif one.column not in found[0]:
            message = f'"{one.column}" is no column of {one.table}; these are {", ".join(found[0])}'
            problems.append(Problem(one.file, one.place, message))
        elif found[0][one.column] == one.value:
            problems.append(
                Problem(one.file, one.place, f"has no effect: {one.column} has this value already; remove it")
            )
        else:
            found[0][one.column] = one.value
            try:
                TypeAdapter(table.table.row).validate_json(orjson.dumps(found[0]), strict=True)
            except ValidationError as error:
                problems += [problem._replace(where=one.place) for problem in refusals(one.file, error)]
    return TableRows(table.table, rows, digest(orjson.dumps(rows)), is_corrected=True)


def _part_of(table: TableRows, left_out: Collection[str]) -> TableRows:
    """Return *table* without what its columns of countries have of those that the site leaves out."""
    if not left_out:
        return table
    rows = [row for row in map(partial(without_countries, table.table, left_out), table.rows) if row]
    return replace(table, rows=rows, revision=digest(orjson.dumps(rows)))


def without_countries(table: Table, left_out: Collection[str], row: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return *row* of *table* without the codes in *left_out*; ``None`` if a key or a whole list is of these."""
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


def _made(table: Table, rows: Iterable[dict[str, object]]) -> TableRows:
    made = sorted(rows, key=table.key_of)
    return TableRows(table, made, digest(orjson.dumps(made)))


def _read(table: Table, folder: Path, codes: Collection[str], problems: list[Problem]) -> TableRows:
    file = f"{FOLDER}/{table.name}.json"
    path = folder / f"{table.name}.json"
    if not path.exists():
        problems.append(Problem(file, "", "is missing"))
        return TableRows(table, (), "")
    content = path.read_bytes()
    key = (file, digest(content), frozenset(codes))
    read, found = reused(key, partial(_judged, table, file, content, codes))
    problems += found
    return read


def _judged(table: Table, file: str, content: bytes, codes: Collection[str]) -> tuple[TableRows, list[Problem]]:
    """Return the rows of a table in *content*, none where it is invalid, and the problems."""
    try:
        rows, revision = _rows(table, content)
    except InputError as error:
        problems = [problem._replace(file=file) for problem in error.problems]
        return TableRows(table, (), ""), [*problems, *_unknown_codes(table, file, _readable(content), codes)]
    return TableRows(table, rows, revision), [*_unknown_codes(table, file, rows, codes), *_repeated(table, file, rows)]


def _rows(table: Table, content: bytes) -> tuple[Sequence[dict[str, object]], str]:
    """Return the rows of a table with every column, in the order of the key, and a hash of them.

    Raises ``InputError`` with every problem of the file, whose name the caller knows.
    """
    problems: list[Problem] = []
    parse_json("", content, problems)
    refuse(problems)
    stored: TypeAdapter[_Stored[JsonObject]] = TypeAdapter(_Stored[table.row])  # type: ignore[name-defined]
    try:
        # Validated as JSON, because a date is a text there.
        rows = sorted(stored.validate_json(content, strict=True, extra="forbid")["rows"], key=table.key_of)
    except ValidationError as error:
        raise InputError(refusals("", error)) from None
    return rows, digest(orjson.dumps(rows))


def _readable(content: bytes) -> Iterator[dict[str, object]]:
    """Yield the rows of an invalid file, without what is no row."""
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


def _repeated(table: Table, file: str, rows: Sequence[dict[str, object]]) -> Iterator[Problem]:
    for key, count in Counter(map(table.key_of, rows)).items():
        if count > 1:
            yield Problem(file, " ".join(map(str, key)), f"is the {' and '.join(table.key)} of {count} rows")
