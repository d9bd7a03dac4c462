"""Makes ``datapackage.json`` (Frictionless Data Package 2.0), which describes the CSV files of countries and tables."""

from collections.abc import Iterable, Mapping, Sequence

import orjson

from builder.api.dataset_files import SourceEntry
from builder.extensions.exports.csv_columns import CsvColumn
from builder.extensions.tables.schemas import field_of, table_schema
from builder.extensions.tables.table import Column, Table, TableRows, table_path
from builder.site.site import Site

_PROFILE = "https://datapackage.org/profiles/2.0/datapackage.json"
_RESOURCE = "https://datapackage.org/profiles/2.0/dataresource.json"


def data_package(site: Site, columns: Iterable[CsvColumn], tables: Sequence[TableRows]) -> bytes:
    """Describe the CSV of the countries with its *columns*, and the CSV files of the *tables*."""
    dataset, config = site.dataset, site.config
    fields = [field_of(Column(column.name, column.type, column.description)) for column in columns]
    countries = {"fields": fields, "primaryKey": ["cca2"], "missingValues": [""]}
    package = {
        "$schema": _PROFILE,
        "name": config.site.slug,
        "title": config.site.title,
        "description": config.site.about("Country records and tables beside them."),
        "homepage": f"{config.docs}/",
        "version": dataset.revision,
        "created": dataset.sources["fetchedAt"],
        "licenses": [{"name": "ODbL-1.0"}],
        "sources": [_source(entry) for entry in dataset.sources["sources"]],
        "resources": [
            _resource("countries", "Countries", "One row per country.", "countries.csv", countries),
            *(_table_resource(table.table, site) for table in tables),
        ],
    }
    return orjson.dumps(package, option=orjson.OPT_INDENT_2) + b"\n"


def _table_resource(table: Table, site: Site) -> dict[str, object]:
    # The tables are on the host of the API.
    path = f"{site.config.files}/{table_path(table.name, 'csv')}"
    return {
        **_resource(table.name, table.title, table.sentence, path, table_schema(table)),
        "licenses": [{"name": name} for name in table.licences],
        "sources": [_source(site.sources[name]) for name in table.sources],
    }


def _resource(name: str, title: str, description: str, path: str, schema: Mapping[str, object]) -> dict[str, object]:
    return {
        "$schema": _RESOURCE,
        "name": name,
        "type": "table",
        "title": title,
        "description": description,
        "path": path,
        "format": "csv",
        "mediatype": "text/csv",
        "encoding": "utf-8",
        "schema": schema,
    }


def _source(entry: SourceEntry) -> dict[str, str]:
    return {"title": entry["title"], "path": entry["url"], "version": entry.get("version", "")}
