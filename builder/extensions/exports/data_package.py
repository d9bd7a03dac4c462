"""``datapackage.json`` (Frictionless Data Package 2.0): the CSV files of the countries and of the tables, described."""

from collections.abc import Iterable, Mapping, Sequence

import orjson

from builder.api.dataset_types import SourceEntry, Sources
from builder.api.output_paths import table_path
from builder.api.types import Dataset
from builder.extensions.tables.labels_and_columns import Column as FlatColumn
from builder.extensions.tables.schemas import field_of, table_schema
from builder.extensions.tables.table import Column, TableRows
from builder.project.config import Config

_PROFILE = "https://datapackage.org/profiles/2.0/datapackage.json"
_RESOURCE = "https://datapackage.org/profiles/2.0/dataresource.json"


def data_package(
    dataset: Dataset, columns: Iterable[FlatColumn], tables: Sequence[TableRows], sources: Sources, config: Config
) -> bytes:
    """Describe the file of countries with its *columns*, and those of the tables, which are on the host of the API."""
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
            _resource("countries", "Countries", "One row per country.", "countries.csv", _countries(columns)),
            *(
                {
                    **_resource(
                        table.table.name,
                        table.table.title,
                        table.table.sentence,
                        f"{config.files}/{table_path(table.table.name, 'csv')}",
                        table_schema(table.table),
                    ),
                    "licenses": [{"name": name} for name in table.table.licences],
                    "sources": [_source(sources[one]) for one in table.table.sources],
                }
                for table in tables
            ),
        ],
    }
    return orjson.dumps(package, option=orjson.OPT_INDENT_2) + b"\n"


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


def _countries(columns: Iterable[FlatColumn]) -> dict[str, object]:
    declared = [Column(one.name, one.type, "", one.description, is_required=False, is_country=False) for one in columns]
    return {"fields": [*map(field_of, declared)], "primaryKey": ["cca2"], "missingValues": [""]}


def _source(entry: SourceEntry) -> dict[str, str]:
    return {"title": entry["title"], "path": entry["url"], "version": entry.get("version", "")}
