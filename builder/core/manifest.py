"""The types that the edge core declares of what it is given and what it answers, for those who read them in Python.

Each is the twin of one in ``edge/core/types.d.ts``, which ``tests/unit/core/test_manifest.py`` holds it against. They
are plain JSON: a sequence is an array, whatever made it.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict, final

HeaderPair = tuple[str, str]


class RouteEntry(TypedDict):
    """A route: what answers it, and what that looks in."""

    path: str
    kind: str
    params: Sequence[str]
    index: NotRequired[str]
    exact: NotRequired[bool]
    clamp: NotRequired[int]
    max: NotRequired[int]
    catalog: NotRequired[str]
    flag: NotRequired[str]
    static: NotRequired[bool]


class ParameterEntry(TypedDict):
    """A query parameter and its bounds."""

    name: str
    type: str
    minimum: NotRequired[int]
    maximum: NotRequired[int]
    default: NotRequired[int | bool | str]
    enum: NotRequired[Sequence[str]]


class RequestBounds(TypedDict):
    """The most that is read of a request and sent as links; ``target`` and ``links`` in bytes, ``seed`` a pattern."""

    digits: int
    fieldPaths: int
    fieldDepth: int
    target: int
    links: int
    seed: str


FilePolicy = Literal["windows", "answers", "none"]


class PagePolicy(TypedDict):
    """Which windows have an address, by size and start, and what of them and of the answers is a file."""

    limits: Sequence[int]
    catalogLimits: Sequence[int]
    offsets: Literal["aligned", "every"]
    files: FilePolicy


class HeaderTable(TypedDict):
    """Headers of every answer and of OPTIONS, and the values of Cache-Control and Content-Type by their keys."""

    common: Sequence[HeaderPair]
    options: Sequence[HeaderPair]
    cache: Mapping[str, str]
    types: Mapping[str, str]


class ListingEntry(TypedDict):
    """A listing: its name, which is the folder of its pages, its record numbers, None for all, and its largest page."""

    name: str
    members: Sequence[int] | None
    ceiling: NotRequired[int]


class CatalogEntry(TypedDict):
    """A catalog: its encoded items, and a hash of them."""

    total: int
    items: Sequence[str]
    digest: str


class AssetEntry(TypedDict):
    """A file with an address of its own, below ``public/``, and its further headers."""

    file: str
    type: str
    cache: str
    digest: str
    headers: NotRequired[Sequence[HeaderPair]]


class MetricEntry(TypedDict):
    """A metric: the line that X-Rank-Definition answers."""

    definition: str


NamesEntry = tuple[Sequence[str], Sequence[str], Sequence[str], Sequence[str]]


class Manifest(TypedDict):
    """What the core knows of a site beside its records."""

    revision: str
    code: str
    schemaVersion: int
    routes: Sequence[RouteEntry]
    params: Mapping[str, ParameterEntry]
    bounds: RequestBounds
    policy: PagePolicy
    headers: HeaderTable
    cca2: Sequence[str]
    digests: Sequence[str]
    codes: Mapping[str, int]
    listings: Sequence[ListingEntry]
    indexes: Mapping[str, Mapping[str, int]]
    aliases: Mapping[str, Sequence[str]]
    known: Mapping[str, Sequence[str]]
    metrics: Mapping[str, MetricEntry]
    names: Sequence[NamesEntry]
    capitals: Sequence[NamesEntry]
    catalogs: Mapping[str, CatalogEntry]
    assets: Mapping[str, AssetEntry]
    flags: Mapping[str, str]
    fallback: str
    countryHeader: str


@final
class FileResult(TypedDict):
    """An answer that is a file below ``public/``."""

    status: int
    headers: Sequence[HeaderPair]
    file: str


@final
class RecordsResult(TypedDict):
    """An answer of whole records, by their numbers: an array of all, or the bare object of the only one."""

    status: int
    headers: Sequence[HeaderPair]
    records: Sequence[int]
    form: Literal["array", "object"]


@final
class BodyResult(TypedDict):
    """An answer that is a text; empty where the status allows no body."""

    status: int
    headers: Sequence[HeaderPair]
    body: str


Result = FileResult | RecordsResult | BodyResult


def unpaged(manifest: Manifest, files: FilePolicy = "none") -> Manifest:
    """Take the pages from *manifest*, so that the core joins each from its records; *files* says what is left."""
    return {**manifest, "policy": {**manifest["policy"], "files": files}}
