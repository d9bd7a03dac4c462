"""Reads the rows of the tables from ``data/tables/`` and validates them."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Generic, NamedTuple, NotRequired, TypeVar, cast

import orjson
from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypedDict

from builder.api.dataset_files import sources_by_id
from builder.api.types import Dataset, JsonObject, TableCorrection, digest
from builder.extensions.tables.models import TABLES
from builder.extensions.tables.origins import Origins, origins_of
from builder.extensions.tables.provenance import FILE as PROVENANCE
from builder.extensions.tables.provenance import Provenance, parse_provenance, provenance_for
from builder.extensions.tables.table import RowInputs, Table, TableRows
from builder.extensions.tables.topology import FILE as OUTLINES
from builder.extensions.tables.topology import OutlineTopology, parse_topology, without_shapes
from builder.inputs.errors import Problem, refusals, refuse
from builder.inputs.json_files import parse_json
from builder.inputs.reuse import reused
from builder.site.site import Site

Row = TypeVar("Row")
Content = TypeVar("Content")
_Parse = Callable[[bytes, Collection[str]], tuple[Content, list[Problem]]]
NAME = "tables"
FOLDER = "tables"
_ADVICE = "Nothing was written. Correct these files; countries init --with-data writes those that are shipped."


class _TableContent(TypedDict, Generic[Row]):
    """The content of a file: rows, and the hashes of the files from which a refresh made them."""

    rows: list[Row]
    sha256: NotRequired[dict[str, str]]


class LoadedTables(NamedTuple):
    """Every table with its rows, outlines of countries, the provenance of each field, and the origin of each value."""

    rows: tuple[TableRows, ...]
    topology: OutlineTopology
    provenance: Provenance
    origins: Origins

    def named(self, name: str) -> TableRows:
        """Return the table *name*. Raises ``StopIteration`` for a name that no table has."""
        return next(table for table in self.rows if table.table.name == name)


def tables_of(site: Site) -> LoadedTables:
    """Return the tables of *site*, for other extensions."""
    return cast("LoadedTables", site.values[NAME])


def load_tables(data: Path, dataset: Dataset | None) -> LoadedTables:
    """Read the provenance and every stored table in the folder *data*, and compute the other tables from the *dataset*.

    *dataset* is ``None`` if it is invalid. Then the names of files in ``countries/`` say which countries there are,
    sources are not checked, and the computed tables are empty.

    Raises ``InputError`` with every fault, such as a missing file, an invalid row, a code or a source that the dataset
    lacks, a duplicate key, or a correction without effect.
    """
    problems: list[Problem] = []
    codes = {path.stem.upper() for path in (data / "countries").glob("*.json")}
    codes |= {record.cca2 for record in dataset.records} if dataset else set()
    read = partial(_read, data, frozenset(codes), problems)
    files = {f"{FOLDER}/{table.name}.json": table for table in TABLES if not table.make_rows}
    stored = {table.name: read(file, partial(_parse, table, file)) for file, table in files.items()}
    topology = read(OUTLINES, parse_topology)
    provenance = read(PROVENANCE, parse_provenance)
    problems += [
        Problem(f"{FOLDER}/{path.name}", "", "belongs to no table; remove the file")
        for path in sorted((data / FOLDER).glob("[!.]*.json"))
        if f"{FOLDER}/{path.name}" not in {*files, OUTLINES}
    ]
    if dataset:
        problems += _missing_sources(dataset)
        stored = _with_corrections(stored, dataset.own.table_corrections, problems)
        provenance = provenance_for(dataset, provenance, problems)
    refuse(problems, _ADVICE)
    if dataset and dataset.left_out:
        stored = {name: _without_left_out(table, dataset.left_out) for name, table in stored.items()}
        topology = without_shapes(topology, dataset.left_out)
    values = [record.value for record in dataset.records] if dataset else []
    origins = origins_of(provenance, values, sources_by_id(dataset.sources) if dataset else {})
    inputs = RowInputs(dataset, origins, stored, topology) if dataset else None
    tables = tuple(stored.get(table.name) or _computed(table, inputs) for table in TABLES)
    return LoadedTables(tables, topology, provenance, origins)


def _read(data: Path, codes: frozenset[str], problems: list[Problem], file: str, parse: _Parse[Content]) -> Content:
    """Read a *file* in the folder *data*, and add to *problems*. A missing file is parsed as an empty one."""
    path = data / file
    if not path.exists():
        problems.append(Problem(file, "", "is missing"))
        return parse(b"", codes)[0]
    content = path.read_bytes()
    parsed, found = reused((file, digest(content), codes), lambda: parse(content, codes))
    problems += found
    return parsed


def _missing_sources(dataset: Dataset) -> Iterator[Problem]:
    known = sources_by_id(dataset.sources)
    for table in TABLES:
        for name in table.sources:
            if name not in known:
                message = f'is missing, and the table {table.name} has this source; add it under "tables"'
                yield Problem("sources.json", name, message)


def _with_corrections(
    stored: Mapping[str, TableRows], corrections: Sequence[TableCorrection], problems: list[Problem]
) -> dict[str, TableRows]:
    """Return the tables with the *corrections* of the owner. *problems* gets each that is invalid or has no effect."""
    named = {correction.table for correction in corrections}
    rows = {name: [dict(row) for row in table.rows] for name, table in stored.items() if name in named}
    for correction in corrections:
        name = correction.table
        faults: Iterable[str] = [f'"{name}" is no table that can be corrected; these are {", ".join(stored)}']
        if name in rows:
            faults = _correct_row(stored[name].table, rows[name], correction)
        problems += [Problem(correction.file, correction.place, fault) for fault in faults]
    return {**stored, **{name: TableRows(stored[name].table, rows[name], is_corrected=True) for name in rows}}


def _correct_row(table: Table, rows: Iterable[dict[str, Any]], correction: TableCorrection) -> Iterator[str]:
    """Correct the row that *correction* names; yield what is wrong with it."""
    matches = [row for row in rows if row.items() >= correction.key.items()]
    column = correction.column
    if correction.key.keys() != {*table.key}:
        yield f"key must have {' and '.join(table.key)} alone, which is the key of {table.name}"
    elif len(matches) != 1:
        yield f"names {len(matches) or 'no'} row{'s' if matches else ''} of {table.name} by its key; it must name one"
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
    return replace(table, rows=[*filter(None, (without_codes(table.table, left_out, row) for row in table.rows))])


def without_codes(table: Table, left_out: Collection[str], row: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return *row* of *table* without the codes in *left_out*; ``None`` if its key has one, or a list loses all."""
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
    return TableRows(table, sorted(table.make_rows(inputs), key=table.key_of) if table.make_rows and inputs else ())


