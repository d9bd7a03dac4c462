"""The files below ``/.well-known/``: the API catalog, and where the config has a contact, ``security.txt``.

Hosts send them without the function, and the catalog with a type of its own.
"""

import orjson

from builder.config import Config
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
    """List the API as a linkset (RFC 9264): itself, and by the relations of RFC 8631 what describes it."""
    api, files = f"{config.base_url}/{API_FOLDER}", config.files
    described = {
        "service-desc": [_link(f"{files}/openapi.json", "application/json")],
        "service-doc": [_link(f"{config.docs}/", "text/html"), _link(f"{files}/llms.txt", "text/plain")],
        "service-meta": [_link(f"{config.docs}/downloads/datapackage.json", "application/json")],
        "status": [_link(f"{config.base_url}/{HEALTH.removesuffix('.json')}", "application/json")],
        "license": [_link(f"{files}/licences.txt", "text/plain")],
    }
    catalog = {"anchor": f"{config.base_url}/{API_CATALOG}", "item": [_link(api, "application/json")]}
    return {"linkset": [catalog, {"anchor": api, **described}]}


def _link(href: str, media_type: str) -> dict[str, str]:
    return {"href": href, "type": media_type}


def security_txt(config: Config) -> str:
    """Say whom to tell of a weakness (RFC 9116)."""
    security = config.security
    lines = [f"Contact: {contact}" for contact in security.contact]
    lines += [f"Expires: {security.expires}T00:00:00Z", f"Canonical: {config.base_url}/{SECURITY_TXT}"]
    lines += [f"Policy: {security.policy}"] if security.policy else []
    return "".join(f"{line}\n" for line in [*lines, "Preferred-Languages: en"])
