"""The edge core's manifest and results, which ``edge/core/types.d.ts`` declares.

The manifest is plain JSON: every sequence is an array. Tests hold the one that the build makes, and the types of
results, to the declarations.
"""

from collections.abc import Sequence
from typing import Any, Literal, TypedDict, final

HeaderPair = tuple[str, str]

# Everything that the core needs of a site, except its records, by the names in ``Manifest`` there.
Manifest = dict[str, Any]


@final
class FileResult(TypedDict):
    """An answer whose body is a file below ``public/``."""

    status: int
    headers: Sequence[HeaderPair]
    file: str


@final
class RecordsResult(TypedDict):
    """An answer whose body is complete records, by number: an array, or the object of a single one."""

    status: int
    headers: Sequence[HeaderPair]
    records: Sequence[int]
    form: Literal["array", "object"]


@final
class BodyResult(TypedDict):
    """An answer whose body is a string; empty when the status allows no body."""

    status: int
    headers: Sequence[HeaderPair]
    body: str


Result = FileResult | RecordsResult | BodyResult


def unpaged(manifest: Manifest, files: Literal["answers", "none"] = "none") -> Manifest:
    """Remove the page files from *manifest*, so that the core joins each page from records. *files*: what remains."""
    return {**manifest, "policy": {**manifest["policy"], "files": files}}
