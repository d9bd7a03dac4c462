"""The Python types of the edge core's manifest and results.

Each repeats a type of ``edge/core/types.d.ts``; ``tests/unit/javascript/test_manifest.py`` compares the two. The
values are plain JSON: every sequence is an array.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict, final

HeaderPair = tuple[str, str]


class RouteEntry(TypedDict):
    """A route: its path, its handler, and the index or catalog that the handler reads."""

    path: str
    kind: str
    params: Sequence[str]
    index: NotRequired[str]
    exact: NotRequired[bool]
    maxLimit: NotRequired[int]
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
    """The limits of a request, and of the headers Link and X-Ignored-Fields in bytes; ``seed`` is a pattern."""

    digits: int
    fieldPaths: int
    fieldDepth: int
    target: int
    links: int
    ignored: int
    seed: str


FilePolicy = Literal["windows", "answers", "none"]


class PagePolicy(TypedDict):
    """Which windows, starting at a multiple of their limit, have a static address, and which answers are files."""

    limits: Sequence[int]
    catalogLimits: Sequence[int]
    files: FilePolicy


class HeaderTable(TypedDict):
    """Headers of every answer, headers of OPTIONS, and the values of Cache-Control and Content-Type by key.

    ``sets`` are additional headers that many assets have; an asset has the number of its set.
    """

    common: Sequence[HeaderPair]
    options: Sequence[HeaderPair]
    cache: Mapping[str, str]
    types: Mapping[str, str]
    sets: Sequence[Sequence[HeaderPair]]


class ListingEntry(TypedDict):
    """A listing: its name (the folder of its pages), its record numbers (None: all), and its largest page size."""

    name: str
    members: Sequence[int] | None
    maxLimit: NotRequired[int]


class CatalogEntry(TypedDict):
    """A catalog: its items as JSON, and a hash of them."""

    total: int
    items: Sequence[str]
    digest: str


class AssetEntry(TypedDict):
    """A file below ``public/`` with an address of its own, and the number of its set of additional headers."""

    file: str
    type: str
    cache: str
    digest: str
    headers: NotRequired[int]


class MissingPage(TypedDict):
    """The answer to people below ``folder`` where there is no page; ``headers`` is the number of its set."""

    folder: str
    body: str
    headers: int


class MetricEntry(TypedDict):
    """A metric: the value of the header X-Rank-Definition."""

    definition: str


NamesEntry = tuple[Sequence[str], Sequence[str], Sequence[str], Sequence[str]]


class Manifest(TypedDict):
    """Everything that the core needs of a site, except its records."""

    revision: str
    code: str
    schemaVersion: int
    routes: Sequence[RouteEntry]
    params: Mapping[str, ParameterEntry]
    bounds: RequestBounds
    fields: Sequence[str]
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
    missing: MissingPage | None
    flags: Mapping[str, str]
    fallback: str
    countryHeader: str


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


def unpaged(manifest: Manifest, files: FilePolicy = "none") -> Manifest:
    """Remove the page files from *manifest*, so that the core joins each page from records. *files*: what remains."""
    return {**manifest, "policy": {**manifest["policy"], "files": files}}
