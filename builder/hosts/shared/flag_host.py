"""A separate host for the flags: its part of the site, and the codes of its redirects."""

from collections.abc import Iterator
from pathlib import Path

from builder.api.output_paths import FLAG_FOLDER
from builder.api.routes import ROUTES
from builder.api.types import Entry
from builder.hosts.shared.deployment import Deployment
from builder.javascript.manifest import Manifest, kinds_module, manifest_module, records_module, searched_names

FLAG_ROUTES = tuple(route for route in ROUTES if route.image and not route.on_flag_host)

# Such a host has no page with the codes.
_MISSING = "No country has the code {}; codes are cca2, cca3 or ccn3, in any case."


def flag_manifest(manifest: Manifest) -> Manifest:
    """Reduce a manifest to redirects and images, for a host that serves ``public/flags/`` as its root."""
    root = f"/{FLAG_FOLDER}"
    return {
        **manifest,
        "listings": [],
        "indexes": {},
        "names": searched_names(()),
        "capitals": searched_names(()),
        "catalogs": {},
        "metrics": {},
        "missing": None,
        "routes": [
            {**route, "path": route["path"].removeprefix(root), "missing": _MISSING}
            for route in manifest["routes"]
            if "flag" in route
        ],
        "addresses": (),
    }


def flag_site(deployment: Deployment, folder: str) -> tuple[Entry, ...]:
    """Make the generated modules of a flag host, in *folder*."""
    return (
        Entry.of(f"{folder}/manifest.js", manifest_module(flag_manifest(deployment.manifest)).encode()),
        Entry.of(f"{folder}/records.js", records_module(()).encode()),
        *(Entry.of(f"{folder}/{Path(path).name}", text.encode()) for path, text in kinds_module().items()),
    )


def code_spellings(manifest: Manifest) -> Iterator[tuple[str, str]]:
    """Yield every accepted code in lower case, each with the cca2 of its record.

    Numeric codes are also yielded without leading zeros, because a table of a host cannot pad numbers.
    """
    for code, number in manifest["codes"].items():
        cca2 = manifest["cca2"][number]
        yield code, cca2
        if code.isdecimal():
            yield from ((code[zeros:], cca2) for zeros in range(1, len(code) - len(code.lstrip("0")) + 1))
