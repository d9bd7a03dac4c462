"""Folders that a host may serve by itself, without the function: images, whose headers do not differ by file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ImageFolder:
    """A folder of ``public/`` whose files are their own addresses, and the headers of each, its type included."""

    path: str
    headers: tuple[tuple[str, str], ...]


def direct_folders(manifest: Mapping[str, Any]) -> tuple[ImageFolder, ...]:
    """Find the folders of the second level that hold nothing but images with the same headers."""
    found: dict[str, set[tuple[tuple[str, str], ...] | None]] = {}
    for address, asset in manifest["assets"].items():
        folder = "/".join(address.split("/")[:3])
        if folder != address:
            found.setdefault(folder, set()).add(_headers(manifest, address, asset))
    return tuple(
        ImageFolder(path, headers)
        for path, every in sorted(found.items())
        for headers in every
        if len(every) == 1 and headers is not None
    )


def _headers(manifest: Mapping[str, Any], address: str, asset: Mapping[str, Any]) -> tuple[tuple[str, str], ...] | None:
    if asset["cache"] != "image" or address != f"/{asset['file']}":
        return None
    declared = manifest["headers"]
    return (
        *map(tuple, declared["common"]),
        ("Cache-Control", declared["cache"][asset["cache"]]),
        ("Content-Type", declared["types"][asset["type"]]),
        *map(tuple, asset.get("headers", ())),
    )
