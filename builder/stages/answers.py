"""Stage 3: makes the table of answers, and from it the answer files: pages of listings and catalogs, default answers.

The table says once which keys a route has, which records answer each, and in which folder and file the answers are.
The files are a stream: none is kept in memory.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from itertools import accumulate
from typing import NamedTuple, TypedDict

import orjson

from builder.answer_row import AnswerRow
from builder.api.aliases import squash
from builder.api.metrics import METRICS
from builder.api.parameters import DEFAULT_CATALOG_LIMIT, DEFAULT_LIMIT, ORDER, STATUS
from builder.api.routes import ROUTES, Kind, Route
from builder.config import Pages
from builder.javascript.core_calls import search_names
from builder.paths import CATALOG_FOLDER, answer_path, catalog_path, page_path, public_path
from builder.types import Catalog, Dataset, File, Listings, Record

AnswerJob = Callable[[], Iterator[File]]
# Length of the hash of a record, in hexadecimal digits.
_DIGEST = 16


class _Counted(TypedDict):
    countryCount: int
    cca2: list[str]


class _Subregion(_Counted):
    name: str
    region: str


class _Tld(_Counted):
    tld: str


def make_catalogs(dataset: Dataset) -> tuple[Catalog, ...]:
    """Make the catalogs of subregions and top-level domains with their countries, sorted by name."""
    subregions: dict[str, _Subregion] = {}
    tlds: dict[str, _Tld] = {}
    for record in dataset.records:
        if name := record.value.get("subregion"):
            start: _Subregion = {"name": name, "region": record.value["region"], "countryCount": 0, "cca2": []}
            _count(subregions.setdefault(name, start), record)
        for tld in record.value.get("tld", []):
            _count(tlds.setdefault(tld, {"tld": tld, "countryCount": 0, "cca2": []}), record)
    return tuple(
        Catalog(kind, tuple(orjson.dumps(items[name]) for name in sorted(items)))
        for kind, items in (("subregions", subregions), ("tlds", tlds))
    )


def _count(item: _Counted, record: Record) -> None:
    item["countryCount"] += 1
    item["cca2"].append(record.cca2)


class _Keyed(NamedTuple):
    """What the rows are made from: listings, numbers of catalog items by kind, and the modules of the edge core."""

    listings: Listings
    totals: Mapping[str, int]
    core: Mapping[str, str]


def make_answers(listings: Listings, catalogs: Sequence[Catalog], core: Mapping[str, str]) -> tuple[AnswerRow, ...]:
    """Make the table of answers: a row for each route and key whose answer depends on nothing else of the request.

    *core* holds the modules of the edge core by file name; it searches the names.
    """
    keyed = _Keyed(listings, {catalog.kind: len(catalog.items) for catalog in catalogs}, core)
    return tuple(row for route in ROUTES if route.kind in _ROWS for row in _ROWS[route.kind](route, keyed))


def _list(route: Route, keyed: _Keyed) -> Iterator[AnswerRow]:
    yield _listed(route, keyed, "")


def _independent(route: Route, keyed: _Keyed) -> Iterator[AnswerRow]:
    default = str(STATUS.default).lower()
    for value in keyed.listings.indexes[route.index]:
        yield _listed(route, keyed, value, query="" if value == default else f"{STATUS.name}={value}")


def _rank(route: Route, keyed: _Keyed) -> Iterator[AnswerRow]:
    for metric in METRICS:
        for order in (ORDER.default, *(order for order in ORDER.enum if order != ORDER.default)):
            query = "" if order == ORDER.default else f"{ORDER.name}={order}"
            yield _listed(route, keyed, f"{metric.name}/{order}", metric.name.lower(), query=query)


def _match(route: Route, keyed: _Keyed) -> Iterator[AnswerRow]:
    canonical = dict.fromkeys(keyed.listings.canonical_keys[route.index])
    for key in {**canonical, **keyed.listings.indexes[route.index]}:
        yield _listed(route, keyed, key, key, is_alias=key not in canonical)


def _codes(route: Route, keyed: _Keyed) -> Iterator[AnswerRow]:
    for code, number in keyed.listings.codes.items():
        yield AnswerRow(route, code, code, "", (number,), "", answer_path(route.path, code) if route.static else "")


def _search(route: Route, keyed: _Keyed) -> Iterator[AnswerRow]:
    names = keyed.listings.names if route.index == "names" else keyed.listings.capitals
    texts = {squash(text): text for name in names for text in name.common}
    for (key, text), found in zip(texts.items(), search_names(keyed.core, names, [*texts]), strict=True):
        yield AnswerRow(route, key, text, "", found, "", answer_path(route.path, key))


def _catalog(route: Route, keyed: _Keyed) -> Iterator[AnswerRow]:
    items = tuple(range(keyed.totals[route.catalog]))
    yield AnswerRow(route, "", "", "", items, f"{CATALOG_FOLDER}/{route.catalog}", answer_path(route.path))


def _file(route: Route, _keyed: _Keyed) -> Iterator[AnswerRow]:
    if route.static:
        yield AnswerRow(route, "", "", "", (0,), "", answer_path(route.path))


_ROWS: Mapping[Kind, Callable[[Route, _Keyed], Iterator[AnswerRow]]] = {
    "list": _list,
    "independent": _independent,
    "rank": _rank,
    "match": _match,
    "codes": _codes,
    "search": _search,
    "catalog": _catalog,
    "file": _file,
}


def _listed(
    route: Route, keyed: _Keyed, indexed_as: str, key: str = "", *, query: str = "", is_alias: bool = False
) -> AnswerRow:
    listings = keyed.listings
    listing = listings.listings[listings.indexes[route.index][indexed_as]]
    text = listings.texts.get(route.index, {}).get(key, key)
    file = answer_path(route.path, key) if route.static and not query and not is_alias else ""
    return AnswerRow(route, key, text, query, listing.members, listing.name, file)


def windows(length: int, sizes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield (limit, offset) of every window of the policy. Sizes above *length* count as *length*.

    An empty list, such as a ranking without figures, has no window.
    """
    for limit in dict.fromkeys(min(size, length) for size in sizes if length):
        yield from ((limit, offset) for offset in range(0, length, limit))


