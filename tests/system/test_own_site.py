"""The additions of an owner are in answers and documents: fields, a territory with its flag, corrections."""

import csv
import io
import json
import sqlite3
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from builder.cli.check import check_site
from builder.cli.preview.in_memory_site import InMemorySite
from builder.inputs.errors import InputError
from builder.javascript.core_calls import core_request
from builder.project.build_request import BuildRequest
from tests.support.project import set_value
from tests.support.small_project import small_project
from tests.support.trees import write_files

OWN = """
[fields.officeCount]
type = "integer"
label = "Büros & more"
description = "Offices in the country."
metric = true
[fields.tags]
type = "list"
label = "Tags"
description = "Our tags."
"""

CORRECTIONS = [
    {"country": "AUT", "field": "capital", "value": ["Graz"], "reason": "Ours.", "date": "2026-11-28"},
    {
        "table": "calling-codes",
        "key": {"cca2": "AT"},
        "column": "isMain",
        "value": False,
        "reason": "Ours.",
        "date": "2026-11-28",
    },
]


@pytest.fixture(scope="module")
def request_(tmp_path_factory: pytest.TempPathFactory) -> BuildRequest:
    """Make a project of four countries with two own fields. The dataset does not say where the areas come from."""
    request = small_project(tmp_path_factory.mktemp("own") / "site")
    text = request.config.read_text("utf-8").replace("countries = []", 'countries = ["DE", "FR", "AT", "CH"]')
    request.config.write_text(text + OWN, "utf-8")
    fields = {
        "fields/officeCount.csv": "code,value,year,source\nFRA,3,2025,Annual report\n276,-12,,\n",
        "fields/tags.csv": "code,value\nDE,new;old\nXN,north\n",
    }
    others: dict[str, str | bytes] = {
        "countries/xn.json": '{"cca2": "XN", "name": {"common": "Northland", "official": "Northland"}}',
        "flags/xn.svg": (request.data / "flags" / "fr.svg").read_bytes(),
        "corrections/ours.json": json.dumps(CORRECTIONS),
    }
    provenance = json.loads((request.data / "provenance.json").read_bytes())
    del provenance["area"]
    (request.data / "provenance.json").write_text(json.dumps(provenance))
    write_files(request.root, {**fields, **others})
    return request


@pytest.fixture(scope="module")
def site(request_: BuildRequest) -> InMemorySite:
    """Read the site of the project."""
    return InMemorySite(request_)


def body(site: InMemorySite, target: str) -> Any:
    result, content = site.answer(core_request(target))
    assert result["status"] == 200, target
    return json.loads(content)


def test_site_with_own_fields_is_sound(request_: BuildRequest) -> None:
    check_site(request_, date(2026, 11, 24))


def test_records_have_the_own_fields_and_null_for_an_unknown_value(site: InMemorySite) -> None:
    assert body(site, "/v1/alpha/de,at?fields=own") == [
        {"own": {"officeCount": -12, "tags": ["new", "old"]}},
        {"own": {"officeCount": None, "tags": None}},
    ]
    assert body(site, "/v1/alpha/fr?fields=own.officeCount") == [{"own": {"officeCount": 3}}]


def test_own_metric_is_ranked(site: InMemorySite) -> None:
    result, content = site.answer(core_request("/v1/rank/officecount?fields=cca2"))
    assert json.loads(content) == [{"cca2": "FR"}, {"cca2": "DE"}]
    definition = dict(result["headers"])["X-Rank-Definition"]
    assert definition.startswith("officeCount; unit: see the documents; source: this site;")


@pytest.mark.needs("pages")
def test_description_types_and_documents_have_the_own_fields(site: InMemorySite) -> None:
    schemas = body(site, "/openapi.json")["components"]["schemas"]
    assert list(schemas["Own"]["properties"]) == ["officeCount", "tags"]
    assert schemas["ProjectedCountry"]["properties"]["own"] == {"$ref": "#/components/schemas/ProjectedOwn"}
    for path, text in {
        "/docs/record.txt": "| `officeCount` | integer | nullable | Offices in the country. |",
        "/docs/typescript.txt": "  tags?: string[] | null;",
        "/docs/rankings.txt": "| `officeCount` | officeCount; unit: see the documents;",
        "/docs/data-sources.txt": "site (2, 2025)",
        "/docs/figures/officeCount.html": "<h1>Büros &amp; more",
        "/docs/countries/fr.html": "Annual report",
        "/docs/map.html": "Büros &amp; more",
    }.items():
        assert text in site.answer(core_request(path))[1].decode(), path


