"""The generated modules of the edge function."""

import json
import re

from builder.config import Config
from builder.core.generated_modules import manifest_module, read_records, records_module
from builder.stages.edge import make_manifest
from builder.stages.listings import make_listings
from tests.support import values


def test_records_module_has_a_line_for_each_record_and_can_be_read_again() -> None:
    records = values.dataset().records
    source = records_module("records.js", records).body.decode()
    assert source.count("\n") == len(records) + 2
    assert read_records(source) == [record.body for record in records]


def test_records_module_without_records_exports_an_empty_array() -> None:
    assert records_module("records.js", ()).body == b"export const records = [];\n"
    assert read_records("export const records = [];\n") == []


def test_manifest_module_escapes_apostrophes_for_the_string_literal() -> None:
    dataset = values.dataset({**values.VALUES[0], "capital": ["St. John's"]})
    listings = make_listings(dataset, values.folding())
    manifest = make_manifest(dataset, listings, (), Config(), "0" * 32) | {"fallback": "a'\"\\"}
    source = manifest_module("manifest.js", manifest).body.decode()
    found = re.fullmatch(r"export const manifest = JSON\.parse\('([^']*)'\);\n", source)
    assert found
    assert json.loads(found[1].replace("\\\\", "\\"))["fallback"] == "a'\"\\"