def answer_jobs(
    dataset: Dataset, listings: Listings, catalogs: Sequence[Catalog], answers: Sequence[AnswerRow], policy: Pages
) -> tuple[AnswerJob, ...]:
    """Divide the answer files into functions that each yield some of them, the longest first.

    Default answers with the same records are made by one function, so that they can be one file.
    """
    bodies = [record.body for record in dataset.records]
    digests = [record.digest.encode() for record in dataset.records]
    defaults: dict[tuple[int, ...], list[str]] = {}
    for row in answers:
        if row.file and row.route.kind not in ("catalog", "file"):
            defaults.setdefault(row.members[:DEFAULT_LIMIT], []).append(row.file)
    largest_first = sorted(listings.listings, key=lambda listing: -len(listing.members))
    return (
        *(
            partial(_make_windows, listing.name, listing.members, bodies, digests, policy.sizes(listing.max_limit))
            for listing in largest_first
            # A window of one record is that record's own file.
            if listing.name and len(listing.members) > 1
        ),
        partial(_make_defaults, defaults, bodies, digests),
        partial(_make_catalog_pages, catalogs, answers, policy),
    )


def _make_windows(
    folder: str, members: Sequence[int], bodies: Sequence[bytes], digests: Sequence[bytes], sizes: Sequence[int]
) -> Iterator[File]:
    length = len(members)
    listed = [bodies[number] for number in members]
    # A window is a slice of the whole list.
    whole = memoryview(b",".join(listed))
    starts = [0, *accumulate(len(body) + 1 for body in listed)]
    hashes = b"".join([digests[number] for number in members])
    for limit, offset in windows(length, sizes):
        end = min(offset + limit, length)
        if end - offset > 1:
            path = public_path(page_path(folder, limit, offset, length))
            identity = _identity(hashes[_DIGEST * offset : _DIGEST * end])
            yield File(path, (b"[", whole[starts[offset] : starts[end] - 1], b"]"), identity)


def _make_defaults(
    defaults: Mapping[tuple[int, ...], Sequence[str]], bodies: Sequence[bytes], digests: Sequence[bytes]
) -> Iterator[File]:
    for members, paths in defaults.items():
        array = (b"[", b",".join([bodies[number] for number in members]), b"]")
        one = digests[members[0]].decode() if len(members) == 1 else ""
        identity = one or _identity(b"".join([digests[number] for number in members]))
        yield from (File(public_path(path), array, identity) for path in paths)


def _make_catalog_pages(catalogs: Sequence[Catalog], answers: Sequence[AnswerRow], policy: Pages) -> Iterator[File]:
    by_kind = {catalog.kind: catalog for catalog in catalogs}
    for row in answers:
        if row.route.kind == "catalog":
            catalog = by_kind[row.route.catalog]
            yield File.of(public_path(row.file), catalog.page(DEFAULT_CATALOG_LIMIT, 0))
            for size in policy.catalog_sizes:
                for offset in range(0, len(catalog.items), size):
                    path = catalog_path(catalog.kind, size, offset)
                    yield File.of(public_path(path), catalog.page(size, offset))


def _identity(digests: bytes) -> str:
    return blake2b(digests, digest_size=8).hexdigest()
