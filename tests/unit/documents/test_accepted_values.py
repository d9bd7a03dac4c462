"""The guide ``values`` lists every accepted value."""

import json
import re

from tests.contract.oracle import stored
from tests.support.serving import Service


def test_values_page_lists_the_values_of_records(texts: dict[str, str], service: Service) -> None:
    records = [json.loads(service.get(f"/v1/list?limit=5&offset={offset}").body) for offset in range(0, 250, 5)]
    values = [record for page in records for record in page]
    listed = {
        part.split("\n", 1)[0]: re.findall(r"^\| (.+?) \|", part, re.M)[1:] for part in texts["values"].split("\n## ")
    }
    assert listed["Countries"] == [value["name"]["common"] for value in values]
    assert set(listed["Currencies"]) == {code for value in values for code in value.get("currencies", {})}
    assert set(listed["Languages"]) == {name for value in values for name in value.get("languages", {}).values()}
    assert set(listed["Regions and subregions"]) == {value["region"] for value in values if "region" in value}
    germany = next(line for line in texts["values"].split("\n") if line.startswith("| Germany |"))
    assert germany == "| Germany | DE | DEU | 276 | GER |"
    assert set(listed["Other names"]) == {
        name for table in ("regions", "subregions", "continents") for name in stored(f"aliases/{table}")
    }


def test_values_page_lists_codes_and_aliases(texts: dict[str, str]) -> None:
    lines = texts["values"].split("\n")
    assert "| German | deu | de | ger | alemán, allemand, Deutsch |" in lines
    assert "| Americas | region | America, The Americas |" in lines
    tables = stored("aliases/languages"), stored("aliases/currencies")
    listed = [name for table in tables for names in table.values() for name in names]
    assert [name for name in listed if name not in texts["values"]] == []
