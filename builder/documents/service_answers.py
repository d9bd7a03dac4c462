"""Makes what the service says of itself: notice, health, index of static addresses, error bodies, ``/.well-known/``.

Below that folder are the API catalog and, where the config has a contact, ``security.txt``. Hosts send them without the
function, and the catalog with a type of its own.
"""

import orjson

from builder import API_VERSION
from builder.api.host_errors import ERRORS
from builder.api.output_paths import (
    API_CATALOG,
    API_FOLDER,
    HEALTH,
    NOTICE,
    SECURITY_TXT,
    error_path,
    key_segment,
    public_path,
)
from builder.api.types import SCHEMA_VERSION, Asset, Dataset, File, JsonObject
from builder.documents.pages.page_list import pages_by_name
from builder.extensions import extensions
from builder.project.config import Config
from builder.site.site import Site

# What RFC 9727 wants of the answer to a HEAD request (section 2): the relation of its section 3.
CATALOG_LINK = ("Link", f'</{API_CATALOG}>; rel="api-catalog"')


def error_files() -> tuple[File, ...]:
    """Make the body of each error."""
    return tuple(
        File.of(public_path(error_path(status)), orjson.dumps({"message": message, "status": status}))
        for status, message in ERRORS.items()
    )


def make_meta(dataset: Dataset, code: str) -> tuple[Asset, ...]:
    """Make ``/v1/notice`` and ``/health``; *code* is the version of the code, as in the manifest."""
    return (
        Asset("/v1/notice", File.of(public_path(NOTICE), orjson.dumps(dataset.notice)), "json"),
        Asset("/health", File.of(public_path(HEALTH), orjson.dumps(_health(dataset, code))), "json"),
    )


def release_id(revision: str, code: str) -> str:
    """Name a release: the *revision* of its dataset, and the beginning of the version of its *code*."""
    return f"{revision}-{code[:8]}"


def _health(dataset: Dataset, code: str) -> JsonObject:
    checks: dict[str, list[dict[str, object]]] = {
        "dataset:records": [
            {
                "componentType": "datastore",
                "observedValue": len(dataset.records),
                "observedUnit": "records",
                "status": "pass",
            }
        ],
        "dataset:revision": [{"componentType": "datastore", "observedValue": dataset.revision, "status": "pass"}],
    }
    for source in dataset.sources["sources"]:
        checks[f"source:{source['id']}"] = [
            {
                "componentType": "component",
                "observedValue": source["version"],
                "status": "pass",
                "time": f"{source['date']}T00:00:00Z",
            }
        ]
    return {
        "status": "pass",
        "version": API_VERSION,
        "releaseId": release_id(dataset.revision, code),
        "description": "Country records as a static site. A static file cannot detect an outage: this is the state of "
        "the dataset when the site was built.",
        "checks": checks,
    }


def static_index(site: Site) -> bytes:
    """Make the index: for each route and key, the number of matches, and the folder of the windows if it has several.

    A key is a path segment. A value that is given in the query follows after a slash.
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


def make_well_known(config: Config) -> tuple[Asset, ...]:
    """Make the files. The same config gives the same bytes."""
    catalog = orjson.dumps(api_catalog(config))
    files = [Asset(f"/{API_CATALOG}", File.of(public_path(API_CATALOG), catalog), "linkset", headers=(CATALOG_LINK,))]
    if config.security.contact:
        text = security_txt(config).encode()
        files.append(Asset(f"/{SECURITY_TXT}", File.of(public_path(SECURITY_TXT), text), "txt"))
    return tuple(files)


def api_catalog(config: Config) -> JsonObject:
    """List the APIs as a linkset (RFC 9264): each, and by the relations of RFC 8631 what describes it."""
    base, files = config.base_url, config.files
    package = [_link(f"{config.docs}/downloads/datapackage.json", "application/json")]
    shared = {
        "service-doc": [_link(f"{config.docs}/", "text/html"), _link(f"{files}/llms.txt", "text/plain")],
        **({"service-meta": package} if "downloads" in pages_by_name() else {}),
        "status": [_link(f"{base}/{HEALTH.removesuffix('.json')}", "application/json")],
        "license": [_link(f"{files}/licences.txt", "text/plain")],
    }
    descriptions = {f"{base}/{API_FOLDER}": f"{files}/openapi.json"}
    for extension in extensions():
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
