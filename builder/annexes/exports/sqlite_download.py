"""``countries.sqlite``: the dataset as tables with keys, and views for common questions.

Table ``countries`` has the flat columns. Each other table has the values of a field with several values per country,
or is one of those beside the record.
Dates are ISO 8601 strings, booleans are 0 and 1.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from builder.annexes.exports.table_database import add_tables
from builder.api.field_paths import value_at
from builder.api.record_model import Country
from builder.api.shown_fields import COLUMNS
from builder.tabular.table import TableRows

_TYPES = {"text": "TEXT", "integer": "INTEGER", "number": "REAL", "boolean": "INTEGER"}
# 3.40.0, as SQLITE_VERSION_NUMBER writes it.
_VERSION = 3_040_000
_PAGE_BYTES = 4096
_HEADER_BYTES = 100
# The bytes before the pointers to the cells, by the kind of page: interior and leaf, of an index and of a table. A page
# that continues a cell begins with the number of another page, whose first byte is 0.
_HEAD_BYTES = {2: 12, 5: 12, 10: 8, 13: 8}
_FLAT = [column for column in COLUMNS if column.type != "list"]
_COLUMNS = ", ".join(
    f"{column.name} {_TYPES[column.type]}{' PRIMARY KEY NOT NULL' if column.name == 'cca2' else ''}" for column in _FLAT
)


def sqlite_body(values: Sequence[Country], revision: str, date: str, tables: Iterable[TableRows] = ()) -> bytes:
    """Make the database of a dataset with its *revision*, *date* and *tables*, after a check of every foreign key."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.executescript(f"PRAGMA page_size = {_PAGE_BYTES}; PRAGMA foreign_keys = ON;")
        database.execute(f"CREATE TABLE countries ({_COLUMNS}) WITHOUT ROWID")
        database.executescript(Path(__file__).with_suffix(".sql").read_text("utf-8"))
        database.execute("BEGIN")
        for table, rows in _tables(values, revision, date).items():
            columns = database.execute(f"SELECT count(*) FROM pragma_table_info('{table}')").fetchone()[0]  # noqa: S608
            database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * columns)})", rows)  # noqa: S608
        add_tables(database, tables)
        database.execute("COMMIT")
        database.execute("VACUUM")
        return _without_version(database.serialize())


def _without_version(body: bytes) -> bytes:
    """Set the bytes that depend on the library alone, so that every machine writes the same file.

    In the header: the counter of changes, for which the content is valid, and the version of the library that wrote it
    (https://www.sqlite.org/fileformat.html, 1.3.7 and 1.3.15). In each page: what is between the pointers to its cells
    and the cells, where the library leaves what was there before (1.6). A reader needs none of it.
    """
    file = bytearray(body)
    file[24:28] = file[92:96] = (1).to_bytes(4, "big")
    file[96:100] = _VERSION.to_bytes(4, "big")
    for page in range(0, len(file), _PAGE_BYTES):
        # The header of the first page follows that of the file.
        head = page or _HEADER_BYTES
        if file[head] in _HEAD_BYTES:
            pointers = head + _HEAD_BYTES[file[head]]
            cells, first = (int.from_bytes(file[head + at : head + at + 2], "big") for at in (3, 5))
            gap = slice(pointers + 2 * cells, page + first)
            file[gap] = bytes(gap.stop - gap.start)
    return bytes(file)


def _tables(records: Sequence[Country], revision: str, date: str) -> dict[str, Iterable[tuple[Any, ...]]]:
    """Make the rows of each table. Tables that others refer to come first."""
    codes = {record["cca3"]: record["cca2"] for record in records}
    about = {"revision": revision, "date": date, "licence": "ODbL-1.0"}
    return {
        "about": about.items(),
        "countries": (tuple(column.value(record) for column in _FLAT) for record in records),
        "names": (row for record in records for row in _names(record)),
        "codes": (
            (code, kind, record["cca2"])
            for record in records
            for kind in ("cca2", "cca3", "ccn3", "cioc", "fifa")
            if (code := value_at(record, kind))
        ),
        "capitals": (row for record in records for row in _capitals(record)),
        "currencies": sorted(
            {(code, currency["name"]) for record in records for code, currency in record.get("currencies", {}).items()}
        ),
        "country_currencies": (
            (record["cca2"], code, currency.get("symbol"))
            for record in records
            for code, currency in record.get("currencies", {}).items()
        ),
        "languages": sorted({item for record in records for item in record.get("languages", {}).items()}),
        "country_languages": _several(records, "languages"),
        "continents": _several(records, "continents"),
        "borders": (
            (record["cca2"], codes[neighbour]) for record in records for neighbour in record.get("borders", ())
        ),
        "tlds": _several(records, "tld"),
        "timezones": _several(records, "timezones"),
        "holidays": (
            (record["cca2"], day["date"], day["name"], day["localName"], ";".join(day.get("types", ())) or None)
            for record in records
            for day in record.get("holidays", {}).get("items", ())
        ),
    }


def _several(records: Iterable[Country], field: str) -> Iterator[tuple[str, str]]:
    return ((record["cca2"], value) for record in records for value in value_at(record, field) or ())


def _names(record: Country) -> Iterator[tuple[str, str, str | None, str]]:
    cca2, name = record["cca2"], record["name"]
    yield cca2, "common", "eng", name["common"]
    yield cca2, "official", "eng", name["official"]
    for language, native in name.get("native", {}).items():
        yield cca2, "native common", language, native["common"]
        yield cca2, "native official", language, native["official"]
    for spelling in record.get("altSpellings", ()):
        yield cca2, "alternative", None, spelling
    for language, translation in record.get("translations", {}).items():
        yield cca2, "translated common", language, translation["common"]
        yield cca2, "translated official", language, translation["official"]
    for language, demonym in record.get("demonyms", {}).items():
        yield cca2, "demonym, feminine", language, demonym["f"]
        yield cca2, "demonym, masculine", language, demonym["m"]


def _capitals(record: Country) -> Iterator[tuple[Any, ...]]:
    info = record.get("capitalInfo", {})
    for place, name in enumerate(record.get("capital", ())):
        latitude, longitude = info.get("latlng", (None, None)) if place == 0 else (None, None)
        yield record["cca2"], place, name, latitude, longitude, info.get("population") if place == 0 else None
