"""The search of the site: what people type, and the page that comes first."""

import json
from pathlib import Path

import pytest

from tests.support.processes import printed
from tests.support.project import ROOT

QUERIES: list[tuple[str, str]] = json.loads((ROOT / "tests/extensions/pages/search-queries.json").read_bytes())
# What developers type, and the title that is one of the first three.
TITLES: list[tuple[str, str]] = json.loads((ROOT / "tests/extensions/pages/searches.json").read_bytes())
# A screen reader reads the whole of an option.
_LONGEST = 200


@pytest.mark.needs("exports", "restcountries", "npm", "mcp")
def test_expected_page_comes_first(site: Path) -> None:
    script = ROOT / "tests/extensions/pages/search-queries.mjs"
    queries = json.dumps([query for query, _ in (*QUERIES, *TITLES)])
    assets = (ROOT / "builder/extensions/pages/assets", site / "public/docs/assets")
    found = json.loads(printed("node", script, *assets, stdin=queries))
    first = dict(zip((query for query, _ in QUERIES), found["first"], strict=False))
    assert first == dict(QUERIES)
    titles = zip(TITLES, found["titles"][len(QUERIES) :], strict=True)
    assert [query for (query, title), shown in titles if title not in shown] == []
    # The codes of a country are no value of another fact.
    assert [value for value in found["values"] if not value or " · " in value] == []
    assert found["longest"] < _LONGEST
    assert len(QUERIES) >= 120
