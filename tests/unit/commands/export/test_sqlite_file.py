"""The SQLite database."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path


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
