"""Makes the generated modules of the edge function from records, listings and routes."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from itertools import chain
from typing import cast

import orjson

from builder.api.field_types import value_at
from builder.api.headers import CACHE, MAX_IGNORED, MAX_LINKS, OPTIONS, TYPES, common
from builder.api.json_schemas import members_of
from builder.api.metrics import RANKED_METRICS
from builder.api.output_paths import (
    DOCS_FOLDER,
    EDGE,
    FILES,
    MANIFEST,
    MISSING_PAGE,
    PUBLIC,
    RECORDS,
    TABLES_FOLDER,
    WELL_KNOWN_FOLDER,
    public_path,
)
from builder.api.parameters import (
    CATALOG_SIZES,
    MAX_DIGITS,
    MAX_FIELD_DEPTH,
    MAX_FIELD_PATHS,
    MAX_LIMIT,
    MAX_SEED,
    MAX_TARGET,
    PARAMETERS,
    Parameter,
)
from builder.api.record_model import Country
from builder.api.route import Route
from builder.api.routes import site_routes
from builder.api.types import SCHEMA_VERSION, Asset, Catalog, Dataset, File, JsonObject, Listing, Listings
from builder.javascript.manifest import (
    AssetEntry,
    CatalogEntry,
    ListingEntry,
    Manifest,
    RouteEntry,
    manifest_module,
    records_module,
    searched_names,
)
from builder.project.config import Config

_MISSING = f"/{MISSING_PAGE}"
# The folders of files at their own paths alone.
_ALONE = (f"/{TABLES_FOLDER}/", f"/{WELL_KNOWN_FOLDER}/")


def make_manifest(
    dataset: Dataset, listings: Listings, catalogs: Sequence[Catalog], config: Config, code: str
) -> Manifest:
    """Make the manifest of a site without assets; ``edge/core/types.d.ts`` declares its type.

    *code* is the result of ``code_version`` for the code that makes the answers.
    """
    everything = tuple(range(len(dataset.records)))
    known = {
        "region": _known(dataset, "region"),
        "continent": _known(dataset, "continents"),
        "rank": [metric.name for metric in RANKED_METRICS],
    }
    return {
        "revision": dataset.revision,
        "code": code,
        "schemaVersion": SCHEMA_VERSION,
        "routes": [_route(route, known) for route in site_routes(has_flag_host=config.has_flag_host)],
        "params": {key: _parameter(parameter) for key, parameter in PARAMETERS.items()},
        "bounds": {
            "digits": MAX_DIGITS,
            "fieldPaths": MAX_FIELD_PATHS,
            "fieldDepth": MAX_FIELD_DEPTH,
            "target": MAX_TARGET,
            "links": MAX_LINKS,
            "ignored": MAX_IGNORED,
            "seed": MAX_SEED,
        },
        "fields": members_of(Country),
        "policy": {
            "limits": config.pages.sizes(),
            "catalogLimits": CATALOG_SIZES,
        },
        "headers": {
            "common": common(dataset.revision),
            "options": OPTIONS,
            "cache": CACHE,
            "types": TYPES,
            "sets": (),
        },
        "cca2": [record.cca2.lower() for record in dataset.records],
        "digests": [record.digest for record in dataset.records],
        "codes": listings.codes,
        "former": listings.former,
        "listings": [_listing(listing, everything) for listing in listings.listings],
        "indexes": listings.indexes,
        "aliases": {
            index: [key for key in keys if key not in own]
            for index, keys in listings.indexes.items()
            if (own := {*listings.canonical_keys.get(index, keys)}) != keys.keys()
        },
        "metrics": {metric.name: {"definition": metric.definition} for metric in RANKED_METRICS},
        "names": searched_names(listings.names),
        "capitals": searched_names(listings.capitals),
        "catalogs": {catalog.kind: _catalog(catalog) for catalog in catalogs},
        "assets": {},
        "missing": None,
        "flags": {"svg": f"{config.cdn}/svg/", "png": f"{config.cdn}/png/"},
        "fallback": config.current.fallback,
        "countryHeader": config.current.header,
    }


def code_version(*folders: Mapping[str, str]) -> str:
    """Hash the code that makes answers: the modules in *folders*, sources by file name.

    Entity tags depend on it, so that clients do not get 304 after a release that changes answers.
    """
    return _hash(*(text for modules in folders for item in sorted(modules.items()) for text in item), size=16)


def _hash(*texts: str, size: int = 8) -> str:
    return blake2b("\0".join(texts).encode(), digest_size=size).hexdigest()


def for_function(assets: Iterable[Asset]) -> list[Asset]:
    """Keep the assets that the function must know; hosts send the others by themselves.

    These are texts and JSON, which are also at their address with a slash; files whose address is not their path; and
    the page for missing addresses.
    """
    return [
        one
        for one in assets
        if (one.type in ("json", "txt") and not one.address.startswith(_ALONE))
        or one.file.path != public_path(one.address[1:])
        or one.address == _MISSING
    ]


def sent_by_hosts(assets: Iterable[Asset]) -> list[Asset]:
    """Keep the assets that hosts send by themselves."""
    known = {asset.address for asset in for_function(assets)}
    return [asset for asset in assets if asset.address not in known]


def list_files(assets: Iterable[Asset]) -> File:
    """List by address the files that hosts send by themselves, each with its type, cache and set of headers."""
    own = sent_by_hosts(assets)
    sets = list(dict.fromkeys(asset.headers for asset in own))
    files = {
        asset.address: (asset.file.path.removeprefix(PUBLIC), asset.type, asset.cache, sets.index(asset.headers))
        for asset in own
    }
    return File.of(FILES, orjson.dumps({"sets": sets, "files": files}))


def with_assets(manifest: Manifest, assets: Sequence[Asset]) -> Manifest:
    """Add *assets* to *manifest*. The page for missing addresses has no address."""
    sets = list(dict.fromkeys(asset.headers for asset in assets if asset.headers))
    missing = next((asset for asset in assets if asset.address == _MISSING), None)
    return {
        **manifest,
        "headers": {**manifest["headers"], "sets": sets},
        "assets": {asset.address: _asset(asset, manifest["code"], sets) for asset in assets if asset is not missing},
        "missing": missing
        and {
            "folder": f"/{DOCS_FOLDER}/",
            "body": missing.file.body.decode(),
            "headerSet": sets.index(missing.headers),
        },
    }


def make_edge(manifest: Manifest, dataset: Dataset, core: Mapping[str, str]) -> tuple[File, ...]:
    """Make the files of ``edge/``: the unchanged core, and the modules of the manifest and the records."""
    return (
        *(File.of(f"{EDGE}{name}", source.encode()) for name, source in core.items()),
        manifest_module(MANIFEST, manifest),
        records_module(RECORDS, dataset.records),
    )


def _route(route: Route, known: Mapping[str, Sequence[str]]) -> RouteEntry:
    optional = {
        "index": route.index,
        "exact": route.exact,
        "maxLimit": route.max_limit if route.has_smaller_pages else None,
        "catalog": route.catalog,
        "flag": route.image,
        "max": route.max_values,
        "missing": route.missing.replace("{known}", ", ".join(known.get(route.index, ()))),
        "static": route.static,
    }
    entry = {"path": route.path, "kind": route.kind, "params": route.params}
    return cast("RouteEntry", entry | {name: value for name, value in optional.items() if value})


def _listing(listing: Listing, everything: tuple[int, ...]) -> ListingEntry:
    members = None if listing.members == everything else listing.members
    entry: ListingEntry = {"folder": listing.name, "members": members}
    return {**entry, "maxLimit": listing.max_limit} if listing.max_limit < MAX_LIMIT else entry


def _parameter(parameter: Parameter) -> JsonObject:
    members = ("name", "type", "minimum", "maximum", "default", "enum")
    values = {name: getattr(parameter, name) for name in members}
    return {name: value for name, value in values.items() if value not in (None, ())}


def _known(dataset: Dataset, field: str) -> list[str]:
    """List the distinct values of a field that holds a string or a list of strings."""
    values = (value_at(record.value, field) or [] for record in dataset.records)
    return sorted({text for value in values for text in (value if isinstance(value, list) else [value])})


def _catalog(catalog: Catalog) -> CatalogEntry:
    items = [item.decode() for item in catalog.items]
    return {"total": len(items), "items": items, "digest": File.of("", catalog.window(len(items), 0)).identity}


def _asset(asset: Asset, code: str, sets: Sequence[tuple[tuple[str, str], ...]]) -> AssetEntry:
    entry: AssetEntry = {
        "type": asset.type,
        "cache": asset.cache,
        "digest": _hash(asset.file.identity, asset.type, *chain.from_iterable(asset.headers), code),
    }
    if asset.file.path != public_path(asset.address[1:]):
        entry["file"] = asset.file.path.removeprefix(PUBLIC)
    return {**entry, "headerSet": sets.index(asset.headers)} if asset.headers else entry
