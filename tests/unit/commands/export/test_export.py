"""Exported files hold what the service answers, with the same bytes each time."""

import csv
import io
import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import orjson
import pytest
from pyarrow import parquet

from builder.cli.dataset_commands import EXPORT_FORMATS
from builder.commands.export import FORMATS, export
from builder.commands.export.columns import COLUMNS
from builder.inputs import Request
from builder.problems import InputError
from tests.support.project import ROOT
from tests.support.serving import Service
from tests.support.trees import content, differences

Write = Callable[..., Path]


@pytest.fixture
def write(project: Request, tmp_path: Path) -> Write:
    def one(name: str, fields: str = "") -> Path:
        (path,) = export(project, (name,), tmp_path / "to", fields)
        return path

    return one


@pytest.fixture(scope="module")
def exported(project: Request, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exported")
    export(project, tuple(FORMATS), folder, "")
    return folder


@pytest.fixture(scope="module")
def records(exported: Path) -> dict[str, dict[str, object]]:
    return {record["cca2"]: record for record in json.loads((exported / "countries.json").read_bytes())}


def test_the_command_line_names_every_format() -> None:
    assert tuple(FORMATS) == EXPORT_FORMATS


def test_json_and_ndjson_hold_the_records_that_the_service_answers(exported: Path, service: Service) -> None:
    lines = (exported / "countries.ndjson").read_bytes().splitlines()
    assert len(lines) == 250
    for line in lines[::25]:
        code = orjson.loads(line)["cca2"]
        assert b"[%b]" % line == service.get(f"/v1/alpha/{code}").body
    assert orjson.loads((exported / "countries.json").read_bytes()) == [orjson.loads(line) for line in lines]


def test_two_exports_have_the_same_bytes(project: Request, exported: Path, tmp_path: Path) -> None:
    export(project, tuple(FORMATS), tmp_path, "")
    assert differences(content(exported), content(tmp_path)) == []


def test_fields_leave_what_they_leave_of_an_answer(write: Write, service: Service) -> None:
    fields = "name.common,currencies,capitalInfo.latlng"
    lines = write("ndjson", fields).read_bytes().splitlines()
    assert b"[%b]" % lines[0] == service.get(f"/v1/alpha/af?fields={fields}").body


def test_csv_has_the_stated_columns(exported: Path, records: dict[str, dict[str, object]]) -> None:
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


def test_csv_of_named_fields_has_a_column_for_each_path(write: Write) -> None:
    rows = list(csv.reader(io.StringIO(write("csv", "name.common, tld,flags").read_text("utf-8"), newline="")))
    assert rows[0] == ["name.common", "tld", "flags"]
    afghanistan = rows[1]
    assert afghanistan[:2] == ["Afghanistan", ".af"]
    assert json.loads(afghanistan[2]).keys() == {"svg", "png", "alt"}


def test_parquet_has_the_rows_of_the_csv(exported: Path) -> None:
    table = parquet.read_table(exported / "countries.parquet")
    rows = list(csv.DictReader(io.StringIO((exported / "countries.csv").read_text("utf-8"), newline="")))
    for name in ("cca2", "capital", "population", "area_km2", "landlocked"):
        spelled = ["" if value is None else value for value in table[name].to_pylist()]
        wanted = [row[name] for row in rows]
        assert [
            ";".join(value) if isinstance(value, list) else str(value).lower() if isinstance(value, bool) else value
            for value in spelled
        ] == (wanted if name not in ("population", "area_km2") else [float(text) if text else "" for text in wanted])


def test_sqlite_is_whole_and_its_views_answer(exported: Path, records: dict[str, dict[str, object]]) -> None:
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


def test_the_npm_package_is_packed_imported_and_typed(exported: Path, tmp_path: Path) -> None:
    packed = subprocess.run(
        ["npm", "pack", "--json", "--pack-destination", tmp_path, exported / "npm"], check=True, capture_output=True
    )
    names = {file["path"] for file in json.loads(packed.stdout)[0]["files"]}
    assert names == {"LICENSE", "README.md", "countries.json", "index.d.ts", "index.js", "package.json"}
    package = tmp_path / "node_modules" / "country-reference-data"
    package.mkdir(parents=True)
    (archive,) = tmp_path.glob("*.tgz")
    subprocess.run(["tar", "-xzf", archive, "-C", package, "--strip-components=1"], check=True)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "use.ts").write_text(
        "import { countries, findByCode, type Country } from 'country-reference-data';\n"
        "const country: Country | undefined = findByCode('76');\n"
        "const year: number | null | undefined = country?.enrichment?.economics?.gdpYear;\n"
        "console.log(countries.length, country?.name.common, typeof year);\n"
    )
    compiler = ROOT / "node_modules" / ".bin" / "tsc"
    types = ("--typeRoots", ROOT / "node_modules/@types")
    options = ("--strict", "--target", "es2022", "--module", "nodenext", *types, "--types", "node")
    compiled = subprocess.run([compiler, *options, "use.ts"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert compiled.stdout == ""
    said = subprocess.run(["node", "use.js"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert said.stdout.split() == ["250", "Brazil", "number"]


def test_the_zip_holds_the_images_that_are_served(exported: Path, site: Path) -> None:
    with ZipFile(exported / "flags.zip") as archive:
        assert len(archive.namelist()) == 501
        assert archive.read("svg/de.svg") == (site / "public/flags/svg/de.svg").read_bytes()
        assert archive.read("png/np.png") == (site / "public/flags/png/np.png").read_bytes()


@pytest.mark.parametrize(
    ("name", "fields", "said"),
    [
        ("json", "nothing", "names no field of any record"),
        ("csv", ".".join("abcdefghi"), "at most 8"),
        ("sqlite", "name", "does not accept fields"),
        ("npm", "name", "does not accept fields"),
        ("flags", "name", "does not accept fields"),
    ],
)
def test_refused_fields_leave_no_file(write: Write, tmp_path: Path, name: str, fields: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        write(name, fields)
    assert not (tmp_path / "to").exists()


def test_a_file_in_place_of_the_folder_is_refused(write: Write, tmp_path: Path) -> None:
    (tmp_path / "to").write_text("mine")
    with pytest.raises(InputError, match="is not a directory"):
        write("json")
    assert (tmp_path / "to").read_text() == "mine"


def test_parquet_without_its_library_names_the_extra(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"country-reference\[parquet\]"):
        write("parquet")
