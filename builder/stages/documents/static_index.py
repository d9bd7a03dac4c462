"""Makes ``/v1/index.json``: every static address, and the folder of its windows."""

from collections.abc import Iterator
from typing import NotRequired, TypedDict

import orjson

from builder.api.metrics import METRICS
from builder.api.parameters import ORDER, STATUS
from builder.api.routes import ROUTES, Route
from builder.paths import INDEX, key_segment, public_path
from builder.stages.documents.document_data import DocumentData
from builder.types import SCHEMA_VERSION, Asset, File


class IndexEntry(TypedDict):
    """A static address: the number of matches, and the folder of its windows if there are several."""

    total: int
    windows: NotRequired[str]


def make(site: DocumentData) -> tuple[Asset, ...]:
    """Make the index: for each route and key, the number of matches and the folder of the windows."""
    routes: dict[str, dict[str, IndexEntry]] = {}
    for route in ROUTES:
        if route.static and (entries := dict(_entries(route, site))):
            routes[route.path] = entries
    index = {
        "kind": "index",
        "schemaVersion": SCHEMA_VERSION,
        "revision": site.dataset.revision,
        "routes": routes,
    }
    return (Asset(f"/{INDEX}", File.of(public_path(INDEX), orjson.dumps(index)), "json"),)


def _entries(route: Route, site: DocumentData) -> Iterator[tuple[str, IndexEntry]]:
    listings = site.listings
    if route.kind == "catalog":
        (catalog,) = (catalog for catalog in site.catalogs if catalog.kind == route.catalog)
        yield "", {"total": len(catalog.items), "windows": route.path}
    elif route.kind == "codes":
        for code in listings.codes:
            yield code, {"total": 1}
    elif route.kind == "search":
        for name, found in site.find_searches().get(route.path, {}).items():
            yield key_segment(name), {"total": found.total}
    elif route.index:
        for key, indexed_as in _keys(route, site).items():
            listing = listings.listings[listings.indexes[route.index][indexed_as]]
            entry: IndexEntry = {"total": len(listing.members)}
            if len(listing.members) > 1:
                entry["windows"] = f"/{listing.name}"
            yield "/".join(map(key_segment, key.split("/"))), entry
    else:
        yield "", {"total": 1}


def _keys(route: Route, site: DocumentData) -> dict[str, str]:
    """Map the keys of a route to those of its index. A value given in the query is appended to the default's key."""
    if route.kind == "list":
        return {"": ""}
    if route.kind == "independent":
        default = str(STATUS.default).lower()
        return {"" if key == default else key: key for key in site.listings.indexes[route.index]}
    if route.kind == "rank":
        return {
            metric.name.lower() + ("" if order == ORDER.default else f"/{order}"): f"{metric.name}/{order}"
            for metric in METRICS
            for order in (ORDER.default, *(order for order in ORDER.enum if order != ORDER.default))
        }
    return {key: key for key in site.listings.own[route.index]}
