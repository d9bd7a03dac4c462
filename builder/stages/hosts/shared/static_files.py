"""What a host may serve by itself, without the function: files whose headers do not differ but for their ETag."""

from collections.abc import Iterable
from dataclasses import dataclass

from builder.paths import API_FOLDER, HEALTH, answer_path, public_path
from builder.tables.headers import CACHE, TYPES, common
from builder.types import Asset

_Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ImageFolder:
    """A folder of ``public/`` whose files are their own addresses, and the headers of each, its type included."""

    path: str
    headers: _Headers


# Where the answers stand that have files at their own addresses: one file, or all files of a folder.
ANSWER_FILES = (f"/{answer_path(f'/{API_FOLDER}')}", f"/{HEALTH}")
ANSWER_FOLDER = f"/{API_FOLDER}"


# Their paths as the core reads them: what is spelled otherwise is a search or nothing.
ANSWER_PATTERN = f"^/(?:v1|health|{API_FOLDER}/[a-z0-9._~/-]+)[.]json$"


def answer_headers(revision: str) -> _Headers:
    """Headers of every answer at its own address, its type included."""
    return (*common(revision), ("Cache-Control", CACHE["ok"]), ("Content-Type", TYPES["json"]))


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
