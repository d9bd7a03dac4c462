"""Makes the table of answers, and lists its files: windows of listings and catalogs, and answers without a query.

The table says once which keys a route has, which records answer each, and in which folder and file the answers are.
The bytes of a file are made when it is written.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import orjson

from builder.api.aliases import without_spaces
from builder.api.output_paths import CATALOG_FOLDER, answer_path, folder_of, public_path, window_path
from builder.api.parameters import CATALOG_SIZES, DEFAULT_CATALOG_LIMIT, DEFAULT_LIMIT, ORDER, STATUS
from builder.api.record_model import SubregionItem, TldItem
from builder.api.route_type import Route
from builder.api.types import AnswerRow, Catalog, Dataset, Entry, Listing, Listings, Record, digest
from builder.javascript.core_calls import search_names
from builder.project.config import Pages


def make_catalogs(dataset: Dataset) -> tuple[Catalog, ...]:
    """Make the catalogs of subregions and top-level domains with their countries, sorted by name."""
    subregions: dict[str, SubregionItem] = {}
    tlds: dict[str, TldItem] = {}
    for record in dataset.records:
        if name := record.value.get("subregion"):
            region = record.value["region"]
            empty = SubregionItem(name=name, region=region, countryCount=0, cca2=[])
            _add_country(subregions.setdefault(name, empty), record)
        for tld in record.value.get("tld", []):
            _add_country(tlds.setdefault(tld, {"tld": tld, "countryCount": 0, "cca2": []}), record)
    return tuple(
        Catalog(kind, tuple(orjson.dumps(items[name]) for name in sorted(items)))
        for kind, items in (("subregions", dict[str, object](subregions)), ("tlds", dict[str, object](tlds)))
    )


def _add_country(item: SubregionItem | TldItem, record: Record) -> None:
    item["countryCount"] += 1
    item["cca2"].append(record.cca2)


def make_answers(
    routes: Sequence[Route], listings: Listings, catalogs: Sequence[Catalog], core: Mapping[str, str]
) -> tuple[AnswerRow, ...]:
    """Make the table of answers: a row for each key of *routes*, for each order of a ranking and for each ``status``.

    Random answers, redirects and answers that depend on the caller have no row. *core* has the modules of the edge core
    by file name. The core searches the names.
    """
    totals = {catalog.kind: len(catalog.items) for catalog in catalogs}
    folders = {listing.members: listing.name for listing in listings.listings if listing.name}
    rows: list[AnswerRow] = []
    for route in routes:
        match route.kind:
            case "list" | "independent" | "rank" | "match":
                rows += _list_rows(route, listings)
            case "codes":
                rows += _code_rows(route, listings)
            case "search":
                found = _search_rows(route, listings, core)
                # Addresses with the same list share the folder of the first address.
                rows += (
                    row._replace(folder=row.folder and folders.setdefault(row.members, row.folder)) for row in found
                )
            case "catalog":
                items, folder = tuple(range(totals[route.catalog])), f"{CATALOG_FOLDER}/{route.catalog}"
                rows.append(AnswerRow(route, "", "", "", items, folder, answer_path(route.path)))
            case "file" if route.static:
                rows.append(AnswerRow(route, "", "", "", (0,), "", answer_path(route.path)))
    return tuple(rows)


def _code_rows(route: Route, listings: Listings) -> Iterator[AnswerRow]:
    for code, number in listings.codes.items():
        yield AnswerRow(route, code, code, "", (number,), "", answer_path(route.path, code) if route.static else "")


def _search_rows(route: Route, listings: Listings, core: Mapping[str, str]) -> Iterator[AnswerRow]:
    names = listings.names if route.index == "names" else listings.capitals
    texts = {without_spaces(text): text for name in names for text in name.common}
    # The queries are common names. A name in another language must match whole. If it equals no query, it is left out.
    searched = [name._replace(in_other_languages=tuple(texts.keys() & {*name.in_other_languages})) for name in names]
    for (key, text), found in zip(texts.items(), search_names(core, searched, [*texts]), strict=True):
        folder = folder_of(route.path, key) if len(found) > 1 else ""
        yield AnswerRow(route, key, text, "", found, folder, answer_path(route.path, key))


def with_found_lists(listings: Listings, answers: Sequence[AnswerRow]) -> Listings:
    """Add to *listings* the lists that searches for whole names find, because their windows are files too."""
    folders = {listing.name for listing in listings.listings}
    rows = {row.folder: row for row in answers if row.route.index and row.folder not in ("", *folders)}
    found = (Listing(folder, row.members, row.route.max_limit) for folder, row in rows.items())
    return listings._replace(listings=(*listings.listings, *found))


def _list_rows(route: Route, listings: Listings) -> Iterator[AnswerRow]:
    canonical = {*listings.canonical_keys.get(route.index, ())}
    for indexed_as, key, query in _keys(route, listings):
        listing = listings.listings[listings.indexes[route.index][indexed_as]]
        text = listings.texts.get(route.index, {}).get(key, key)
        is_canonical = route.kind != "match" or key in canonical
        file = answer_path(route.path, key) if route.static and not query and is_canonical else ""
        yield AnswerRow(route, key, text, query, listing.members, listing.name, file)


def _keys(route: Route, listings: Listings) -> Iterator[tuple[str, str, str]]:
    """Yield for each answer of a route its key in the index, its key in the path of a request, and its query."""
    index = listings.indexes[route.index]
    if route.kind == "rank":
        for metric in route.path_parameter.enum if route.path_parameter else ():
            for order in (ORDER.default, *(order for order in ORDER.enum if order != ORDER.default)):
                query = "" if order == ORDER.default else f"{ORDER.name}={order}"
                yield f"{metric}/{order}", metric.lower(), query
    elif route.kind == "independent":
        default = str(STATUS.default).lower()
        yield from ((value, "", "" if value == default else f"{STATUS.name}={value}") for value in index)
    elif route.kind == "match":
        yield from ((key, key, "") for key in dict.fromkeys([*listings.canonical_keys[route.index], *index]))
    else:
        yield "", "", ""


def windows(length: int, sizes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield (limit, offset) of every window of *sizes* in a list of *length* items. Larger sizes count as *length*.

    An empty list, such as a ranking without values, has no window.
    """
    for limit in dict.fromkeys(min(size, length) for size in sizes if length):
        yield from ((limit, offset) for offset in range(0, length, limit))


