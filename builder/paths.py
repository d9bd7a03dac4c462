"""How a key or the path of a file in the output is spelled, here and nowhere else.

The functions for what stands below ``public/`` are the twins of ``edge/core/paths.js``;
``tests/contract/core_vectors/paths.json`` binds the two. What answers an address without a query is a file at that
address with ``.json`` behind it, so that any file server can give it.
"""

import re

PUBLIC = "public/"
EDGE = "edge/"
MANIFEST = f"{EDGE}manifest.js"
RECORDS = f"{EDGE}records.js"

# Below public/.
API_FOLDER = "v1"
RECORD_FOLDER = f"{API_FOLDER}/alpha"
CATALOG_FOLDER = f"{API_FOLDER}/meta"
FLAG_FOLDER = "flags"
# What no caller names, in a folder whose name no route can have.
ERROR_FOLDER = "_errors"

INDEX = f"{API_FOLDER}/index.json"
NOTICE = f"{API_FOLDER}/notice.json"
HEALTH = "health.json"


def public_path(path: str) -> str:
    """File of the output that is *path* below ``public/``, which alone is served."""
    return f"{PUBLIC}{path}"


def key_segment(key: str) -> str:
    """Spell *key* with unreserved ASCII: some hosts redirect a path that holds anything else."""
    return "".join(char if char.isascii() and (char.isalnum() or char in "._-") else f"~{ord(char):x}" for char in key)


def folder_of(template: str, key: str = "") -> str:
    """Folder below ``public/`` of the route with the path *template*, for the value *key* of its parameter."""
    prefix = template.partition("/{")[0].removeprefix("/")
    return f"{prefix}/{key_segment(key)}" if key else prefix


def answer_path(template: str, key: str = "") -> str:
    """File of the answer without a query of the route with the path *template*, for the value *key*."""
    return f"{folder_of(template, key)}.json"


def window_path(folder: str, limit: object, offset: object) -> str:
    """File of a window of a listing, by numbers or by what a host puts in their place."""
    return f"{folder}/{limit}-{offset}.json"


def is_window(path: str) -> bool:
    """Whether *path* is the file of a window."""
    return re.fullmatch(r"[0-9]+-[0-9]+\.json", path.rpartition("/")[2]) is not None


def page_path(folder: str, limit: int, offset: int, length: int) -> str:
    """File of a window of a listing of *length* records; a size above the length is the length."""
    return window_path(folder, min(limit, length), offset)


def record_path(cca2: str) -> str:
    """File of an array that holds one record."""
    return f"{RECORD_FOLDER}/{cca2.lower()}.json"


def catalog_path(kind: str, limit: int, offset: int) -> str:
    """File of a window of a catalog."""
    return window_path(f"{CATALOG_FOLDER}/{kind}", limit, offset)


def flag_path(image: str, cca2: str, width: int | None = None) -> str:
    """File of a flag: *image* is svg or png; *width* only for widths beside the default one."""
    return f"{FLAG_FOLDER}/{image}/{f'{width}/' if width else ''}{cca2.lower()}.{image}"


def error_path(status: int) -> str:
    """File of the generic body of an error."""
    return f"{ERROR_FOLDER}/{status}.json"
