"""The SQLite database."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

# They export the whole dataset.
pytestmark = pytest.mark.slow


def test_sqlite_is_intact_and_its_views_have_rows(exported: Path, records: dict[str, dict[str, object]]) -> None:
    with closing(sqlite3.connect(exported / "countries.sqlite")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        assert database.execute("SELECT count(*) FROM countries").fetchone() == (250,)
        euro = database.execute("SELECT cca2 FROM countries_by_currency WHERE currency = 'EUR'").fetchall()
        assert {code for (code,) in euro} == {
            code for code, record in records.items() if "EUR" in json.dumps(record.get("currencies", {}))
        }
        most = database.execute("SELECT cca2, rank FROM population_ranking LIMIT 1").fetchone()
        assert most == ("IN", 1)
        named = database.execute("SELECT DISTINCT cca2 FROM names WHERE name = 'allemagne' COLLATE NOCASE").fetchall()
        assert named == [("DE",)]
        beside = database.execute("SELECT neighbour FROM neighbours WHERE cca2 = 'PT'").fetchall()
        assert beside == [("ES",)]
        days = database.execute("SELECT count(*) FROM holidays_by_day WHERE cca2 = 'KE'").fetchone()
        assert days[0] > 10


def test_sqlite_header_is_the_same_whatever_the_library(exported: Path) -> None:
    header = (exported / "countries.sqlite").read_bytes()[:100]
    counter, valid_for, version = (int.from_bytes(header[at : at + 4], "big") for at in (24, 92, 96))
    assert (counter, valid_for, version) == (1, 1, 3_040_000)


def test_sqlite_pages_have_nothing_of_what_was_there_before(exported: Path) -> None:
    """SQLite leaves other bytes before the cells of a leaf, by its version."""
    body = (exported / "countries.sqlite").read_bytes()
    # The first page is skipped for the header of the file.
    leaves = [body[at : at + 4096] for at in range(4096, len(body), 4096) if body[at] in (10, 13)]
    assert len(leaves) > 20
    for leaf in leaves:
        end_of_pointers = 8 + 2 * int.from_bytes(leaf[3:5], "big")
        gap = leaf[end_of_pointers : int.from_bytes(leaf[5:7], "big")]
        assert gap.count(0) == len(gap)
