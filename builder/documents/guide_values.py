"""The values of the guides: each function makes what one template in ``pages/``, or several, can use."""

from collections.abc import Callable, Mapping
from functools import partial

from builder.api.field_types import value_at
from builder.api.headers import CACHE, HEADERS
from builder.api.json_schemas import schemas_below
from builder.api.route import FAMILIES
from builder.api.types import Dataset
from builder.documents.document_data import DocumentData
from builder.documents.http_examples import conditional_exchange
from builder.documents.object_tables import describe_object, field_line
from builder.documents.page import Values
from builder.documents.reference import RoutePage, path_of
from builder.documents.samples import samples_of
from builder.documents.typescript import declare_answers


def record(data: DocumentData) -> Values:
    """Describe the objects of a record."""
    schemas = data.site.interface.schemas
    return {
        "record_objects": schemas_below(schemas, "Country"),
        "describe_object": partial(describe_object, schemas),
    }


def headers(data: DocumentData) -> Values:
    """Describe the headers of responses."""
    return {"headers": HEADERS, "cache": CACHE, "conditional_example": partial(_conditional_example, data)}


def _conditional_example(data: DocumentData, target: str) -> str:
    return conditional_exchange(data.ask, data.examples.target(target))


def reference(data: DocumentData) -> Values:
    """Return the families of routes, and the pages of their routes."""
    return {"families": FAMILIES, "references": data.references}


def typescript(data: DocumentData) -> Values:
    """Declare the types of answers."""
    return {"typescript": declare_answers(data.site.interface.schemas)}


def route_page(page: RoutePage, data: DocumentData) -> Values:
    """Describe the routes on one reference page."""
    return {
        "reference": page,
        "samples": samples_of(data.jinja, page, data.examples.target(page.example), data.site.config.base_url),
    }


def data_sources(data: DocumentData) -> Values:
    """Say for how many countries fields are known, and for which years holidays are."""
    dataset = data.site.dataset
    records = [record.value for record in dataset.records if "capital" in record.value]
    return {
        "uncounted": [one["cca2"] for one in records if value_at(one, "capitalInfo.population") is None],
        "coverage": partial(_countries_with_field, dataset),
        "holiday_years": holiday_years(dataset),
    }


def llms(data: DocumentData) -> Values:
    """Return what the index for language models says of routes and records."""
    schemas = data.site.interface.schemas
    return {
        "path_of": path_of,
        "record_objects": schemas_below(schemas, "Country"),
        "field_line": partial(field_line, schemas),
    }


VALUES: Mapping[str, Callable[[DocumentData], Values]] = {
    "record": record,
    "headers": headers,
    "reference": reference,
    "typescript": typescript,
    "data-sources": data_sources,
}
"""The functions of the guides that have values of their own, by name."""


def holiday_years(dataset: Dataset) -> str:
    """Name the years whose holidays records have."""
    years = {year for record in dataset.records for year in record.value.get("holidays", {}).get("years", ())}
    return " and ".join(map(str, sorted(years)))


def _countries_with_field(dataset: Dataset, path: str) -> int:
    return sum(value_at(record.value, path) is not None for record in dataset.records)
