"""The fields that people see on the pages of countries."""

import json
import re
from pathlib import Path

from builder.extensions.pages.field_labels import list_fields
from tests.support.project import WORLD
from tests.support.serving import Service

# Fields that the page shows outside of its tables of fields.
SHOWN_APART = ("borders", "enrichment.economics.gdpYear", "holidays", "flags.alt", "flags.svg", "flags.png", "maps")


def test_every_field_has_a_label_and_a_row_has_its_value_and_source(site: Path, service: Service) -> None:
    text = (site / "public/docs/countries/jp.html").read_text("utf-8")
    provenance = json.loads((WORLD / "provenance.json").read_text("utf-8"))
    shown = {field.path for field in list_fields({}) if field.group}
    assert [field for field in provenance if field not in shown and field not in SHOWN_APART] == []
    value = json.loads(service.get("/v1/alpha/jp").body)[0]
    row = re.search(r'<tr id="enrichment-development-hdi">.*', text)
    assert row
    assert str(value["enrichment"]["development"]["hdi"]) in row[0]
    mark = re.search(r'href="#(source-\d+)"', row[0])
    assert mark
    assert re.search(rf'<li id="{mark[1]}"><a [^>]*>Human Development Report', text)
