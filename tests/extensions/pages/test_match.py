"""The matching of pasted lists finds the country of each line, in names as people write them."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.cases import load_cases
from tests.support.processes import printed
from tests.support.project import ROOT

LINES: list[tuple[str, str]] = json.loads((ROOT / "tests/extensions/pages/match-lists.json").read_bytes())
# The least part of the lines for which the code must be right. Where the page must ask, it is empty.
_LEAST_RIGHT = 0.99


@pytest.fixture(scope="module")
def match(site: Path) -> Any:
    """Return a function that matches lines by the scripts of the page."""
    script = ROOT / "tests/extensions/pages/match-lists.mjs"
    assets = (ROOT / "builder/extensions/pages/assets", site / "public/docs/assets")
    return lambda lines: json.loads(printed("node", script, *assets, stdin=json.dumps(lines)))


def test_lines_of_lists_have_their_country(match: Any) -> None:
    found = match([line for line, _ in LINES])
    wrong = [(line, code, one) for (line, code), one in zip(LINES, found, strict=True) if one["code"] != code]
    assert len(LINES) > 120
    assert len(wrong) <= (1 - _LEAST_RIGHT) * len(LINES), wrong


@pytest.mark.parametrize(("line", "code", "sureness", "suggested"), load_cases("match")["sureness"])
def test_a_match_says_how_sure_it_is(match: Any, line: str, code: str, sureness: str, suggested: list[str]) -> None:
    (found,) = match([line])
    assert found == {"code": code, "sureness": sureness, "suggested": suggested}
