"""Small values for tests of stages: three invented countries."""

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import orjson

from builder.api.types import Dataset, Record
from builder.javascript.context import read_modules
from builder.javascript.core_calls import Folding
from tests.support.project import ROOT

if TYPE_CHECKING:
    from builder.api.dataset_types import SourceTable

LANGUAGES = {"aaa": {"name": "Aish", "alpha2": "aa"}, "bbb": {"name": "Bish"}}

VALUES: tuple[dict[str, Any], ...] = (
    {
        "name": {
            "common": "Aland",
            "official": "Realm of Aland",
            "native": {"aaa": {"official": "Ålu", "common": "Å"}},
        },
        "tld": [".a"],
        "cca2": "AA",
        "ccn3": "901",
        "cca3": "AAA",
        "cioc": "AAL",
        "independent": True,
        "currencies": {"AAD": {"name": "Aland dollar"}},
        "capital": ["St. A-Town"],
        "altSpellings": ["AA", "Al", "Old Aland"],
        "region": "East",
        "subregion": "Far East",
        "languages": {"aaa": "Aish"},
        "area": 10,
        "population": 5,
        "enrichment": {"fetchedAt": "2026-01-01T00:00:00Z", "economics": {"gdp": 7.5}},
        "continents": ["East"],
    },
    {
        "name": {"common": "Beland", "official": "Beland"},
        "tld": [".a", ".b"],
        "cca2": "BB",
        "ccn3": "002",
        "cca3": "BBB",
        "independent": False,
        "currencies": {"BBD": {"name": "New dollar"}, "BBP": {"name": "Beland pound"}},
        "capital": ["Be"],
        "region": "East",
        "subregion": "Near East",
        "languages": {"aaa": "Aish", "bbb": "Bish"},
        "area": 20,
        "population": 5,
        "enrichment": {"fetchedAt": "2026-01-01T00:00:00Z", "economics": {"gdp": None}},
        "continents": ["East", "West"],
    },
    {
        "name": {"common": "Ceeland", "official": "Ceeland"},
        "cca2": "CC",
        "cca3": "XKX",
        "region": "West",
        "area": 30,
        "population": None,
    },
)


def incomplete(records: Any) -> Any:
    """Take records that have only what a test needs."""
    return records


def record(value: Any) -> Record:
    """Encode a record."""
    body = orjson.dumps(value)
    return Record(value, body, blake2b(body, digest_size=8).hexdigest())


def dataset(*values: Any) -> Dataset:
    """Make a dataset of *values*, by default of the three countries."""
    records = tuple(map(record, values or VALUES))
    no_sources: SourceTable = {"sources": [], "provenance": {}}
    reference: Any = {"languages": LANGUAGES, "coverage": {}}
    return Dataset(records, reference, {}, {}, no_sources, {}, (), "0123456789abcdef")


def folding() -> Folding:
    """Open the folding of the core."""
    return Folding(read_modules(ROOT / "edge", "core"))
