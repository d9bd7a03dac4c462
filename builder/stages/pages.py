"""Stage 3: listings and catalogs become page files, as a stream that keeps no page."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import blake2b
from typing import TypedDict

import orjson

from builder.config import Pages
from builder.paths import catalog_path, object_path, page_path, public_path, record_path
from builder.types import Catalog, Dataset, File, Listing, Listings, Record


class _Counted(TypedDict):
    countryCount: int
    cca2: list[str]


class _Subregion(_Counted):
    name: str
    region: str


class _Tld(_Counted):
    tld: str


def make_catalogs(dataset: Dataset) -> tuple[Catalog, ...]:
    """Count the countries of each subregion and of each top-level domain; items are sorted by name."""
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
    """Yield (limit, offset) of every window that the policy names, sizes above *length* being *length*.

    A list of nothing, such as the ranking by a figure that no record has, has no window.
    """
    for limit in dict.fromkeys(min(size, length) for size in sizes if length):
        yield from ((limit, offset) for offset in range(0, length, limit if offsets == "aligned" else 1))


def make_record_files(dataset: Dataset) -> Iterator[File]:
    """Yield the two files of every record: an array that holds it, and the bare object."""
    for record in dataset.records:
        yield File(public_path(record_path(record.cca2)), (b"[", record.body, b"]"), record.digest)
        yield File(public_path(object_path(record.cca2)), (record.body,), record.digest)


def page_jobs(
    dataset: Dataset, listings: Listings, catalogs: Sequence[Catalog], policy: Pages
) -> tuple[Callable[[], Iterator[File]], ...]:
    """Divide all pages of records and of catalogs that *policy* names into functions that yield some of them each.

    The largest come first, so that whoever shares them out ends with small ones.
    """
    bodies = [record.body for record in dataset.records]
    digests = [record.digest.encode() for record in dataset.records]
    largest_first = sorted(listings.listings, key=lambda listing: -len(listing.members))
    return (
        *(partial(_make_pages, listing, bodies, digests, policy) for listing in largest_first),
        *(partial(_make_catalog_pages, catalog, policy) for catalog in catalogs),
        partial(make_record_files, dataset),
    )


def _make_pages(listing: Listing, bodies: Sequence[bytes], digests: Sequence[bytes], policy: Pages) -> Iterator[File]:
    """Yield the pages of *listing*. A page of one record is that record's own file and is not made."""
    members, length = listing.members, len(listing.members)
    for limit, offset in windows(length, policy.sizes(listing.ceiling), policy.offsets):
        run = members[offset : offset + limit]
        if len(run) > 1:
            identity = blake2b(b"".join([digests[number] for number in run]), digest_size=8).hexdigest()
            path = public_path(page_path(listing.name, limit, offset, length))
            yield File(path, joined([bodies[number] for number in run]), identity)


def _make_catalog_pages(catalog: Catalog, policy: Pages) -> Iterator[File]:
    for size in policy.catalog_sizes:
        for offset in range(0, len(catalog.items), size if policy.offsets == "aligned" else 1):
            yield File.of(public_path(catalog_path(catalog.kind, size, offset)), catalog.page(size, offset))


def count_pages(listings: Listings, catalogs: Sequence[Catalog], policy: Pages) -> int:
    """Count the files that ``page_jobs`` would yield beside those of single records, without making any."""
    lists = sum(
        min(limit, len(listing.members) - offset) > 1
        for listing in listings.listings
        for limit, offset in windows(len(listing.members), policy.sizes(listing.ceiling), policy.offsets)
    )
    return lists + sum(
        len(range(0, len(catalog.items), size if policy.offsets == "aligned" else 1))
        for catalog in catalogs
        for size in policy.catalog_sizes
    )


def joined(bodies: Sequence[bytes]) -> tuple[bytes, ...]:
    """Lay encoded records out as a JSON array, without copying them."""
    parts = [b","] * (2 * len(bodies) + 1)
    parts[1::2] = bodies
    parts[0], parts[-1] = b"[", b"]"
    return tuple(parts)
