"""Stage 3: makes the answer files: pages of listings and catalogs, and answers without a query.

The files are a stream: none is kept in memory.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from itertools import accumulate
from typing import TypedDict
from urllib.parse import quote

import orjson

from builder.api.headers import TOTAL_COUNT
from builder.api.metrics import METRICS
from builder.api.parameters import DEFAULT_CATALOG_LIMIT, DEFAULT_LIMIT, ORDER, STATUS
from builder.api.routes import ROUTES, Route
from builder.config import Pages
from builder.javascript.core_calls import kept_answers
from builder.javascript.manifest import Manifest, unpaged
from builder.paths import answer_path, catalog_path, page_path, public_path, record_path
from builder.types import Catalog, Dataset, File, Listing, Listings, Record, SearchAnswer, Searches, Take, UploadSize

PageJob = Callable[[], Iterator[File]]
# Length of the hash of a record, in hexadecimal digits.
_DIGEST = 16
_NO_DIGEST = "0" * _DIGEST


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


def windows(length: int, sizes: Sequence[int], offsets: str) -> Iterator[tuple[int, int]]:
    """Yield (limit, offset) of every window of the policy. Sizes above *length* count as *length*.

    An empty list, such as a ranking without figures, has no window.
    """
    for limit in _limits(length, sizes):
        yield from ((limit, offset) for offset in range(0, length, limit if offsets == "aligned" else 1))


def _limits(length: int, sizes: Sequence[int]) -> list[int]:
    return [*dict.fromkeys(min(size, length) for size in sizes if length)]


def windows_of(listing: Listing, policy: Pages) -> Iterator[tuple[int, int]]:
    """Yield the windows of *listing*. A listing without a folder has none."""
    return windows(len(listing.members) if listing.name else 0, policy.sizes(listing.max_limit), policy.offsets)


def _limits_of(listing: Listing, policy: Pages) -> list[int]:
    return _limits(len(listing.members) if listing.name else 0, policy.sizes(listing.max_limit))


def page_jobs(dataset: Dataset, listings: Listings, catalogs: Sequence[Catalog], policy: Pages) -> tuple[PageJob, ...]:
    """Divide the answer files into functions that each yield some of them.

    The answers without a query, which are the most files of one function, and the longest lists come first, so that two
    processes that share the functions end at nearly the same time.
    """
    return (
        partial(_make_answers, dataset, listings, catalogs),
        *window_jobs(dataset, listings, policy),
        *(partial(_make_catalog_pages, catalog, policy) for catalog in catalogs),
    )


def window_jobs(dataset: Dataset, listings: Listings, policy: Pages) -> tuple[PageJob, ...]:
    """Return a function for each listing that yields its pages, the largest listing first."""
    bodies = [record.body for record in dataset.records]
    digests = [record.digest.encode() for record in dataset.records]
    largest_first = sorted(listings.listings, key=lambda listing: -len(listing.members))
    return tuple(partial(_make_pages, listing, bodies, digests, policy) for listing in largest_first)


def _make_pages(listing: Listing, bodies: Sequence[bytes], digests: Sequence[bytes], policy: Pages) -> Iterator[File]:
    """Yield the pages of *listing*. A page of one record is not made, because it equals that record's own file."""
    members, length = listing.members, len(listing.members)
    if length < 2 or not listing.name:
        return
    listed = [bodies[number] for number in members]
    # A window is a slice of the whole list. In fifty pieces it took longer, also in the kernel.
    whole = memoryview(b",".join(listed))
    starts = [0, *accumulate(len(body) + 1 for body in listed)]
    hashes = b"".join([digests[number] for number in members])
    for limit, offset in windows_of(listing, policy):
        end = min(offset + limit, length)
        if end - offset > 1:
            identity = _identity(hashes[_DIGEST * offset : _DIGEST * end])
            path = public_path(page_path(listing.name, limit, offset, length))
            yield File(path, (b"[", whole[starts[offset] : starts[end] - 1], b"]"), identity)


def _make_catalog_pages(catalog: Catalog, policy: Pages) -> Iterator[File]:
    for size in policy.catalog_sizes:
        for offset in range(0, len(catalog.items), size if policy.offsets == "aligned" else 1):
            yield File.of(public_path(catalog_path(catalog.kind, size, offset)), catalog.page(size, offset))


def _make_answers(dataset: Dataset, listings: Listings, catalogs: Sequence[Catalog]) -> Iterator[File]:
    """Yield the answers without a query of every route except searches, for each key."""
    bodies = [record.body for record in dataset.records]
    digests = [record.digest.encode() for record in dataset.records]
    for route in ROUTES:
        if route.kind == "catalog" and route.static:
            (catalog,) = (catalog for catalog in catalogs if catalog.kind == route.catalog)
            yield File.of(public_path(answer_path(route.path)), catalog.page(DEFAULT_CATALOG_LIMIT, 0))
        for key, members in _keyed_answers(route, listings):
            yield _array(answer_path(route.path, key), members[:DEFAULT_LIMIT], bodies, digests)


