"""Makes the files of the tables below ``/tables/``: JSON, CSV, JSON Schema, by country, and the index."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import orjson

from builder.api.dataset_types import Sources
from builder.api.output_paths import TABLES_INDEX, public_path, table_path
from builder.api.types import SCHEMA_VERSION, Asset, File, JsonObject
from builder.extensions.tables.outline_geometry import Outlines
from builder.tabular.cells import csv_file
from builder.tabular.schemas import row_schema
from builder.tabular.table import FORMS, TableRows, table_head


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
    columns = [column.name for column in table.table.columns]
    cells = ([row[column] for column in columns] for row in table.rows)
    yield _asset(table_path(name, "csv"), "csv", csv_file(columns, cells))
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


def _json(path: str, value: Any) -> Asset:
    return _asset(path, "json", orjson.dumps(value))


def _asset(path: str, kind: str, body: bytes) -> Asset:
    return Asset(f"/{path}", File.of(public_path(path), body), kind)
