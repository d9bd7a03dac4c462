"""Makes the files below ``/tables/``: each table as JSON and CSV, its JSON Schema, its parts, and the index."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import Any, NamedTuple

import orjson

from builder.api.dataset_files import Sources
from builder.api.output_paths import public_path
from builder.api.types import SCHEMA_VERSION, Entry, JsonObject
from builder.documents.document_data import DocumentData
from builder.extensions.tables.cells import csv_file
from builder.extensions.tables.loading import tables_of
from builder.extensions.tables.outline_geometry import Outlines
from builder.extensions.tables.schemas import row_schema
from builder.extensions.tables.table import TableRows, table_head, table_path

# The endings of the files of a whole table, by format. Only the table of outlines has TopoJSON.
_ENDINGS = {"JSON": "json", "CSV": "csv", "JSON Schema": "schema.json", "TopoJSON": "topo.json"}


class WholeFile(NamedTuple):
    """A file that has all rows of a table, or describes them. ``size`` is in bytes."""

    format: str
    path: str
    size: int


@dataclass(frozen=True)
class TableFiles:
    """The files of ``tables``. ``sources`` has the sources by id."""

    tables: Sequence[TableRows]
    sources: Sources
    outlines: Outlines

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The files of each table, and their index."""
        files = (file for table in self.tables for file in self._files_of(table))
        return (*files, _json(table_path("index", "json"), self._index))

    @cached_property
    def whole_files(self) -> Mapping[str, Sequence[WholeFile]]:
        """The whole files of each table, by its name. To know their sizes, this makes the files."""
        made = {entry.address: entry.make for entry in self.entries}
        names = [table.table.name for table in self.tables]
        return {
            name: [
                WholeFile(title, path, len(made[path]()))
                for title, ending in _ENDINGS.items()
                if (path := f"/{table_path(name, ending)}") in made
            ]
            for name in names
        }

    def _files_of(self, table: TableRows) -> Iterator[Entry]:
        name = table.table.name
        yield _json(table_path(name, "json"), partial(_content, table, self.sources))
        # Cached, because documents state its size before it is written, and it takes longest to make.
        yield _file(table_path(name, "csv"), "csv", cache(partial(_csv, table)))
        yield _json(table_path(name, "schema.json"), partial(row_schema, table.table))
        if table.table.form == "json":
            for part, rows in table.parts.items():
                # The revision of a part is a hash of its rows, so its file stays the same when other rows change.
                content = partial(_content, replace(table, rows=rows), self.sources)
                yield _json(table_path(name, "json", part), content)
        else:
            yield _json(table_path(name, "topo.json"), lambda: self.outlines.topology)
            for code in table.parts:
                yield _json(table_path(name, "geojson", code), partial(self.outlines.feature, code), "geojson")

    def _index(self) -> JsonObject:
        described = [_described(table, self.whole_files[table.table.name]) for table in self.tables]
        return {"kind": "tables", "schemaVersion": SCHEMA_VERSION, "tables": described}


def table_files(data: DocumentData) -> TableFiles:
    """Return the files of the tables of a site."""
    site = data.site
    return TableFiles(tables_of(site).rows, site.sources, Outlines(tables_of(site).topology, site.dataset.records))


def _content(table: TableRows, sources: Sources) -> JsonObject:
    return {**table_head(table, sources), "rows": table.rows}


def _csv(table: TableRows) -> bytes:
    columns = [column.name for column in table.table.columns]
    return csv_file(columns, ([row[column] for column in columns] for row in table.rows))


def _described(table: TableRows, files: Sequence[WholeFile]) -> JsonObject:
    """Describe a table in the index."""
    declared = table.table
    entry = {
        "name": declared.name,
        "title": declared.title,
        "description": declared.sentence,
        "license": declared.licence,
        "sources": declared.sources,
        "revision": table.revision,
        "rows": len(table.rows),
        "files": [{"path": file.path, "bytes": file.size} for file in files],
    }
    if declared.part_column:
        member = "countries" if declared.is_by_country else f"{declared.part_column}s"
        parts = {"path": declared.part_pattern, member: [*map(str.lower, table.parts)]}
        entry[f"by{declared.part_name.title()}"] = parts
    return entry


def _json(path: str, make: Callable[[], Any], kind: str = "json") -> Entry:
    return _file(path, kind, lambda: orjson.dumps(make()))


def _file(path: str, kind: str, make: Callable[[], bytes]) -> Entry:
    return Entry(f"/{path}", public_path(path), make, kind)