def answer_entries(
    dataset: Dataset, listings: Listings, catalogs: Sequence[Catalog], answers: Sequence[AnswerRow], policy: Pages
) -> Iterator[Entry]:
    """Yield the files of answers with records or catalogs: windows, and the answers without a query."""
    for listing in listings.listings:
        # A window of one record is that record's own file.
        if listing.name and len(listing.members) > 1:
            yield from _window_entries(listing, dataset.records, policy.sizes(listing.max_limit))
    for row in answers:
        if row.file and row.route.answer == "[Country]":
            yield _entry_of_records(row.file, row.members[:DEFAULT_LIMIT], dataset.records)
    yield from _catalog_entries(catalogs, answers)


def _window_entries(listing: Listing, records: Sequence[Record], sizes: Sequence[int]) -> Iterator[Entry]:
    length = len(listing.members)
    for limit, offset in windows(length, sizes):
        members = listing.members[offset : offset + limit]
        if len(members) > 1:
            yield _entry_of_records(window_path(listing.name, limit, offset), members, records)


def _entry_of_records(path: str, members: Sequence[int], records: Sequence[Record]) -> Entry:
    def make() -> bytes:
        return b"[%b]" % b",".join([records[number].body for number in members])

    identity = digest("".join([records[number].digest for number in members]).encode())
    return Entry(f"/{path}", public_path(path), make, "json", identity=identity)


def _catalog_entries(catalogs: Sequence[Catalog], answers: Sequence[AnswerRow]) -> Iterator[Entry]:
    by_kind = {catalog.kind: catalog for catalog in catalogs}
    for row in answers:
        if row.route.catalog:
            catalog = by_kind[row.route.catalog]
            by_path = {row.file: (DEFAULT_CATALOG_LIMIT, 0)}
            for size in CATALOG_SIZES:
                for offset in range(0, len(catalog.items), size):
                    by_path[window_path(row.folder, size, offset)] = (size, offset)
            for path, window in by_path.items():
                yield Entry(f"/{path}", public_path(path), partial(catalog.window, *window), "json")
