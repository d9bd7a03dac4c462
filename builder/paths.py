"""How a key or a path is spelled: the twin of ``edge/core/paths.js``.

``tests/contract/core_vectors/paths.json`` binds the two. All paths stand below ``public/``.
"""


def page_path(listing: str, limit: int, offset: int, length: int) -> str:
    """File of a window of the listing *listing* of *length* records; a size above the length is the length."""
    return f"_pages/{listing}/{min(limit, length)}-{offset}.json"


def record_path(cca2: str) -> str:
    """File of an array that holds one record."""
    return f"_records/{cca2.lower()}.json"


def object_path(cca2: str) -> str:
    """File of a bare record."""
    return f"_objects/{cca2.lower()}.json"


def catalog_path(kind: str, limit: int, offset: int) -> str:
    """File of a window of a catalog."""
    return f"_pages/meta/{kind}/{limit}-{offset}.json"


def flag_path(image: str, cca2: str, width: int | None = None) -> str:
    """File of a flag: *image* is svg or png; *width* only for widths beside the default one."""
    return f"flags/{image}/{f'{width}/' if width else ''}{cca2.lower()}.{image}"


def error_path(status: int) -> str:
    """File of the generic body of an error."""
    return f"_errors/{status}.json"
