"""The files with all records."""

import csv
import hashlib
import io
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.serving import Service

_TYPES = {
    "countries.json": "application/json; charset=utf-8",
    "countries.ndjson": "application/x-ndjson; charset=utf-8",
    "countries.csv": "text/csv; charset=utf-8",
    "countries.sqlite": "application/vnd.sqlite3",
}


@pytest.fixture
def folder(site: Path) -> Path:
    return site / "public/docs/downloads"


@pytest.fixture
def records(folder: Path) -> dict[str, dict[str, object]]:
    return {record["cca2"]: record for record in json.loads((folder / "countries.json").read_bytes())}


def test_files_have_every_record(folder: Path, site: Path) -> None:
    records = json.loads((folder / "countries.json").read_text("utf-8"))
    assert len(records) == 250
    assert [json.loads(line) for line in (folder / "countries.ndjson").read_text("utf-8").splitlines()] == records
    assert records[0] == json.loads((site / f"public/v1/alpha/{records[0]['cca2'].lower()}.json").read_text("utf-8"))[0]


def test_csv_has_the_columns_of_the_data_package(folder: Path, records: dict[str, dict[str, object]]) -> None:
    rows = {
        row["cca2"]: row
        for row in csv.DictReader(io.StringIO((folder / "countries.csv").read_text("utf-8"), newline=""))
    }
    assert rows.keys() == records.keys()
    germany = rows["DE"]
    described = json.loads((folder / "datapackage.json").read_bytes())["resources"][0]["schema"]["fields"]
    assert list(germany) == [field["name"] for field in described]
    assert (germany["name"], germany["currencies"], germany["calling_code"]) == ("Germany", "EUR", "49")
    assert germany["landlocked"] == "false"
    assert germany["borders"].split(";") == records["DE"]["borders"]
    assert rows["AQ"]["gdp_usd"] == ""


def test_sample_of_the_page_keeps_the_zeros_of_every_code(folder: Path, site: Path) -> None:
    text = (site / "public/docs/downloads.txt").read_text("utf-8")
    (options,) = re.findall(r"dtype=({.*?}),$", text, re.M)
    rows = [*csv.DictReader(io.StringIO((folder / "countries.csv").read_text("utf-8"), newline=""))]
    package = json.loads((folder / "datapackage.json").read_bytes())["resources"][0]
    texts = [field["name"] for field in package["schema"]["fields"] if field["type"] == "string"]
    digits = [name for name in texts if all(row[name].isdigit() for row in rows if row[name])]
    assert "ccn3" in digits
    assert [*json.loads(options.replace("str", "0"))] == digits


def test_views_of_the_database_have_rows(folder: Path, records: dict[str, dict[str, object]]) -> None:
    with closing(sqlite3.connect(folder / "countries.sqlite")) as database:
        assert database.execute("SELECT count(*) FROM countries").fetchone() == (len(records),)
        euro = database.execute("SELECT cca2 FROM countries_by_currency WHERE currency = 'EUR'").fetchall()
        assert {code for (code,) in euro} == {
            code for code, record in records.items() if "EUR" in json.dumps(record.get("currencies", {}))
        }
        assert database.execute("SELECT cca2, rank FROM population_ranking LIMIT 1").fetchone() == ("IN", 1)
        named = database.execute("SELECT DISTINCT cca2 FROM names WHERE name = 'allemagne' COLLATE NOCASE").fetchall()
        assert named == [("DE",)]
        assert database.execute("SELECT neighbour FROM neighbours WHERE cca2 = 'VA'").fetchall() == [("IT",)]
        assert database.execute("SELECT count(*) FROM holidays_by_day WHERE cca2 = 'NG'").fetchone()[0] > 10


@pytest.mark.slow
@pytest.mark.parametrize("step", [10, pytest.param(1, marks=pytest.mark.soak)])
def test_schema_describes_the_records(folder: Path, step: int) -> None:
    # Takes two seconds to load, which every test process would wait for.
    from jsonschema import Draft202012Validator

    schema = json.loads((folder / "schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    records = sorted(json.loads((folder / "countries.json").read_text("utf-8")), key=lambda one: len(json.dumps(one)))
    # The shortest, the longest and each *step* between; a build judges each by the model that the schema is of.
    assert list(Draft202012Validator(schema).iter_errors([*records[::step], records[-1]])) == []
    assert list(Draft202012Validator(schema).iter_errors([{"cca2": 1}])) != []


def test_page_has_the_hash_of_each_file(folder: Path, site: Path) -> None:
    text = (site / "public/docs/downloads.txt").read_text("utf-8")
    for path in folder.iterdir():
        if path.name != "index.html":
            assert f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" in text


@pytest.mark.parametrize("name", _TYPES)
def test_file_has_its_type(service: Service, name: str) -> None:
    reply = service.get(f"/docs/downloads/{name}")
    assert reply.status == 200
    assert dict(reply.headers)["Content-Type"] == _TYPES[name]
