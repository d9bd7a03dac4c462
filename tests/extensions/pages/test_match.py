"""The matching of pasted lists: names as people have them, with the country of each line."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.cases import load_cases
from tests.support.processes import printed
from tests.support.project import ROOT

LINES: list[tuple[str, str]] = json.loads((ROOT / "tests/extensions/pages/match-lists.json").read_bytes())
# The page asks for the country of a name that several share, so not every line has one.
_SHARE = 0.99


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
    assert len(wrong) <= (1 - _SHARE) * len(LINES), wrong


@pytest.mark.parametrize(("line", "code", "sureness", "suggested"), load_cases("match")["sureness"])
def test_a_match_says_how_sure_it_is(match: Any, line: str, code: str, sureness: str, suggested: list[str]) -> None:
    (found,) = match([line])
    assert found == {"code": code, "sureness": sureness, "suggested": suggested}
