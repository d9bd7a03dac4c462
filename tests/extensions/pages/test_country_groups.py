"""The currencies, languages, regions, subregions and organisations that have a page."""

import json
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
    assert f"<code>/v1/{quote(route)}</code>" in text
    codes: list[str] = []
    while answered := json.loads(service.get(f"/v1/{route}?fields=cca2&limit=25&offset={len(codes)}").body or "[]"):
        codes += [one["cca2"].lower() for one in answered]
        if len(answered) < 25:
            break
    _, _, table = text.partition('<table class="members"')
    assert [part.partition(".html")[0] for part in table.split("../countries/")[1:]] == codes
    drawing = text.partition('<svg class="locator')[2].partition("</svg>")[0]
    assert {part.partition(".html")[0] for part in drawing.split("../countries/")[1:]} <= set(codes)
    assert drawing.count("<title>") > 0
    # Oceania lies on both sides of the date line.
    assert (drawing.count("<image"), "translate(" in drawing) == ((2, True) if "oceania" in page else (1, False))
    left, _, width, _ = map(float, drawing.partition('viewBox="')[2].partition('"')[0].split())
    names = [float(part.partition('"')[0]) for part in drawing.split('<text x="')[1:]]
    assert names
    assert all(left < x < left + width for x in names), "a name is cut"


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
    assert f'data-column="Area" data-value="{sum(one["area"] for one in records)}"' in row.partition("</tr>")[0]
    assert f'data-column="Countries">{len(records)}<' in row
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
