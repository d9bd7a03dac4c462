"""The currencies, languages, regions, subregions and organisations that have a page."""

import json
import re
from itertools import combinations
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from builder.extensions.pages.country_groups import CURRENCY, KINDS, LANGUAGE, REGION, SUBREGION, groups_of
from tests.support.serving import Service


def test_a_country_is_in_the_groups_of_its_currencies_languages_and_regions() -> None:
    value: Any = {
        "region": "Europe",
        "subregion": "Western Europe",
        "currencies": {"CHF": {"name": "Swiss franc"}},
        "languages": {"roh": "Romansh", "fra": "French"},
    }
    assert groups_of(value) == {
        CURRENCY: {"chf": "Swiss franc"},
        LANGUAGE: {"roh": "Romansh", "fra": "French"},
        REGION: {"europe": "Europe"},
        SUBREGION: {"western europe": "Western Europe"},
    }
    assert SUBREGION.page_of("western europe") == "subregions/western-europe.html"


@pytest.mark.parametrize(
    ("page", "route"),
    [
        ("currencies/eur", "currency/eur"),
        ("languages/ara", "lang/ara"),
        ("regions/oceania", "region/oceania"),
        ("subregions/south-eastern-asia", "subregion/south-eastern asia"),
    ],
)
def test_the_page_of_a_group_has_the_countries_with_which_the_route_answers(
    site: Path, service: Service, page: str, route: str
) -> None:
    text = (site / f"public/docs/{page}.html").read_text("utf-8")
    assert f"/v1/{quote(route)}?fields=name.common," in text
    codes: list[str] = []
    while answered := json.loads(service.get(f"/v1/{route}?fields=cca2&limit=25&offset={len(codes)}").body or "[]"):
        codes += [one["cca2"].lower() for one in answered]
        if len(answered) < 25:
            break
    assert ("<code>Link</code>" in text) == (len(codes) > 25)
    # The ranges of curl have every window.
    windows = [int(last) // 25 + 1 for last in re.findall(r"offset=\[0-(\d+):25\]", text)]
    assert windows == [-(-len(codes) // 25)] * (len(codes) > 25)
    _, _, table = text.partition('<table class="members"')
    assert [part.partition(".html")[0] for part in table.split("../countries/")[1:]] == codes
    drawing = text.partition('<svg class="locator')[2].partition("</svg>")[0]
    assert {part.partition(".html")[0] for part in drawing.split("../countries/")[1:]} <= set(codes)
    # Oceania lies on both sides of the date line.
    assert (drawing.count("<image"), "translate(" in drawing) == ((2, True) if "oceania" in page else (1, False))


@pytest.mark.parametrize(
    ("page", "widest", "drawn", "named"),
    [
        ("currencies/usd", 2000, "us kh zw ec gu as", "United States,Ecuador,Zimbabwe,Cambodia"),
        # Siberia makes no map of Europe wide.
        ("currencies/eur", 500, "de es fi cy", "Germany,France,Spain,Italy,Finland"),
        ("regions/europe", 600, "ru is cy pt", "Russia,United Kingdom,Poland,Germany,Sweden,Spain"),
        ("regions/oceania", 1020, "au nz ki pn", "Australia,New Zealand,Papua New Guinea"),
        # Zimbabwe, which uses nine currencies, makes no map wide.
        ("currencies/jpy", 250, "jp", "Japan"),
        ("currencies/nok", 300, "no sj", "Norway"),
        ("languages/rus", 700, "ru kz", "Russia,Kazakhstan"),
    ],
)
def test_the_map_of_a_group_has_its_large_countries_with_names(
    site: Path, page: str, widest: int, drawn: str, named: str
) -> None:
    drawing = (site / f"public/docs/{page}.html").read_text("utf-8").partition('<svg class="locator')[2]
    drawing = drawing.partition("</svg>")[0]
    assert {part.partition(".html")[0] for part in drawing.split("../countries/")[1:]} >= set(drawn.split())
    left, _, width, _ = map(float, drawing.partition('viewBox="')[2].partition('"')[0].split())
    assert width <= widest
    for labels in drawing.split("<g ")[1:]:
        size = float(labels.partition('font-size="')[2].partition('"')[0])
        found = re.findall(r'<text x="([-.\d]+)" y="([-.\d]+)"(?: class="(\w+)")?>([^<]+)', labels)
        begin = {"": 0.5, "start": 0, "end": 1}
        lines = [(float(x) - begin[anchor] * size * len(name) / 2, float(y), name) for x, y, anchor, name in found]
        assert all(left < x < left + width - size * len(name) / 2 for x, _, name in lines), "a name is cut"
        for (x, y, name), (other, above, second) in combinations(lines, 2):
            apart = max(x, other) - min(x + size * len(name) / 2, other + size * len(second) / 2)
            assert apart > 0 or abs(y - above) >= size * 0.99, f"{name} covers {second}"
        assert "narrow" in labels or {name for *_, name in lines} >= set(named.split(","))


def test_the_map_of_a_group_names_what_is_outside(site: Path) -> None:
    text = (site / "public/docs/currencies/nok.html").read_text("utf-8")
    assert '<p class="quiet">Outside this map: Bouvet Island.</p>' in text


def test_every_kind_has_an_index_that_leads_to_its_pages(site: Path) -> None:
    docs = site / "public/docs"
    for kind in KINDS:
        index = (docs / f"{kind.folder}.html").read_text("utf-8")
        pages = {path.name for path in (docs / kind.folder).glob("*.html")}
        assert pages
        assert {part.partition('"')[0] for part in index.split(f'href="{kind.folder}/')[1:]} == pages


def test_the_index_of_regions_has_their_sums(site: Path, service: Service) -> None:
    row = (site / "public/docs/regions.html").read_text("utf-8").partition('"regions/antarctic.html"')[2]
    records = json.loads(service.get("/v1/region/antarctic?fields=name,population,area&limit=25").body)
    assert f'data-value="{sum(one["area"] for one in records)}"' in row.partition("</tr>")[0]
    assert f'data-column="Countries">{len(records)}<' in row
    parts = (site / "public/docs/regions.html").read_text("utf-8").partition('"regions/europe.html"')[2]
    assert 'href="subregions/western-europe.html"' in parts.partition("</tr>")[0].partition('="Subregions"')[2]
    first = row.partition('data-column="Among them">')[2].partition("</a>")[0].rpartition(">")[2]
    assert first == max(records, key=lambda one: one["population"])["name"]["common"]


def test_the_page_of_an_organisation_has_its_members_since_when_and_former_ones(site: Path) -> None:
    rows = json.loads((site / "public/tables/memberships.json").read_bytes())["rows"]
    text = (site / "public/docs/organisations/eu.html").read_text("utf-8")
    members, former = text.partition('<table class="members"')[2].split('id="former"')
    of_eu = {row["cca2"].lower(): row for row in rows if row["organisation"] == "EU"}
    linked = [part.partition(".html")[0] for part in members.split("../countries/")[1:]]
    assert linked == [code for code, row in of_eu.items() if not row["until"]]
    assert [f'data-column="Since">{of_eu[code]["since"]}<' in members for code in linked] == [True] * 27
    assert "United Kingdom</a>, 1973-01-01 to 2020-01-31" in former
