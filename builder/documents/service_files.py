"""Lists files about the service as a whole: the index of static addresses, error bodies, ``/.well-known/``.

Below ``/.well-known/`` are the API catalog and, where the config has a contact, ``security.txt``.
"""

from collections.abc import Iterator, Sequence
from functools import partial

import orjson

from builder.api.error_messages import ERRORS
from builder.api.extension import Extension
from builder.api.output_paths import (
    API_CATALOG,
    API_FOLDER,
    HEALTH,
    INDEX,
    SECURITY_TXT,
    error_path,
    key_segment,
    public_path,
)
from builder.api.types import SCHEMA_VERSION, Entry, JsonObject
from builder.documents.document_data import DocumentData
from builder.project.config import Config
from builder.site.site import Site

# RFC 9727, section 2: the answer to a HEAD request has a Link with the relation of section 3.
CATALOG_LINK = ("Link", f'</{API_CATALOG}>; rel="api-catalog"')


def service_files(data: DocumentData) -> Iterator[Entry]:
    """Yield the entries of the files about the service. Error bodies have no address: no caller requests them."""
    config = data.site.config
    yield Entry(f"/{INDEX}", public_path(INDEX), partial(static_index, data.site), "json")
    for status, message in ERRORS.items():
        body = orjson.dumps({"message": message, "status": status})
        yield Entry("", public_path(error_path(status)), lambda body=body: body, "json")  # type: ignore[misc]
    catalog = partial(api_catalog, config, data.site.extensions)
    yield Entry(
        f"/{API_CATALOG}",
        public_path(API_CATALOG),
        lambda: orjson.dumps(catalog()),
        "linkset",
        headers=(CATALOG_LINK,),
    )
    if config.security.contact:
        yield Entry(f"/{SECURITY_TXT}", public_path(SECURITY_TXT), lambda: security_txt(config).encode(), "txt")


def static_index(site: Site) -> bytes:
    """Make the index: for each route and key, the number of matches, and the folder of windows for several matches.

    A key is a path segment. If a query selects the answer, its value follows the key after a slash.
    """
    routes: dict[str, JsonObject] = {}
    for row in site.answers:
        if row.route.static and (row.file or row.query):
            entry: JsonObject = {"total": len(row.members)}
            if row.folder and len(row.members) > 1:
                entry["windows"] = f"/{row.folder}"
            value = row.query.partition("=")[2]
            key = "/".join(filter(None, (key_segment(row.key), value)))
            routes.setdefault(row.route.path, {})[key] = entry
    index = {
        "kind": "index",
        "schemaVersion": SCHEMA_VERSION,
        "revision": site.dataset.revision,
        "routes": routes,
    }
    return orjson.dumps(index)


def api_catalog(config: Config, extensions: Sequence[Extension] = ()) -> JsonObject:
    """List the APIs as a linkset (RFC 9264), each with links to what describes it (RFC 8631)."""
    base, files = config.base_url, config.files
    relations: dict[str, list[dict[str, str]]] = {"service-doc": []}
    for relation, path, media_type in (link for extension in extensions for link in extension.links):
        relations.setdefault(relation, []).append(_link(f"{config.docs}/{path}", media_type))
    relations["service-doc"].append(_link(f"{files}/llms.txt", "text/plain"))
    shared = {
        **relations,
        "status": [_link(f"{base}/{HEALTH.removesuffix('.json')}", "application/json")],
        "license": [_link(f"{files}/licences.txt", "text/plain")],
    }
    descriptions = {f"{base}/{API_FOLDER}": f"{files}/openapi.json"}
    for extension in extensions:
        descriptions |= {f"{base}/{api}": f"{files}{path}" for api, path in extension.descriptions(config).items()}
    items = [_link(api, "application/json") for api in descriptions]
    contexts = [
        {"anchor": api, "service-desc": [_link(description, "application/json")], **shared}
        for api, description in descriptions.items()
    ]
    return {"linkset": [{"anchor": f"{base}/{API_CATALOG}", "item": items}, *contexts]}


def _link(href: str, media_type: str) -> dict[str, str]:
    return {"href": href, "type": media_type}


def security_txt(config: Config) -> str:
    """Make ``security.txt`` (RFC 9116): contact, expiry date and policy."""
    security = config.security
    lines = [f"Contact: {contact}" for contact in security.contact]
    lines += [f"Expires: {security.expires}T00:00:00Z", f"Canonical: {config.base_url}/{SECURITY_TXT}"]
    lines += [f"Policy: {security.policy}"] if security.policy else []
    return "".join(f"{line}\n" for line in [*lines, "Preferred-Languages: en"])
