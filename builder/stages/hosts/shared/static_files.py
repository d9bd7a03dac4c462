"""The files that a host may serve without the function: files of a folder with the same headers, except ETag."""

from collections.abc import Iterable
from typing import NamedTuple

from builder.api.headers import CACHE, TYPES, common
from builder.paths import API_FOLDER, HEALTH, answer_path
from builder.types import Asset

Headers = tuple[tuple[str, str], ...]


class ImageFolder(NamedTuple):
    """A folder of ``public/`` whose files are served at their paths, and their headers with Content-Type."""

    path: str
    headers: Headers


# The addresses of answer files: single files, and a folder with all its files.
ANSWER_FILES = (f"/{answer_path(f'/{API_FOLDER}')}", f"/{HEALTH}")
ANSWER_FOLDER = f"/{API_FOLDER}"


# The form of static URLs in the core; other paths are searches or not found.
ANSWER_PATTERN = f"^/(?:v1|health|{API_FOLDER}/[a-z0-9._~/-]+)[.]json$"


def answer_headers(revision: str) -> Headers:
    """Return the headers of every answer file, with Content-Type."""
    return (*common(revision), ("Cache-Control", CACHE["ok"]), ("Content-Type", TYPES["json"]))


def image_folders(assets: Iterable[Asset], revision: str) -> tuple[ImageFolder, ...]:
    """List the folders of images. The images of a folder have the same headers."""
    found: dict[str, Headers] = {}
    for asset in assets:
        if asset.cache == "image":
            own = (("Cache-Control", CACHE["image"]), ("Content-Type", TYPES[asset.type]), *asset.headers)
            found[asset.address.rpartition("/")[0]] = (*common(revision), *own)
    return tuple(ImageFolder(path, headers) for path, headers in sorted(found.items()))
