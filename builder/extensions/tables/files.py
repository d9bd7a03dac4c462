"""Makes the files of the tables below ``/tables/``: JSON, CSV, JSON Schema, by country, and the index."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import orjson

from builder.api.dataset_types import Sources
from builder.api.output_paths import TABLES_INDEX, public_path, table_path
from builder.api.types import SCHEMA_VERSION, Entry, JsonObject, digest
from builder.extensions.tables.cells import csv_file
from builder.extensions.tables.outline_geometry import Outlines
from builder.extensions.tables.schemas import row_schema
from builder.extensions.tables.site_tables import tables_of
from builder.extensions.tables.table import FORMS, TableRows, table_head
from builder.site.site import Site


def table_entries(site: Site) -> Iterator[Entry]:
    """Yield the files of the tables of *site*, and their index."""
    outlines = Outlines(site.dataset.reference["outlines"], site.dataset.records)
    return files_of_tables(tables_of(site), site.sources, outlines)


def files_of_tables(tables: Iterable[TableRows], sources: Sources, outlines: Outlines) -> Iterator[Entry]:
    """Yield the files of *tables*, and their index; *sources* has what is known of each source, by id."""
    made = [(table, [*_files_of(table, sources, outlines)]) for table in tables]
    yield from (file for _, files in made for file in files)

    def index() -> bytes:
        described = [_described(table, files) for table, files in made]
        return orjson.dumps({"kind": "tables", "schemaVersion": SCHEMA_VERSION, "tables": described})

    yield _file(TABLES_INDEX, "json", index)


def _files_of(table: TableRows, sources: Sources, outlines: Outlines) -> Iterator[Entry]:
    name = table.table.name
    head = table_head(table, sources)
    yield _json(table_path(name, "json"), partial(_with_rows, head, table.rows))
    yield _file(table_path(name, "csv"), "csv", partial(_csv, table))
    yield _json(table_path(name, "schema.json"), partial(row_schema, table.table))
    if table.table.form == "json":
        for part, rows in table.parts.items():
            yield _json(table_path(name, "json", part), partial(_part, head, rows))
    else:
        yield _json(table_path(name, "topo.json"), lambda: outlines.topology)
        for code in table.parts:
            yield _file(table_path(name, "geojson", code), "geojson", partial(_feature, outlines, code))


def _with_rows(head: JsonObject, rows: Sequence[Mapping[str, Any]]) -> JsonObject:
    return {**head, "rows": rows}


def _part(head: JsonObject, rows: Sequence[Mapping[str, Any]]) -> JsonObject:
    """Return some rows of a table. Their own revision leaves the file as it is when other rows change."""
    return {**head, "revision": digest(orjson.dumps(rows)), "rows": rows}


def _csv(table: TableRows) -> bytes:
    columns = [column.name for column in table.table.columns]
    return csv_file(columns, ([row[column] for column in columns] for row in table.rows))


def _feature(outlines: Outlines, code: str) -> bytes:
    return orjson.dumps(outlines.feature(code))


def _described(table: TableRows, files: Sequence[Entry]) -> JsonObject:
    """Describe a table in the index, with the sizes of its *files*."""
    declared = table.table
    by_path = {file.path: file for file in files}
    entry = {
        "name": declared.name,
        "title": declared.title,
        "description": declared.sentence,
        "license": declared.licence,
        "sources": declared.sources,
        "revision": table.revision,
        "rows": len(table.rows),
        "files": [
            {"path": f"/{path}", "bytes": len(by_path[public_path(path)].make())}
            for kind in FORMS.values()
            if public_path(path := table_path(declared.name, kind)) in by_path
        ],
    }
    if declared.parts:
        listed = "countries" if declared.is_by_country else f"{declared.parts}s"
        parts = {"path": f"/{declared.part_pattern}", listed: [*map(str.lower, table.parts)]}
        entry[f"by{declared.part_name.title()}"] = parts
    return entry


def _json(path: str, make: Callable[[], Any]) -> Entry:
    return _file(path, "json", lambda: orjson.dumps(make()))


def _file(path: str, kind: str, make: Callable[[], bytes]) -> Entry:
    return Entry(f"/{path}", public_path(path), make, kind)
