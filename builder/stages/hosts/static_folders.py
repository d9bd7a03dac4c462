"""Folders that a host may serve by itself, without the function: images, whose headers do not differ by file."""

from collections.abc import Iterable
from dataclasses import dataclass

from builder.paths import public_path
from builder.tables.headers import CACHE, TYPES, common
from builder.types import Asset

_Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ImageFolder:
    """A folder of ``public/`` whose files are their own addresses, and the headers of each, its type included."""

    path: str
    headers: _Headers


def image_folders(assets: Iterable[Asset], revision: str) -> tuple[ImageFolder, ...]:
    """Find the folders of the second level that hold nothing but images with the same headers."""
    found: dict[str, set[_Headers | None]] = {}
    for asset in assets:
        folder = "/".join(asset.address.split("/")[:3])
        if folder != asset.address:
            found.setdefault(folder, set()).add(_headers(asset, revision))
    return tuple(
        ImageFolder(path, headers)
        for path, every in sorted(found.items())
        for headers in every
        if len(every) == 1 and headers is not None
    )


def _headers(asset: Asset, revision: str) -> _Headers | None:
    if asset.cache != "image" or asset.file.path != public_path(asset.address.removeprefix("/")):
        return None
    cache, content = ("Cache-Control", CACHE[asset.cache]), ("Content-Type", TYPES[asset.type])
    return (*common(revision), cache, content, *asset.headers)
