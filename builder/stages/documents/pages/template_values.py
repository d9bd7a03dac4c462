"""The values that templates can use: configuration, routes, parameters, headers, fields, metrics, sources."""

from collections.abc import Mapping, Sequence
from functools import partial
from math import ceil

from builder import __version__
from builder.api.field_paths import value_at
from builder.api.headers import CACHE, HEADERS, MAX_IGNORED
from builder.api.json_schemas import schemas
from builder.api.metrics import METRICS
from builder.api.parameters import (
    CATALOG_LIMIT,
    DEFAULT_LIMIT,
    LIMIT,
    MAX_DIGITS,
    MAX_FIELD_DEPTH,
    MAX_FIELD_PATHS,
    MAX_TARGET,
    PARAMETERS,
    Parameter,
)
from builder.api.provenance import DERIVED
from builder.api.routes import FAMILIES, FAMILY_TITLES, LIST_MAX_LIMIT, MAX_CODES, ROUTES, Family, Route
from builder.host_declarations import ANSWERS, DAILY, DAYS, HOST_DECLARATIONS, MIX, PRICES_AS_OF, WINDOWS
from builder.paths import is_window
from builder.stages.documents.accepted_values import make_accepted_values
from builder.stages.documents.document_data import DocumentData
from builder.stages.documents.pages.http_examples import conditional_exchange, show_exchange
from builder.stages.documents.pages.object_tables import describe_object, field_line, field_table, objects_held
from builder.stages.documents.pages.page_list import INTERACTIVE_PAGES, PAGES, page_named
from builder.stages.documents.pages.reference import REFERENCES, samples_of
from builder.stages.documents.route_examples import EXAMPLE_COUNTRY, path_of
from builder.stages.documents.schema_references import schemas_below
from builder.stages.documents.typescript import declare_answers
from builder.types import Dataset, FieldProvenance, JsonObject

_LIMITS = {
    "limit": LIMIT,
    "catalog": CATALOG_LIMIT,
    "list": LIST_MAX_LIMIT,
    "digits": MAX_DIGITS,
    "paths": MAX_FIELD_PATHS,
    "depth": MAX_FIELD_DEPTH,
    "codes": MAX_CODES,
    "target": MAX_TARGET,
    "ignored": MAX_IGNORED,
}
_PRICES = {
    "as_of": PRICES_AS_OF,
    "days": DAYS,
    "daily": DAILY,
    "mix": MIX,
    "hosts": [
        (host.price, f" with {host.function_use.rule}" if rule else "", host.function_use.share(rule=rule))
        for host in HOST_DECLARATIONS.values()
        if host.price
        for rule in ((False, True) if host.function_use.by_rule else (False,))
    ],
}
# Megabits a second at which a first deployment is expected to send its files.
_UPLOAD_RATE = 10


def make_template_values(site: DocumentData) -> Mapping[str, object]:
    """Make the variables and functions that all templates can use."""
    dataset = site.dataset
    config = site.config
    return {
        "base_url": config.base_url,
        "cdn_url": config.cdn,
        "docs_url": config.docs,
        "files_url": config.files,
        "repository_url": config.repository_url,
        "config": config,
        "version": __version__,
        "limits": _LIMITS,
        "prices": _PRICES,
        "pages": PAGES,
        "interactive_pages": INTERACTIVE_PAGES,
        "page_named": page_named,
        "routes": ROUTES,
        "families": FAMILIES,
        "family_titles": FAMILY_TITLES,
        "references": REFERENCES,
        "parameters": PARAMETERS,
        "parameters_of": parameters_of,
        "bounds": bounds_of,
        "headers": HEADERS,
        "cache": CACHE,
        "metrics": METRICS,
        "dataset": dataset,
        "accepted": make_accepted_values(dataset),
        "local_issues": dataset.reference.get("local-issues", {}),
        "page_count": len(site.sizes),
        "upload_of": partial(_upload_of, site),
        "function_use": {name: host.function_use for name, host in HOST_DECLARATIONS.items()},
        "country_count": len(dataset.records),
        "record_objects": schemas_below(schemas(), "Country"),
        "objects_held": objects_held([record.value for record in dataset.records]),
        "describe_object": describe_object,
        "field_table": field_table,
        "field_line": field_line,
        "requests_for_all": _requests_for_all(dataset),
        "path_of": path_of,
        "example_country": EXAMPLE_COUNTRY,
        "sources": dataset.sources["sources"],
        "holiday_years": _holiday_years(dataset),
        "provenance": [_sources_of(field, entry) for field, entry in dataset.sources["provenance"].items()],
        "derived": DERIVED,
        "coverage": partial(_countries_with_field, dataset),
        "licence": site.licence,
        "window_size": _window_size(site),
        "licences": dataset.sources.get("licences", {}),
        "notices": site.notices,
        "credits": [notice["credit"] for notice in dataset.sources.get("licences", {}).get("notices", ())],
        "covered": _covered(dataset),
        "outside": sum(map(len, dataset.reference.get("outside-outline", {}).values())),
        "unconfirmed": sum(len(entry.get("unconfirmed", ())) for entry in dataset.sources["provenance"].values()),
        "typescript": declare_answers(),
        "samples": partial(samples_of, base_url=config.base_url),
        "example": partial(show_exchange, site.ask),
        "conditional_example": partial(conditional_exchange, site.ask),
    }


def _upload_of(site: DocumentData, host: str) -> Mapping[str, float]:
    """Say what a first deployment to *host* sends: files, megabytes, and minutes at a rate in Mbit/s."""
    use = HOST_DECLARATIONS[host].function_use
    # Where static URLs are files and windows are not, windows are not sent.
    is_without = ANSWERS in use.without and WINDOWS not in use.without
    sizes = [size for path, size in site.sizes.items() if not (is_without and is_window(path))]
    sent = sum(sizes)
    return {
        "files": len(sizes),
        "megabytes": sent / 1e6,
        "minutes": sent * 8 / (_UPLOAD_RATE * 1e6) / 60,
        "rate": _UPLOAD_RATE,
    }


def _window_size(site: DocumentData) -> int:
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
    notes = dataset.reference.get("coverage", {})
    return [(names[code], note) for code, note in notes.items() if code in names]


def _holiday_years(dataset: Dataset) -> str:
    years = {year for record in dataset.records for year in record.value.get("holidays", {}).get("years", ())}
    return " and ".join(map(str, sorted(years)))


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


def parameters_of(families: Sequence[Family]) -> list[Parameter]:
    """List the distinct query parameters of the routes of some families."""
    names = dict.fromkeys(name for route in ROUTES if route.family in families for name in route.params)
    return [PARAMETERS[name] for name in names]


def bounds_of(parameter: Parameter, route: Route | None = None) -> str:
    """Describe the allowed values of a parameter, on *route* if its largest page is smaller than the largest limit."""
    if parameter is LIMIT and route is not None and route.kind == "list":
        most = route.max_limit
        return f"1 to {most}; default {parameter.default}; up to {parameter.maximum} counts as {most}"
    allowed = {
        "integer": f"{parameter.minimum} or more"
        if parameter.maximum is None
        else f"{parameter.minimum} to {parameter.maximum}",
        "boolean": "true or false",
        "enum": " or ".join(parameter.enum),
        "page": "0 or more, random, or randomized",
        "seed": "1 to 64 characters",
        "fields": "names and dot paths",
        "string": "text",
    }[parameter.type]
    if parameter.default is None:
        return allowed
    return f"{allowed}; default {str(parameter.default).lower() if parameter.type == 'boolean' else parameter.default}"
