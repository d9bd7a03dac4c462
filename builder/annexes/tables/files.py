"""Makes the files of the tables below ``/tables/``: JSON, CSV, JSON Schema, by country, and the index."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import orjson

from builder.annexes.tables.outline_geometry import Outlines
from builder.dataset_types import Sources
from builder.output_paths import TABLES_INDEX, public_path, table_path
from builder.tabular.cells import csv_file
from builder.tabular.schemas import row_schema
from builder.tabular.table import FORMS, Column, ColumnType, TableRows, table_head
from builder.types import SCHEMA_VERSION, Asset, File, JsonObject

Rows = Sequence[Mapping[str, object]]


def _as_json(value: Any) -> str:
    return orjson.dumps(value).decode()


# How cells are written that csv has no form for; it writes null as an empty one.
_CELLS: Mapping[ColumnType, Callable[[Any], str]] = {"list": ";".join, "boolean": _as_json, "objects": _as_json}


def make_table_files(tables: Iterable[TableRows], sources: Sources, outlines: Outlines) -> tuple[Asset, ...]:
    """Make every file; *sources* has what ``data/sources.json`` says of each source, by id. Without tables, none."""
    made = [(table, tuple(_files_of(table, sources, outlines))) for table in tables]
    if not made:
        return ()
    index = {
        "kind": "tables",
        "schemaVersion": SCHEMA_VERSION,
        "tables": [_entry(table, files) for table, files in made],
    }
    return (_json(TABLES_INDEX, index), *(file for _, files in made for file in files))


def _files_of(table: TableRows, sources: Sources, outlines: Outlines) -> Iterator[Asset]:
    name = table.table.name
    head = table_head(table, sources)
    yield _json(table_path(name, "json"), {**head, "rows": table.rows})
    yield _asset(table_path(name, "csv"), "csv", csv_of(table.table.columns, table.rows))
    yield _json(table_path(name, "schema.json"), row_schema(table.table))
    if table.table.form == "json":
        for part, rows in table.parts.items():
            yield _json(table_path(name, "json", part), {**head, "rows": rows})
    else:
        yield _json(table_path(name, "topo.json"), outlines.topology)
        for code in table.parts:
            yield _asset(table_path(name, "geojson", code), "geojson", orjson.dumps(outlines.feature(code)))


def _entry(table: TableRows, files: Sequence[Asset]) -> JsonObject:
    declared = table.table
    sizes = {asset.file.path: asset.file.size for asset in files}
    entry = {
        "name": declared.name,
        "title": declared.title,
        "description": declared.sentence,
        "license": declared.licence,
        "sources": declared.sources,
        "revision": table.revision,
        "rows": len(table.rows),
        "files": [
            {"path": f"/{path}", "bytes": sizes[public_path(path)]}
            for kind in FORMS.values()
            if public_path(path := table_path(declared.name, kind)) in sizes
        ],
    }
    if declared.parts:
        listed = "countries" if declared.is_by_country else f"{declared.parts}s"
        parts = {"path": f"/{declared.part_pattern}", listed: [*map(str.lower, table.parts)]}
        entry[f"by{declared.part_name.title()}"] = parts
    return entry


def csv_of(columns: Sequence[Column], rows: Rows) -> bytes:
    """Write rows as CSV (RFC 4180) in UTF-8: elements of a list separated by semicolons, objects as JSON."""
    cells = [(column.name, _CELLS.get(column.type)) for column in columns]
    return csv_file(
        [name for name, _ in cells],
        ([form(row[name]) if form and row[name] is not None else row[name] for name, form in cells] for row in rows),
    )


def _json(path: str, value: Any) -> Asset:
    return _asset(path, "json", orjson.dumps(value))


def _asset(path: str, kind: str, body: bytes) -> Asset:
    return Asset(f"/{path}", File.of(public_path(path), body), kind)
