"""How a key or the path of a file in the output is spelled, here and nowhere else.

The functions for what stands below ``public/`` are the twins of ``edge/core/paths.js``;
``tests/contract/core_vectors/paths.json`` binds the two.
"""

PUBLIC = "public/"
EDGE = "edge/"
MANIFEST = f"{EDGE}manifest.js"
RECORDS = f"{EDGE}records.js"

# Below public/: what no caller names, in folders whose names no route can have.
PAGE_FOLDER = "_pages"
CATALOG_FOLDER = f"{PAGE_FOLDER}/meta"
RECORD_FOLDER = "_records"
OBJECT_FOLDER = "_objects"
ERROR_FOLDER = "_errors"
FLAG_FOLDER = "flags"

NOTICE = "v1/notice.json"
HEALTH = "health.json"


def public_path(path: str) -> str:
    """File of the output that is *path* below ``public/``, which alone is served."""
    return f"{PUBLIC}{path}"


def window_path(listing: str, limit: object, offset: object) -> str:
    """File of a window of a listing, by numbers or by what a host puts in their place."""
    return f"{PAGE_FOLDER}/{listing}/{limit}-{offset}.json"


def page_path(listing: str, limit: int, offset: int, length: int) -> str:
    """File of a window of the listing *listing* of *length* records; a size above the length is the length."""
    return window_path(listing, min(limit, length), offset)


def record_path(cca2: str) -> str:
    """File of an array that holds one record."""
    return f"{RECORD_FOLDER}/{cca2.lower()}.json"


def object_path(cca2: str) -> str:
    """File of a bare record."""
    return f"{OBJECT_FOLDER}/{cca2.lower()}.json"


def catalog_path(kind: str, limit: int, offset: int) -> str:
    """File of a window of a catalog."""
    return f"{CATALOG_FOLDER}/{kind}/{limit}-{offset}.json"


def flag_path(image: str, cca2: str, width: int | None = None) -> str:
    """File of a flag: *image* is svg or png; *width* only for widths beside the default one."""
    return f"{FLAG_FOLDER}/{image}/{f'{width}/' if width else ''}{cca2.lower()}.{image}"


def error_path(status: int) -> str:
    """File of the generic body of an error."""
    return f"{ERROR_FOLDER}/{status}.json"
