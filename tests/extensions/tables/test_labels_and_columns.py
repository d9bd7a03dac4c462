"""The fields that people see: on the pages of countries and in flat files."""

import json
import re
from pathlib import Path
from typing import Any

from builder.extensions.tables.labels_and_columns import list_columns, list_fields
from tests.support import values
from tests.support.project import WORLD
from tests.support.serving import Service

# Fields with a section of their own on the page.
OTHER_PLACE = ("borders", "holidays", "flags.alt", "flags.svg", "flags.png", "maps")


def test_country_page_shows_every_field_with_its_source(site: Path, service: Service) -> None:
    text = (site / "public/docs/countries/jp.html").read_text("utf-8")
    provenance = json.loads((WORLD / "provenance.json").read_text("utf-8"))
    shown = {field.path for field in list_fields({}) if field.group}
    assert [field for field in provenance if field not in shown and field not in OTHER_PLACE] == []
    value = json.loads(service.get("/v1/alpha/jp").body)[0]
    row = re.search(r'<tr id="enrichment-development-hdi">.*', text)
    assert row
    assert str(value["enrichment"]["development"]["hdi"]) in row[0]
    mark = re.search(r'href="#(source-\d+)"', row[0])
    assert mark
    assert re.search(rf'<li id="{mark[1]}"><a [^>]*>Human Development Report', text)


COLUMN = {column.name: column for column in list_columns({})}


def test_column_reads_a_nested_value_and_none_for_an_absent_one() -> None:
    record: Any = values.VALUES[0]
    assert COLUMN["name"].value(record) == "Aland"
    assert COLUMN["gdp_usd"].value(record) == 7.5
    assert COLUMN["flag_svg"].value(record) is None


def test_column_names_are_distinct() -> None:
    assert len(COLUMN) == len(list_columns({}))


def test_columns_of_germany_have_its_values() -> None:
    record = json.loads((WORLD / "countries/de.json").read_bytes())
    expected = {"cca2": "DE", "capital": ["Berlin"], "latitude": 51, "longitude": 9, "languages": ["deu"]}
    expected |= {"currencies": ["EUR"], "independent": True, "official_name": "Federal Republic of Germany"}
    assert {name: COLUMN[name].value(record) for name in expected} == expected
