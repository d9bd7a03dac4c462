"""The sources of values on the pages of countries, compared with the rows of the table of provenance."""

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

_ROW = re.compile(r'<tr id="[\w-]+"><th scope="row">.*? <code>(.*?)</code></th><td>(.*?)</td></tr>', re.DOTALL)
_SOURCE = re.compile(r'<li id="source-(\d+)">(.*?)</li>', re.DOTALL)
_NOTE = re.compile(r'<details class="note"><summary>Note</summary><p>(.*?)</p></details>', re.DOTALL)


@pytest.fixture(scope="module")
def rows(site: Path) -> dict[tuple[str, str], Any]:
    table = json.loads((site / "public/tables/provenance.json").read_bytes())
    return {(row["cca2"], row["field"]): row for row in table["rows"]}


def text(markup: str) -> str:
    return html.unescape(re.sub("<[^>]*>", "", markup)).strip()


def test_page_of_each_country_shows_the_same(site: Path, rows: dict[tuple[str, str], Any]) -> None:
    differing, compared = [], 0
    for cca2 in sorted({code for code, _ in rows}):
        page = (site / f"public/docs/countries/{cca2.lower()}.html").read_text("utf-8")
        titles = {number: text(entry).lower() for number, entry in _SOURCE.findall(page)}
        for field, cell in _ROW.findall(page):
            row, compared = rows[cca2, text(field)], compared + 1
            shown = [titles[number] for number in re.findall(r'href="#source-(\d+)"', cell)]
            note = " ".join(" ".join(map(text, _NOTE.findall(cell))).split())
            expected = f"Changed by us: {row['reason']}" if row["reason"] else ""
            if not (
                all(any(title.startswith(part) for part in row["source"].lower().split("; ")) for title in shown)
                and len(shown) == len(row["sources"])
                and note.startswith(" ".join(expected.split()))
                and (row["note"] or "") in note
                and ("Nobody has checked this link yet." in note) == row["isUnconfirmed"]
            ):
                differing.append((cca2, text(field), shown, note, row))
    assert differing[:3] == []
    assert compared > 8_800
