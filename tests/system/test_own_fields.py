"""Fields of the site's owner, in the answers, the description, the documents and the pages of a small site."""

import csv
import io
import json
import sqlite3
from datetime import date
from typing import Any

import pytest

from builder.cli.check import check_site
from builder.cli.preview.in_memory_site import InMemorySite
from builder.javascript.core_calls import core_request
from builder.project.build_request import BuildRequest
from tests.support.few_countries import few_project

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


@pytest.fixture(scope="module")
def request_(tmp_path_factory: pytest.TempPathFactory) -> BuildRequest:
    """Make a project of four countries with two fields, whose office counts are known of two."""
    request = few_project(tmp_path_factory.mktemp("own") / "site")
    text = request.config.read_text("utf-8").replace("countries = []", 'countries = ["DE", "FR", "AT", "CH"]')
    request.config.write_text(text + OWN, "utf-8")
    folder = request.root / "fields"
    folder.mkdir()
    (folder / "officeCount.csv").write_text("code,value,year,source\nFRA,3,2025,Annual report\n276,-12,,\n")
    (folder / "tags.csv").write_text("code,value\nDE,new;old\n")
    return request


@pytest.fixture(scope="module")
def site(request_: BuildRequest) -> InMemorySite:
    """Read the site of the project."""
    return InMemorySite(request_)


def body(site: InMemorySite, target: str) -> Any:
    result, content = site.answer(core_request(target))
    assert result["status"] == 200, target
    return json.loads(content)


def test_site_with_own_fields_is_whole(request_: BuildRequest) -> None:
    check_site(request_, date(2026, 11, 24))


def test_records_have_them_and_null_where_they_are_unknown(site: InMemorySite) -> None:
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


def test_description_types_and_documents_have_them(site: InMemorySite) -> None:
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


def test_downloads_have_them_as_columns(site: InMemorySite) -> None:
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
    return dict(site.answer(core_request("/health"))[0]["headers"])["X-Dataset-Revision"]
