"""The files below ``/.well-known/``: the API catalog, and where the config has a contact, ``security.txt``.

Hosts send them without the function, and the catalog with a type of its own.
"""

import orjson

from builder.annexes import annexes
from builder.config import Config
from builder.documents.pages.page_list import pages_by_name
from builder.output_paths import API_CATALOG, API_FOLDER, HEALTH, SECURITY_TXT, public_path
from builder.types import Asset, File, JsonObject

# What RFC 9727 wants of the answer to a HEAD request (section 2): the relation of its section 3.
CATALOG_LINK = ("Link", f'</{API_CATALOG}>; rel="api-catalog"')


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
    for annex in annexes():
        descriptions |= {f"{base}/{api}": f"{files}{path}" for api, path in annex.descriptions(config).items()}
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
