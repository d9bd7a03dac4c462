"""Exported files have the contents of the service's answers, with the same bytes each time."""

import csv
import io
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import orjson
import pytest

from builder.annexes.exports.export import export, export_formats
from builder.api.fields import COLUMNS
from builder.build_request import BuildRequest
from builder.input_errors import InputError
from tests.support import sites
from tests.support.trees import content, differences
from tests.unit.annexes.conftest import WriteFormat

pytestmark = pytest.mark.slow


def test_repeated_export_has_the_same_bytes(small: BuildRequest, exported: Path, tmp_path: Path) -> None:
    export(small, tuple(export_formats()), tmp_path, "")
    assert differences(content(exported), content(tmp_path)) == []


def test_file_in_place_of_the_folder_is_rejected(write: WriteFormat, tmp_path: Path) -> None:
    (tmp_path / "to").write_text("mine")
    with pytest.raises(InputError, match="is not a directory"):
        write("json")
    assert (tmp_path / "to").read_text() == "mine"


def test_json_and_ndjson_have_the_records_of_the_service(exported: Path, small: BuildRequest) -> None:
    service = sites.opened(small.output)
    lines = (exported / "countries.ndjson").read_bytes().splitlines()
    assert len(lines) == len(list((small.data / "countries").iterdir()))
    for line in lines:
        code = orjson.loads(line)["cca2"]
        assert b"[%b]" % line == service.get(f"/v1/alpha/{code}").body
    assert orjson.loads((exported / "countries.json").read_bytes()) == [orjson.loads(line) for line in lines]


def test_fields_select_the_same_as_in_a_request(write: WriteFormat, small: BuildRequest) -> None:
    fields = "name.common,currencies,capitalInfo.latlng"
    lines = write("ndjson", fields).read_bytes().splitlines()
    assert b"[%b]" % lines[0] == sites.opened(small.output).get(f"/v1/alpha/al?fields={fields}").body


@pytest.mark.parametrize(
    ("name", "fields", "said"),
    [
        ("json", "nothing", "--fields: nothing: is no field of any record"),
        ("csv", "cca2,capitl,Name", "(?s)Name: is no field.*capitl: is no field"),
        ("csv", ",".join(["name"] * 65), "at most 64"),
        ("sqlite", "name", "does not accept fields"),
    ],
)
def test_invalid_fields_write_no_file(write: WriteFormat, tmp_path: Path, name: str, fields: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        write(name, fields)
    assert not (tmp_path / "to").exists()


def test_csv_has_the_declared_columns(exported: Path, records: dict[str, dict[str, object]]) -> None:
    rows = {
        row["cca2"]: row
        for row in csv.DictReader(io.StringIO((exported / "countries.csv").read_text("utf-8"), newline=""))
    }
    assert rows.keys() == records.keys()
    germany = rows["DE"]
    assert list(germany) == [column.name for column in COLUMNS]
    assert (germany["name"], germany["ccn3"], germany["currencies"]) == ("Germany", "276", "EUR")
    assert germany["landlocked"] == "false"
    assert germany["borders"].split(";") == records["DE"]["borders"]
    assert rows["AQ"]["gdp_usd"] == ""


def test_csv_with_fields_has_a_column_for_each_path(write: WriteFormat) -> None:
    rows = list(csv.reader(io.StringIO(write("csv", "name.common, tld,flags").read_text("utf-8"), newline="")))
    assert rows[0] == ["name.common", "tld", "flags"]
    assert rows[1][:2] == ["Albania", ".al"]
    assert json.loads(rows[1][2]).keys() == {"svg", "png", "alt"}


def test_sqlite_is_intact_and_its_views_have_rows(exported: Path, records: dict[str, dict[str, object]]) -> None:
    with closing(sqlite3.connect(exported / "countries.sqlite")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        assert database.execute("SELECT count(*) FROM countries").fetchone() == (len(records),)
        euro = database.execute("SELECT cca2 FROM countries_by_currency WHERE currency = 'EUR'").fetchall()
        assert {code for (code,) in euro} == {
            code for code, record in records.items() if "EUR" in json.dumps(record.get("currencies", {}))
        }
        assert database.execute("SELECT cca2, rank FROM population_ranking LIMIT 1").fetchone() == ("US", 1)
        named = database.execute("SELECT DISTINCT cca2 FROM names WHERE name = 'allemagne' COLLATE NOCASE").fetchall()
        assert named == [("DE",)]
        assert database.execute("SELECT neighbour FROM neighbours WHERE cca2 = 'VA'").fetchall() == [("IT",)]
        assert database.execute("SELECT count(*) FROM holidays_by_day WHERE cca2 = 'NG'").fetchone()[0] > 10


def test_sqlite_file_has_the_same_bytes_whatever_the_library(exported: Path) -> None:
    body = (exported / "countries.sqlite").read_bytes()
    counter, valid_for, version = (int.from_bytes(body[at : at + 4], "big") for at in (24, 92, 96))
    assert (counter, valid_for, version) == (1, 1, 3_040_000)
    # SQLite leaves other bytes before the cells of a leaf, by its version. The first page has the header of the file.
    leaves = [body[at : at + 4096] for at in range(4096, len(body), 4096) if body[at] in (10, 13)]
    assert len(leaves) > 20
    for leaf in leaves:
        end_of_pointers = 8 + 2 * int.from_bytes(leaf[3:5], "big")
        gap = leaf[end_of_pointers : int.from_bytes(leaf[5:7], "big")]
        assert gap.count(0) == len(gap)


def test_zip_has_the_images_of_the_site(exported: Path, small: BuildRequest, records: dict[str, object]) -> None:
    with ZipFile(exported / "flags.zip") as archive:
        assert len(archive.namelist()) == 2 * len(records) + 1
        for name in ("svg/de.svg", "png/de.png"):
            assert archive.read(name) == (small.output / "public/flags" / name).read_bytes()
