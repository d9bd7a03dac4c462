"""The values of the guides: each function makes what one template in ``pages/``, or several, can use."""

from collections.abc import Mapping
from functools import partial
from math import ceil

import orjson

from builder import API_VERSION, __version__
from builder.api.field_paths import value_at
from builder.api.headers import CACHE, HEADERS
from builder.api.json_schemas import schemas, schemas_below
from builder.api.parameters import (
    DEFAULT_LIMIT,
    LIMIT,
)
from builder.api.provenance import DERIVED
from builder.api.route import FAMILIES, FAMILY_TITLES
from builder.dataset_types import FieldProvenance
from builder.documents.document_data import DocumentData
from builder.documents.pages.page import Values
from builder.documents.values.http_examples import conditional_exchange
from builder.documents.values.object_tables import describe_object, field_line, objects_used
from builder.documents.values.reference import EXAMPLE_COUNTRY, REFERENCES, RoutePage, path_of, samples_of
from builder.documents.values.typescript import declare_answers
from builder.host_declarations import ANSWERS, WINDOWS, host_declarations
from builder.output_paths import is_window
from builder.site.site import Site
from builder.types import Dataset, JsonObject

# Megabits a second at which a first deployment is expected to send its files.
_UPLOAD_RATE = 10


def client(data: DocumentData) -> Values:
    """Return the sizes in bytes of what a program can import from the npm package."""
    sizes = {record.cca2: len(record.body) for record in data.site.dataset.records}
    least, most = min(sizes.values()), max(sizes.values())
    codes = len(orjson.dumps([*sizes]))
    one = sizes.get("DE", least)
    return {"sizes": {"codes": codes, "one": one, "smallest": least, "largest": most, "all": sum(sizes.values())}}


def filters(data: DocumentData) -> Values:
    """Return the known issues of single values."""
    return {"local_issues": data.site.dataset.reference["local-issues"]}


def accepted_values(data: DocumentData) -> Values:
    """List every value that a route accepts."""
    dataset = data.site.dataset
    return {
        "accepted": data.accepted,
        "dataset": dataset,
        "local_issues": dataset.reference["local-issues"],
    }


def record(data: DocumentData) -> Values:
    """Describe the objects of a record, and say which of them a record has."""
    return {
        "record_objects": schemas_below(schemas(), "Country"),
        "objects_used": objects_used([one.value for one in data.site.dataset.records]),
        "describe_object": describe_object,
    }


def headers(data: DocumentData) -> Values:
    """Describe the headers of responses."""
    return {"headers": HEADERS, "cache": CACHE, "conditional_example": partial(conditional_exchange, data.ask)}


def static_addresses(data: DocumentData) -> Values:
    """Return the size of the window that the page quotes."""
    return {"window_size": _window_size(data.site)}


def reference(_data: DocumentData) -> Values:
    """Return the families of routes, and the pages of their routes."""
    return {"families": FAMILIES, "family_titles": FAMILY_TITLES, "references": REFERENCES}


def typescript(_data: DocumentData) -> Values:
    """Declare the types of answers."""
    return {"typescript": declare_answers()}


def route_page(page: RoutePage, data: DocumentData) -> Values:
    """Describe the routes on one reference page."""
    return {
        "reference": page,
        "samples": partial(samples_of, base_url=data.site.config.base_url),
        "example_country": EXAMPLE_COUNTRY,
    }


def data_sources(data: DocumentData) -> Values:
    """Describe the source of each field, and what it covers."""
    dataset = data.site.dataset
    provenance = dataset.sources["provenance"]
    return {
        "sources": dataset.sources["sources"],
        "provenance": [_sources_of(field, entry) for field, entry in provenance.items()],
        "derived": DERIVED,
        "coverage": partial(_countries_with_field, dataset),
        "covered": _covered(dataset),
        "disputed": dataset.reference["disputed-places"]["places"],
        "land": dataset.reference["land"]["sums"],
        "outside": sum(map(len, dataset.reference["outside-outline"].values())),
        "unconfirmed": sum(len(entry.get("unconfirmed", ())) for entry in provenance.values()),
        "credits": [notice["credit"] for notice in dataset.sources.get("licences", {}).get("notices", ())],
        "holiday_years": holiday_years(dataset),
        "passed_estimates": _passed_estimates(data.site),
    }


