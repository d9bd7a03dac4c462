"""The values that every template of the documents can use: addresses, declarations, the dataset, and functions."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from builder import API_VERSION, __version__
from builder.api.field_types import value_at
from builder.api.json_schemas import schemas_below
from builder.api.parameters import BOUNDS, PARAMETERS
from builder.api.response_headers import CACHE, HEADERS
from builder.api.route_type import FAMILIES, LIST_MAX_LIMIT, MAX_CODES
from builder.api.types import Dataset, Record
from builder.documents.contents import page_named, pages_by_name
from builder.documents.document_data import DocumentData
from builder.documents.http_examples import fenced_exchange
from builder.documents.object_tables import describe_object, field_line, field_table
from builder.documents.page import HOME, Values
from builder.documents.reference import bounds_of, parameters_of, path_of
from builder.documents.typescript import answer_declarations
from builder.project.host_declarations import host_declarations


def shared_values(data: DocumentData) -> Values:
    """Return the values by name, including the values of extensions."""
    config, interface, dataset = data.site.config, data.site.interface, data.site.dataset
    schemas = interface.schemas
    return {
        "base_url": config.base_url,
        "cdn_url": config.cdn,
        "docs_url": config.docs,
        "files_url": config.files,
        "repository_url": config.repository_url,
        "config": config,
        "api_version": API_VERSION,
        "builder_version": __version__,
        "dataset": dataset,
        "accepted": data.accepted,
        "country_count": len(dataset.records),
        "has_country": {record.cca2 for record in dataset.records}.__contains__,
        "coverage": partial(_countries_with, dataset),
        "codes_without": partial(_codes_without, dataset.records),
        "holiday_years": _holiday_years(dataset),
        "example": partial(_example, data),
        "conditional_example": partial(_conditional_example, data),
        "examples": data.examples,
        "routes": interface.routes,
        "families": FAMILIES,
        "references": data.references,
        "path_of": path_of,
        "parameters": PARAMETERS,
        "parameters_of": partial(parameters_of, interface.routes),
        "bounds": bounds_of,
        "limits": {**BOUNDS, "list": LIST_MAX_LIMIT, "codes": MAX_CODES},
        "headers": HEADERS,
        "cache": CACHE,
        "metrics": interface.ranked_metrics,
        "record_objects": schemas_below(schemas, "Country"),
        "describe_object": partial(describe_object, schemas),
        "field_line": partial(field_line, schemas),
        "field_table": partial(field_table, schemas),
        "typescript": partial(answer_declarations, schemas),
        "hosts": host_declarations(),
        "home": HOME,
        "page_named": partial(page_named, data),
        # An extension that makes HTML replaces this by the pages of the menu.
        "html_pages": (),
        "has_page": data.once(pages_by_name).__contains__,
        "extension_names": [extension.name for extension in data.site.extensions],
        **{name: value for extension in data.site.extensions for name, value in extension.shared(data).items()},
    }


def _example(data: DocumentData, target: str, *, found: bool = True, **more: Any) -> str:
    """Show the answer to *target*. If it should be *found*, a value that the site lacks is replaced by another."""
    return fenced_exchange(data.ask, data.examples.target(target) if found else target, **more)


def _conditional_example(data: DocumentData, target: str) -> str:
    """Show a second request for *target*, with the ETag of the first answer."""
    target = data.examples.target(target)
    etag = dict(data.ask(target).headers)["ETag"]
    return fenced_exchange(data.ask, target, ("ETag",), ifNoneMatch=etag)


def _countries_with(dataset: Dataset, path: str) -> int:
    """Count the countries that have the field at *path*."""
    return sum(value_at(record.value, path) is not None for record in dataset.records)


def _codes_without(records: Sequence[Record], path: str, required: str) -> list[str]:
    """List the alpha-2 codes of the countries that have the field *required*, but not the field *path*."""
    having = (record for record in records if value_at(record.value, required) is not None)
    return [record.cca2 for record in having if value_at(record.value, path) is None]


def _holiday_years(dataset: Dataset) -> str:
    """Name the years whose holidays records have."""
    years = {year for record in dataset.records for year in record.value.get("holidays", {}).get("years", ())}
    return " and ".join(map(str, sorted(years)))
