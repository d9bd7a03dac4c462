"""The CSV file."""

import csv
import io
import json
from pathlib import Path

import pytest

from builder.api.fields import COLUMNS
from tests.unit.annexes.conftest import WriteFormat

# They export the whole dataset.
pytestmark = pytest.mark.slow


def test_csv_has_the_declared_columns(exported: Path, records: dict[str, dict[str, object]]) -> None:
    rows = list(csv.DictReader(io.StringIO((exported / "countries.csv").read_text("utf-8"), newline="")))
    assert len(rows) == 250
    assert list(rows[0]) == [column.name for column in COLUMNS]
    (germany,) = (row for row in rows if row["cca2"] == "DE")
    assert (germany["name"], germany["ccn3"], germany["currencies"], germany["landlocked"]) == (
        "Germany",
        "276",
        "EUR",
        "false",
    )
    assert germany["borders"].split(";") == records["DE"]["borders"]
    assert next(row for row in rows if row["cca2"] == "AQ")["gdp_usd"] == ""


def test_csv_with_fields_has_a_column_for_each_path(write: WriteFormat) -> None:
    rows = list(csv.reader(io.StringIO(write("csv", "name.common, tld,flags").read_text("utf-8"), newline="")))
    assert rows[0] == ["name.common", "tld", "flags"]
    afghanistan = rows[1]
    assert afghanistan[:2] == ["Afghanistan", ".af"]
    assert json.loads(afghanistan[2]).keys() == {"svg", "png", "alt"}
