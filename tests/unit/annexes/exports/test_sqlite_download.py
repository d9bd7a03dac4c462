"""The database of the dataset."""

import sqlite3
from typing import Any

import pytest

from builder.annexes.exports.sqlite_download import sqlite_body
from builder.api.record_model import Country
from builder.documents import DocumentData


def _values(data: DocumentData) -> list[Country]:
    return [record.value for record in data.site.dataset.records]


@pytest.fixture
def database(data: DocumentData) -> sqlite3.Connection:
    """Open the database of the small site."""
    connection = sqlite3.connect(":memory:")
    connection.deserialize(sqlite_body(_values(data), "0123456789abcdef", "2026-01-01"))
    return connection


def test_places_are_those_of_the_record(data: DocumentData, database: sqlite3.Connection) -> None:
    def rows(query: str) -> dict[str, list[Any]]:
        return {code: place for code, *place in database.execute(query)}

    values = _values(data)
    assert rows("SELECT cca2, latitude, longitude FROM countries") == {
        value["cca2"]: value["latlng"] for value in values
    }
    assert rows("SELECT cca2, latitude, longitude FROM capitals WHERE latitude IS NOT NULL") == {
        value["cca2"]: value["capitalInfo"]["latlng"] for value in values if "latlng" in value.get("capitalInfo", {})
    }
