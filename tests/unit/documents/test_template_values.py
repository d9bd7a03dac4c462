"""The table of sources by field."""

import json
import re

from tests.support.serving import Service


def test_sources_page_lists_every_field_of_a_record(texts: dict[str, str], service: Service) -> None:
    """A field is listed if it, an object that contains it, or all of its members have a row."""
    named = set(re.findall(r"^\| `([\w.]+)` \|", texts["data-sources"].split("## Fields")[1], re.M))
    unnamed = {
        field
        for field in json.loads(service.get("/v1/alpha/de").body)[0]
        if not any(name == field or name.startswith(f"{field}.") for name in named)
    }
    assert unnamed == set()
