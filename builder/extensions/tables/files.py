"""Makes the files below ``/tables/``: each table as JSON and CSV, its JSON Schema, its parts, and the index."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any, NamedTuple

import orjson

from builder.api.dataset_types import Sources
from builder.api.output_paths import TABLES_INDEX, public_path, table_path
from builder.api.types import SCHEMA_VERSION, Entry, JsonObject, digest
from builder.documents.document_data import DocumentData
from builder.extensions.tables.cells import csv_file
from builder.extensions.tables.outline_geometry import Outlines
from builder.extensions.tables.schemas import row_schema
from builder.extensions.tables.site_tables import tables_of, topology_of
from builder.extensions.tables.table import FORMS, Table, TableRows, table_head

# The address of a file with a whole table has so many slashes.
_DEPTH = 2


class WholeFile(NamedTuple):
    """A file that has all rows of a table, or describes them. ``size`` is in bytes."""

    format: str
    path: str
    size: int


@dataclass(frozen=True)
class TableFiles:
    """The files of *tables*. ``sources`` describes each source, by id."""

    tables: Sequence[TableRows]
    sources: Sources
    outlines: Outlines

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The files of each table, and their index."""
        files = (file for table in self.tables for file in _files_of(table, self.sources, self.outlines))
        return (*files, _json(TABLES_INDEX, self._index))

    @cached_property
    def sizes(self) -> Mapping[str, int]:
        """The size in bytes of each file with a whole table, by its address. This makes the files."""
        return {file.address: len(file.make()) for file in self.entries[:-1] if file.address.count("/") == _DEPTH}

    def _index(self) -> JsonObject:
        described = [_described(table, self.sizes) for table in self.tables]
        return {"kind": "tables", "schemaVersion": SCHEMA_VERSION, "tables": described}


def table_files(data: DocumentData) -> TableFiles:
    """Return the files of the tables of a site."""
    site = data.site
    outlines = Outlines(topology_of(site), site.dataset.records)
    return TableFiles(tables_of(site), site.sources, outlines)


def whole_files(table: Table, sizes: Mapping[str, int]) -> list[WholeFile]:
    """List the files with the whole of *table*; *sizes* is ``TableFiles.sizes``."""
    paths = {title: f"/{table_path(table.name, ending)}" for title, ending in FORMS.items()}
    return [WholeFile(title, path, sizes[path]) for title, path in paths.items() if path in sizes]


def _files_of(table: TableRows, sources: Sources, outlines: Outlines) -> Iterator[Entry]:
    name = table.table.name
    head = table_head(table, sources)
    yield _json(table_path(name, "json"), partial(_with_rows, head, table.rows))
    # Texts state its size before it is written. It takes longer to make than the others.
    yield _file(table_path(name, "csv"), "csv", cache(partial(_csv, table)))
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
    """Return some rows of a table. Their revision is their own, so the file stays the same when other rows change."""
    return {**head, "revision": digest(orjson.dumps(rows)), "rows": rows}


def _csv(table: TableRows) -> bytes:
    columns = [column.name for column in table.table.columns]
    return csv_file(columns, ([row[column] for column in columns] for row in table.rows))


def _feature(outlines: Outlines, code: str) -> bytes:
    return orjson.dumps(outlines.feature(code))


def _described(table: TableRows, sizes: Mapping[str, int]) -> JsonObject:
    """Describe a table in the index, with the *sizes* of its files."""
    declared = table.table
    entry = {
        "name": declared.name,
        "title": declared.title,
        "description": declared.sentence,
        "license": declared.licence,
        "sources": declared.sources,
        "revision": table.revision,
        "rows": len(table.rows),
        "files": [{"path": file.path, "bytes": file.size} for file in whole_files(declared, sizes)],
    }
    if declared.part_column:
        member = "countries" if declared.is_by_country else f"{declared.part_column}s"
        parts = {"path": f"/{declared.part_pattern}", member: [*map(str.lower, table.parts)]}
        entry[f"by{declared.part_name.title()}"] = parts
    return entry


def _json(path: str, make: Callable[[], Any]) -> Entry:
    return _file(path, "json", lambda: orjson.dumps(make()))


def _file(path: str, kind: str, make: Callable[[], bytes]) -> Entry:
    return Entry(f"/{path}", public_path(path), make, kind)