@pytest.mark.needs("pages")
def test_territory_and_corrections_have_the_site_as_their_source(site: InMemorySite) -> None:
    assert body(site, "/v1/name/northland?fields=cca3,population,own.tags") == [
        {"cca3": "XNN", "population": None, "own": {"tags": ["north"]}}
    ]
    assert site.answer(core_request("/flags/svg/xn.svg"))[0]["status"] == 200
    assert body(site, "/v1/capital/graz?fields=cca2") == [{"cca2": "AT"}]
    table = body(site, "/tables/calling-codes.json")
    assert [row["isMain"] for row in table["rows"] if row["cca2"] == "AT"] == [False]
    assert table["sources"][-1] == {"title": "This site"}
    page = site.answer(core_request("/docs/changes.html"))[1].decode()
    assert "table-calling-codes.html" in page
    assert "1 value in 1 of " in page
    (change,) = [one for one in body(site, "/docs/changes.json")["changes"] if one["date"] == "2026-11-28"]
    assert (change["cca2"], change["new"], change["source"]) == ("AT", ["Graz"], "site")
    rows = body(site, "/tables/provenance/xn.json")["rows"]
    assert {row["source"] for row in rows} == {"This site", "rendered from the SVG"}
    for path, text in {
        "/docs/countries/xn.html": "This site",
        "/docs/countries/at.html": "This site",
        "/docs/data-sources.txt": "| `flags.svg` | 5 | flag-icons; site (1) |",
    }.items():
        assert text in site.answer(core_request(path))[1].decode(), path


def test_licences_and_sources_name_what_the_owner_added(site: InMemorySite) -> None:
    licences, sources = (
        site.answer(core_request(path))[1].decode() for path in ("/licences.txt", "/docs/data-sources.txt")
    )
    assert "- What the owner of this site added and corrected is a part of that data" in licences
    assert "- Flags of this site, which are not from the parts below: XN\n" in licences
    assert "| `site` | This site: what its owner added and corrected |" in sources
    assert "the flags of XN are this site's own" in sources


def test_code_of_a_country_that_is_left_out_is_warned_of(tmp_path: Path) -> None:
    request = small_project(tmp_path / "site")
    set_value(request, "countries = []", 'countries = ["DE"]')
    own = '{"cca2": "FR", "cca3": "XNN", "name": {"common": "Northland", "official": "Northland"}}'
    flag = (request.data / "flags" / "de.svg").read_bytes()
    write_files(request.root, {"countries/fr.json": own, "flags/fr.svg": flag})
    findings = check_site(request, date(2026, 11, 24))
    assert findings.warnings == ("FR: in ISO 3166-1, the code of a country that the site leaves out",)


@pytest.mark.needs("tables")
def test_correction_of_a_table_that_has_no_effect_is_named(tmp_path: Path) -> None:
    request = small_project(tmp_path / "site")
    table = {"table": "calling-codes", "key": {"cca2": "DE"}, "column": "isMain", "value": True, "reason": "Ours."}
    rows = [table, table | {"table": "calling"}, table | {"key": {"cca2": "XX"}}, table | {"column": "main"}]
    wrong = table | {"value": "no"}
    write_files(request.root, {"corrections/ours.json": json.dumps([*rows, wrong])})
    with pytest.raises(InputError) as refused:
        check_site(request, date(2026, 11, 24))
    assert [str(problem).partition("; ")[0] for problem in refused.value.problems] == [
        "corrections/ours.json: correction 1: has no effect: isMain has this value already",
        'corrections/ours.json: correction 2: "calling" is no table that can be corrected',
        "corrections/ours.json: correction 3: names no row of calling-codes by its key",
        'corrections/ours.json: correction 4: "main" is no column of calling-codes',
        'corrections/ours.json: correction 5: is "no"',
    ]


@pytest.mark.needs("exports")
def test_downloads_have_the_own_fields_as_columns(site: InMemorySite) -> None:
    rows = csv.DictReader(io.StringIO(site.answer(core_request("/docs/downloads/countries.csv"))[1].decode()))
    assert {row["cca2"]: (row["own_office_count"], row["own_tags"]) for row in rows if row["own_office_count"]} == {
        "DE": ("-12", "new;old"),
        "FR": ("3", ""),
    }
    database = sqlite3.connect(":memory:")
    database.deserialize(site.answer(core_request("/docs/downloads/countries.sqlite"))[1])
    query = "SELECT cca2, own_office_count FROM countries WHERE own_tags = 'new;old'"
    assert database.execute(query).fetchall() == [("DE", -12)]


def test_value_of_a_field_is_an_input_and_changes_the_revision(site: InMemorySite, request_: BuildRequest) -> None:
    before = request_.inputs()["fingerprint"]
    (request_.root / "fields" / "tags.csv").write_text("code,value\nDE,new\n")
    assert request_.inputs()["fingerprint"] != before
    assert _revision(InMemorySite(request_)) != _revision(site)


def _revision(site: InMemorySite) -> str:
    headers: dict[str, str] = dict(site.answer(core_request("/health"))[0]["headers"])
    return headers["X-Dataset-Revision"]
