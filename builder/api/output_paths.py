"""Paths of the files in the output, except those of most documents.

The functions for paths below ``public/`` repeat those of ``edge/core/paths.js``;
``tests/contract/core_vectors/paths.json`` tests both. The file that answers an address without a query has the path of
the address with ``.json`` appended, so that any file server can send it.
"""

import re

PUBLIC = "public/"
EDGE = "edge/"
MANIFEST = f"{EDGE}generated/manifest.js"
RECORDS = f"{EDGE}generated/records.js"
# The list of the files that hosts send without the function, with their headers.
FILES = f"{EDGE}generated/files.json"

# Below public/.
API_FOLDER = "v1"
RECORD_FOLDER = f"{API_FOLDER}/alpha"
CATALOG_FOLDER = f"{API_FOLDER}/meta"
FLAG_FOLDER = "flags"
# The error bodies, which no caller requests. No route can have this name.
ERROR_FOLDER = "_errors"

INDEX = f"{API_FOLDER}/index.json"
HEALTH = "health.json"
TABLES_FOLDER = "tables"
# Well-known addresses (RFC 8615): the API catalog (RFC 9727), and the contacts for reports of weaknesses (RFC 9116).
WELL_KNOWN_FOLDER = ".well-known"
API_CATALOG = f"{WELL_KNOWN_FOLDER}/api-catalog"
SECURITY_TXT = f"{WELL_KNOWN_FOLDER}/security.txt"
DOCS_FOLDER = "docs"
# The page with which file servers answer requests for missing pages.
MISSING_PAGE = f"{DOCS_FOLDER}/404.html"


def public_path(path: str) -> str:
    """Return the path in the output of a file with *path* below ``public/``. Hosts send the files of that folder."""
    return f"{PUBLIC}{path}"


def key_segment(key: str) -> str:
    """Encode *key* in the unreserved characters of URLs. Some hosts redirect a path that contains other characters."""
    return "".join(char if char.isascii() and (char.isalnum() or char in "._-") else f"~{ord(char):x}" for char in key)


def folder_of(template: str, key: str = "") -> str:
    """Return the folder below ``public/`` for the route with path *template* and the value *key* of its parameter."""
    prefix = template.partition("/{")[0].removeprefix("/")
    return f"{prefix}/{key_segment(key)}" if key else prefix


def answer_path(template: str, key: str = "") -> str:
    """Return the path of the file that answers the route with path *template* and the value *key*, without a query."""
    return f"{folder_of(template, key)}.json"


def window_path(folder: str, limit: int, offset: int) -> str:
    """Return the path of the file of a window. *limit* is at most the length of the list."""
    return f"{folder}/{limit}-{offset}.json"


_WINDOW = re.compile(r"[0-9]+-[0-9]+\.json")


def is_window(path: str) -> bool:
    """Whether the file *path* is named like the file of a window."""
    return _WINDOW.fullmatch(path.rpartition("/")[2]) is not None


def flag_path(image: str, cca2: str, width: int | None = None) -> str:
    """Return the path of a flag's image. *image* is svg or png; *width* is None for the default width of PNG images."""
    return f"{FLAG_FOLDER}/{image}/{f'{width}/' if width else ''}{cca2.lower()}.{image}"


def error_path(status: int) -> str:
    """Return the path of the file with the generic error body of *status*."""
    return f"{ERROR_FOLDER}/{status}.json"