def builder_version(_data: DocumentData) -> Values:
    """Return the version of the builder."""
    return {"version": __version__}


def version(_data: DocumentData) -> Values:
    """Return the version of the interface."""
    return {"version": API_VERSION}


def host_page(data: DocumentData) -> Values:
    """Say what a first deployment to a host sends, and what a host costs."""
    return {"upload_of": partial(_upload_of, data.sizes), "cost_of": _cost_of}


def prices(_data: DocumentData) -> Values:
    """Return the prices of hosts."""
    return {"prices": [host.price for host in host_declarations().values() if host.price]}


def architecture(data: DocumentData) -> Values:
    """Count the files of answers and images."""
    return {"page_count": len(data.sizes)}


def llms(data: DocumentData) -> Values:
    """Return what the index for language models says of routes and records."""
    return {
        "path_of": path_of,
        "record_objects": schemas_below(schemas(), "Country"),
        "field_line": field_line,
        "requests_for_all": _requests_for_all(data.site.dataset),
    }


def _upload_of(sizes: Mapping[str, int], host: str) -> Mapping[str, float]:
    """Say what a first deployment to *host* sends: files, megabytes, and minutes at a rate in Mbit/s."""
    use = host_declarations()[host].function_use
    # Where static URLs are files and windows are not, windows are not sent.
    is_without = ANSWERS in use.without and WINDOWS not in use.without
    files = [size for path, size in sizes.items() if not (is_without and is_window(path))]
    sent = sum(files)
    return {
        "files": len(files),
        "megabytes": sent / 1e6,
        "minutes": sent * 8 / (_UPLOAD_RATE * 1e6) / 60,
        "rate": _UPLOAD_RATE,
    }


def _cost_of(host: str) -> str:
    """Say in a sentence what a host costs; empty for one without prices."""
    price = host_declarations()[host].price
    return price.sentence if price else ""


def _window_size(site: Site) -> int:
    """Return the size of the largest window of Europe that is a file. The documents quote its address."""
    sizes = site.config.pages.country_sizes
    number = site.listings.indexes.get("region", {}).get("europe")
    most = len(site.listings.listings[number].members) if number is not None else DEFAULT_LIMIT
    return min(max(sizes, default=DEFAULT_LIMIT), most)


def _requests_for_all(dataset: Dataset) -> int:
    """Count the requests for all records: the pages of independent countries, and of the others."""
    independent = sum(record.value.get("independent") is True for record in dataset.records)
    largest = LIMIT.maximum or 1
    return ceil(independent / largest) + ceil((len(dataset.records) - independent) / largest)


def _covered(dataset: Dataset) -> list[tuple[str, str]]:
    names = {record.cca2: record.value["name"]["common"] for record in dataset.records}
    notes = dataset.reference["coverage"]
    return [(names[code], note) for code, note in notes.items() if code in names]


def holiday_years(dataset: Dataset) -> str:
    """Name the years whose holidays records have."""
    years = {year for record in dataset.records for year in record.value.get("holidays", {}).get("years", ())}
    return " and ".join(map(str, sorted(years)))


def _passed_estimates(site: Site) -> dict[str, int]:
    """Count the holidays before the dataset's date that are still estimates, by alpha-2 code."""
    items = {record.cca2: record.value.get("holidays", {}).get("items", ()) for record in site.dataset.records}
    counts = {
        code: sum("estimated" in item.get("types", ()) and item["date"] < site.date for item in days)
        for code, days in items.items()
    }
    return {code: count for code, count in counts.items() if count}


def _countries_with_field(dataset: Dataset, path: str) -> int:
    return sum(value_at(record.value, path) is not None for record in dataset.records)


def _sources_of(field: str, entry: FieldProvenance) -> JsonObject:
    """Describe the sources of a field, each with the number of its records and the years of its values."""
    described = []
    countries: set[str] = set()
    for source, dates in entry["sources"].items():
        codes = [code for listed in dates.values() for code in listed]
        countries.update(codes)
        years = sorted(date[:4] for date in dates if date[:4].isdigit())
        span = f", {years[0]}" if years else ""
        if years and years[0] != years[-1]:
            span += f" to {years[-1]}"
        described.append(f"{source} ({len(codes)}{span})")
    if mended := len(entry.get("curated", {})):
        described.append(f"{mended} corrected by hand")
    return {"field": field, "countries": len(countries), "sources": "; ".join(described)}