def _parse(table: Table, file: str, content: bytes, codes: Collection[str]) -> tuple[TableRows, list[Problem]]:
    """Parse the *content* of a *file* to rows and problems. An invalid file has no rows."""
    problems: list[Problem] = []
    stored = parse_json(file, content, problems)
    if problems:
        return TableRows(table, ()), problems
    model: TypeAdapter[_TableContent[JsonObject]] = TypeAdapter(_TableContent[table.row_model])  # type: ignore[name-defined]
    try:
        # The rows are validated as JSON, because strict mode accepts a text as a date only there.
        rows = sorted(model.validate_json(content, strict=True, extra="forbid")["rows"], key=table.key_of)
    except ValidationError as error:
        return TableRows(table, ()), [*refusals(file, error), *_unknown_codes(table, file, _objects(stored), codes)]
    return TableRows(table, rows), [*_unknown_codes(table, file, rows, codes), *_duplicate_keys(table, file, rows)]


def _objects(stored: Any) -> Iterator[dict[str, object]]:
    """Yield the objects among the rows of an invalid file."""
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


def _duplicate_keys(table: Table, file: str, rows: Iterable[Mapping[str, object]]) -> Iterator[Problem]:
    for key, count in Counter(map(table.key_of, rows)).items():
        if count > 1:
            yield Problem(file, " ".join(map(str, key)), f"is the {' and '.join(table.key)} of {count} rows")