def _keyed_answers(route: Route, listings: Listings) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield each key of *route* with its record numbers. The key is empty when the path has no parameter."""
    if not route.static:
        return
    if route.kind == "codes":
        yield from ((code, (number,)) for code, number in listings.codes.items())
        return
    indexed = listings.indexes.get(route.index, {})
    found: dict[str, str] = {}
    match route.kind:
        case "list":
            found = {"": ""}
        case "independent":
            found = {"": str(STATUS.default).lower()}
        case "rank":
            found = {metric.name.lower(): f"{metric.name}/{ORDER.default}" for metric in METRICS}
        case "match":
            found = {key: key for key in listings.own[route.index]}
    for key, indexed_as in found.items():
        yield key, listings.listings[indexed[indexed_as]].members


def find_searches(core: Mapping[str, str], manifest: Manifest, take: Take) -> Searches:
    """Run the core's search for every complete common name and capital.

    The manifest has only the members that a search reads, so that cached answers stay valid when other fields change.
    """
    searched: Manifest = {
        **unpaged(manifest),
        "revision": "",
        "headers": {**manifest["headers"], "common": ()},
        "digests": [_NO_DIGEST] * len(manifest["digests"]),
        "listings": (),
        "indexes": {},
        "aliases": {},
        "known": {},
        "catalogs": {},
        "assets": {},
    }
    numbers = {record_path(code): number for number, code in enumerate(manifest["cca2"])}
    asked = [(route, name) for route, names in _searches(manifest) for name in names]
    targets = [route.path.partition("{")[0] + quote(name, safe="") for route, name in asked]
    found: dict[str, dict[str, SearchAnswer]] = {}
    for (route, name), result in zip(asked, kept_answers(take, core, searched, targets), strict=True):
        total = next(int(value) for header, value in result["headers"] if header == TOTAL_COUNT.name)
        if "records" in result:
            found.setdefault(route.path, {})[name] = SearchAnswer(total, result["records"])
        elif "file" in result:
            found.setdefault(route.path, {})[name] = SearchAnswer(total, (numbers[result["file"]],))
    return found


def count_searches(manifest: Manifest) -> int:
    """Count the answers that ``find_searches`` finds: a complete name always finds at least its own record."""
    return sum(len(names) for _, names in _searches(manifest))


def make_searches(dataset: Dataset, searches: Searches) -> Iterator[File]:
    """Yield the file of every answer in *searches*."""
    bodies = [record.body for record in dataset.records]
    digests = [record.digest.encode() for record in dataset.records]
    for path, found in searches.items():
        for name, answered in found.items():
            yield _array(answer_path(path, name), answered.first, bodies, digests)


def _searches(manifest: Manifest) -> Iterator[tuple[Route, list[str]]]:
    """Yield each search route with the names, as keys, whose answers are files."""
    for route in ROUTES:
        if route.kind == "search" and route.static:
            names = manifest["names"] if route.index == "names" else manifest["capitals"]
            yield route, list(dict.fromkeys(name.replace(" ", "") for common, *_ in names for name in common))


def _array(path: str, run: Sequence[int], bodies: Sequence[bytes], digests: Sequence[bytes]) -> File:
    if not run:
        return File.of(public_path(path), b"[]")
    identity = digests[run[0]].decode() if len(run) == 1 else _identity(b"".join([digests[number] for number in run]))
    return File(public_path(path), joined([bodies[number] for number in run]), identity)


def _identity(digests: bytes) -> str:
    return blake2b(digests, digest_size=8).hexdigest()


def count_pages(listings: Listings, catalogs: Sequence[Catalog], policy: Pages) -> int:
    """Count the files that ``page_jobs`` would yield, without making any."""
    lists = sum(
        _page_count(len(listing.members), limit, policy.offsets)
        for listing in listings.listings
        for limit in _limits_of(listing, policy)
    )
    answers = sum(1 for route in ROUTES for _ in _keyed_answers(route, listings))
    answers += sum(route.kind == "catalog" and route.static for route in ROUTES)
    return (
        lists
        + answers
        + sum(
            len(range(0, len(catalog.items), size if policy.offsets == "aligned" else 1))
            for catalog in catalogs
            for size in policy.catalog_sizes
        )
    )


def _page_count(length: int, limit: int, offsets: str) -> int:
    """Count the windows of several records; no page is made for one. A loop over all took 7 ms of a build."""
    if limit == 1:
        return 0
    return length - 1 if offsets == "every" else length // limit + (length % limit > 1)


def upload_size(dataset: Dataset, listings: Listings, policy: Pages, files: int, images: Iterable[File]) -> UploadSize:
    """Add up the bytes of *files* answers and images, without making an answer.

    Catalogs and the answers of searches, less than a hundredth of the bytes, are left out.
    """
    sizes = [len(record.body) for record in dataset.records]
    count = total = 0
    for listing in listings.listings:
        length = len(listing.members)
        # Where each record ends in the array of all: a comma or a bracket follows it.
        ends = [0, *accumulate(sizes[number] + 1 for number in listing.members)]
        for limit in _limits_of(listing, policy):
            pages = _page_count(length, limit, policy.offsets)
            count += pages
            if policy.offsets == "every":
                total += sum(ends[min(offset + limit, length)] - ends[offset] + 1 for offset in range(pages))
            else:
                # The pages join to the list, except for a last record that has no page.
                total += ends[length if length % limit != 1 else length - 1] + pages if pages else 0
    others = sum(image.size for image in images)
    for route in ROUTES:
        for _, members in _keyed_answers(route, listings):
            others += sum(sizes[number] + 1 for number in members[:DEFAULT_LIMIT]) + (1 if members else 2)
    return UploadSize(files, total + others, count, total)


def joined(bodies: Sequence[bytes]) -> tuple[bytes, ...]:
    """Join encoded records to a JSON array, in pieces and without copying them."""
    parts = [b","] * (2 * len(bodies) + 1)
    parts[1::2] = bodies
    parts[0], parts[-1] = b"[", b"]"
    return tuple(parts)
