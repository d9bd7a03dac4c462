"""A host of its own for the flags: its part of the site, and the codes that it redirects from."""

from collections.abc import Iterator, Mapping
from typing import Any

from builder.core.modules import manifest_module
from builder.stages.hosts.deployment import Deployment
from builder.types import File


def flag_manifest(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """Take from a manifest what a host needs that serves ``public/flags/`` as its root: redirects and images alone."""
    routes = [{**route, "path": route["path"].removeprefix("/flags")} for route in flag_routes(manifest)]
    assets = {
        address.removeprefix("/flags"): asset | {"file": asset["file"].removeprefix("flags/")}
        for address, asset in manifest["assets"].items()
        if address.startswith("/flags/")
    }
    nothing: dict[str, Any] = {
        "listings": [],
        "indexes": {},
        "known": {},
        "names": [],
        "capitals": [],
        "catalogs": {},
        "metrics": {},
    }
    return {**manifest, **nothing, "routes": routes, "assets": assets}


def flag_site(deployment: Deployment, folder: str) -> tuple[File, File]:
    """Make the two site modules of a flag host in *folder*."""
    return (
        manifest_module(f"{folder}/manifest.js", flag_manifest(deployment.manifest)),
        File.of(f"{folder}/records.js", b"export const records = [];\n"),
    )


def flag_routes(manifest: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Find the routes that redirect to images."""
    return [route for route in manifest["routes"] if route["kind"] == "flag"]


def spelled_codes(manifest: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield every code in lower case as callers may spell it, each with the cca2 of its record.

    A table of a host cannot pad a number, so it needs those without their zeros too.
    """
    for code, number in manifest["codes"].items():
        cca2 = manifest["cca2"][number]
        yield code, cca2
        if code.isdecimal():
            yield from ((code[zeros:], cca2) for zeros in range(1, len(code) - len(code.lstrip("0")) + 1))
