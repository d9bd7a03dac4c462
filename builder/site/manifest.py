"""Makes the generated modules of the edge function from records, listings and routes."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

import orjson

from builder.api.error_messages import ERRORS
from builder.api.extension import Extension
from builder.api.field_types import value_at
from builder.api.output_paths import (
    DOCS_FOLDER,
    EDGE,
    FILES,
    MANIFEST,
    MISSING_PAGE,
    PUBLIC,
    RECORDS,
    public_path,
)
from builder.api.parameters import BOUNDS, CATALOG_SIZES, MAX_LIMIT, PARAMETERS, Parameter
from builder.api.response_headers import CACHE, OPTIONS, TYPES, common
from builder.api.route_type import Route
from builder.api.routes import answered_routes
from builder.api.types import SCHEMA_VERSION, Catalog, Dataset, Entry, JsonObject, Listing, Listings, digest
from builder.javascript.manifest import Manifest, manifest_module, records_module, searched_names
from builder.project.config import Config

_MISSING = public_path(MISSING_PAGE)
_PAGE = re.compile(rf"(?:/{DOCS_FOLDER})?/[^/]+[.]html")
# The part of a message that names the address of a guide's text.
_NAMED_GUIDE = re.compile(rf"(?:;|, and) /{DOCS_FOLDER}/([a-z0-9-]+)[.]txt[^.]*")


def make_manifest(
    dataset: Dataset,
    listings: Listings,
    catalogs: Sequence[Catalog],
    config: Config,
    *,
    code: str,
    values: Mapping[str, bytes],
    extensions: Sequence[Extension],
) -> Manifest:
    """Make the manifest of a site without documents; ``edge/core/types.d.ts`` declares its type.

    *code* is the result of ``code_version`` for the code that makes the answers, *values* are the answers that depend
    on nothing in a request.
    """
    interface = dataset.interface
    all_numbers = tuple(range(len(dataset.records)))
    known_values = {
        "region": _distinct_values(dataset, "region"),
        "continent": _distinct_values(dataset, "continents"),
        "rank": [metric.name for metric in interface.ranked_metrics],
    }
    return {
        "revision": dataset.revision,
        "code": code,
        "schemaVersion": SCHEMA_VERSION,
        # Routes of documents are left out, because hosts send these files by themselves.
        "routes": [
            _route(route, known_values, config)
            for route in answered_routes(interface.routes, has_flag_host=config.has_flag_host)
            if route.family != "documents"
        ],
        "params": {key: _parameter(parameter) for key, parameter in PARAMETERS.items()},
        "bounds": BOUNDS,
        "fields": interface.fields,
        "policy": {
            "limits": config.pages.sizes(),
            "catalogLimits": CATALOG_SIZES,
        },
        "headers": {
            "common": common(dataset.revision),
            "options": OPTIONS,
            "cache": CACHE,
            "types": TYPES,
        },
        "cca2": [record.cca2.lower() for record in dataset.records],
        "digests": [record.digest for record in dataset.records],
        "codes": listings.codes,
        "former": listings.former,
        "listings": [_listing(listing, all_numbers) for listing in listings.listings],
        "indexes": {
            index: {
                key: number if key in listings.canonical_keys.get(index, keys) else ~number
                for key, number in keys.items()
            }
            for index, keys in listings.indexes.items()
        },
        "metrics": {metric.name: {"definition": metric.definition} for metric in interface.ranked_metrics},
        "names": searched_names(listings.names),
        "capitals": searched_names(listings.capitals),
        "catalogs": {catalog.kind: _catalog(catalog) for catalog in catalogs},
        "values": {
            path: {"body": body.decode(), "digest": digest(b"%b\0%b" % (body, code.encode()))}
            for path, body in values.items()
        },
        "addresses": (),
        "advice": {key: _published(text, config) for one in extensions for key, text in one.advice.items()},
        "missingPage": None,
        "flags": {"svg": f"{config.cdn}/svg/", "png": f"{config.cdn}/png/"},
        "fallback": config.current.fallback,
        "failure": ERRORS[500],
        "countryHeader": config.current.header,
    }


def code_version(*folders: Mapping[str, str]) -> str:
    """Hash the code that makes answers: the modules in *folders*, sources by file name.

    Entity tags depend on it, so that clients do not get 304 after a release that changes answers.
    """
    texts = (text for modules in folders for item in sorted(modules.items()) for text in item)
    return blake2b("\0".join(texts).encode(), digest_size=16).hexdigest()


def with_documents(manifest: Manifest, entries: Iterable[Entry]) -> Manifest:
    """Add to *manifest* the page for missing addresses, and the addresses to which the core redirects.

    The core redirects, for example, from an address without its ending. The addresses are those of texts, descriptions
    and folders, and of pages in the root and in the documents' folder.
    """
    addresses: list[str] = []
    missing: JsonObject | None = None
    for entry in entries:
        if entry.path == _MISSING:
            missing = {"folder": f"/{DOCS_FOLDER}/", "file": MISSING_PAGE, "headers": entry.headers}
        elif entry.address.endswith(("/", ".txt", "/openapi.json")) or _PAGE.fullmatch(entry.address):
            addresses.append(entry.address)
    return {**manifest, "addresses": addresses, "missingPage": missing}


def list_files(entries: Iterable[Entry]) -> Entry:
    """Make the list of the files that hosts send by themselves, by address: path, type, cache and set of headers."""
    sent = [entry for entry in entries if entry.address]
    sets = list(dict.fromkeys(entry.headers for entry in sent))
    files = {
        entry.address: (entry.path.removeprefix(PUBLIC), entry.type, entry.cache, sets.index(entry.headers))
        for entry in sent
    }
    return Entry("", FILES, lambda: orjson.dumps({"sets": sets, "files": files}))


def listed_files(output: Path) -> dict[str, Entry]:
    """Read the list that ``list_files`` made, from the folder *output*. An older builder wrote no list."""
    path = output / FILES
    listed = orjson.loads(path.read_bytes()) if path.exists() else {"files": {}}
    sets = [tuple(map(tuple, headers)) for headers in listed.get("sets", ())]
    return {
        address: Entry(address, public_path(file), (output / PUBLIC / file).read_bytes, kind, cache, sets[number])
        for address, (file, kind, cache, number) in listed["files"].items()
    }


def edge_entries(manifest: Manifest, dataset: Dataset, core: Mapping[str, str]) -> Iterator[Entry]:
    """Yield the files of ``edge/``: the unchanged core, and the modules of the manifest and the records."""
    for name, source in core.items():
        yield Entry("", f"{EDGE}{name}", source.encode)
    yield Entry("", MANIFEST, lambda: manifest_module(manifest).encode())
    yield Entry("", RECORDS, lambda: records_module(dataset.records).encode())


def _published(message: str, config: Config) -> str:
    """Return *message* without its part that names a guide, if the configuration leaves that guide out."""
    return _NAMED_GUIDE.sub(lambda found: "" if found[1] in config.documents.leave_out else found[0], message)


def _route(route: Route, known_values: Mapping[str, Sequence[str]], config: Config) -> JsonObject:
    optional = {
        "index": route.index,
        "exact": route.exact,
        "maxLimit": route.max_limit if route.has_smaller_pages else None,
        "catalog": route.catalog,
        "flag": route.image,
        "max": route.max_values,
        "missing": _published(route.not_found, config).replace("{known}", ", ".join(known_values.get(route.index, ()))),
        "static": route.static,
    }
    required: JsonObject = {"path": route.path, "kind": route.kind, "params": route.params}
    return required | {name: value for name, value in optional.items() if value}


def _listing(listing: Listing, all_numbers: tuple[int, ...]) -> JsonObject:
    members = None if listing.members == all_numbers else listing.members
    required: JsonObject = {"folder": listing.name, "members": members}
    return {**required, "maxLimit": listing.max_limit} if listing.max_limit < MAX_LIMIT else required


def _parameter(parameter: Parameter) -> JsonObject:
    members = ("name", "type", "minimum", "maximum", "default", "enum")
    values = {name: getattr(parameter, name) for name in members}
    return {name: value for name, value in values.items() if value not in (None, ())}


def _distinct_values(dataset: Dataset, field: str) -> list[str]:
    """List the distinct values of a field that has a string or a list of strings."""
    values = (value_at(record.value, field) or [] for record in dataset.records)
    return sorted({text for value in values for text in (value if isinstance(value, list) else [value])})


def _catalog(catalog: Catalog) -> JsonObject:
    items = [item.decode() for item in catalog.items]
    return {"total": len(items), "items": items, "digest": digest(catalog.window(len(items), 0))}
