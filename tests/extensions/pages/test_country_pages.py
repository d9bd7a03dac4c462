"""The pages of countries."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from markupsafe import escape

from builder.extensions.pages.map_outlines import project
from builder.project.config import load_config
from tests.support.html_links import read_links
from tests.support.project import WORLD
from tests.support.serving import Service
from tests.support.values import INTERFACE


def load_json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


BASE = load_config(WORLD.parent / "site_config.toml").base_url


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, str]:
    """Read the pages of all countries, by code."""
    return {path.stem: path.read_text("utf-8") for path in (site / "public/docs/countries").glob("*.html")}


def test_country_page_has_valid_links_and_the_flag_as_preview_image(pages: dict[str, str], service: Service) -> None:
    assert len(pages) == 250
    for code in ("ke", "bv", "xk"):
        text = pages[code]
        links = read_links(text)
        assert links.canonical == f"{BASE}/docs/countries/{code}.html"
        assert f'<meta property="og:image" content="{BASE}/flags/png/{code}.png">' in text
        assert len(text) < 65_000
        for target in links.targets:
            link = urlsplit(urljoin(links.canonical, target))
            if f"{link.scheme}://{link.netloc}" == BASE:
                reply = service.get(link.path + (f"?{link.query}" if link.query else ""))
                assert reply.status == 200, f"{code} links to {target}"


@pytest.mark.parametrize(("code", "widest"), [("nz", 400), ("us", 900), ("lu", 320), ("ki", 640), ("jp", 400)])
def test_a_country_fills_a_part_of_its_map_and_is_in_the_middle(pages: dict[str, str], code: str, widest: int) -> None:
    drawing = pages[code].partition('<svg class="locator"')[2].partition("</svg>")[0]
    left, top, width, height = map(float, drawing.partition('viewBox="')[2].partition('"')[0].split())
    assert width <= widest
    if dot := re.search(r'<circle cx="(\d+)" cy="(\d+)"', drawing):
        x, y = map(float, dot.groups())
    else:
        rings = [[*map(float, start)] for start in re.findall(r"M([-.\d]+) ([-.\d]+)", drawing)]
        near = [(x, y) for x, y in rings if left < x < left + width and top < y < top + height]
        # Islands far away, and those beyond the date line, make no map wide.
        assert len(near) >= len(rings) / 2
        x, y = (sum(place[axis] for place in near) / len(near) for axis in (0, 1))
    assert left + width / 4 < x < left + width * 3 / 4
    assert top + height / 4 < y < top + height * 3 / 4


@pytest.mark.parametrize(("code", "longitude", "latitude"), [("nz", 174, -41), ("jp", 138, 36), ("ca", -95, 60)])
def test_the_meridian_of_a_country_is_vertical_on_its_map(
    pages: dict[str, str], code: str, longitude: int, latitude: int
) -> None:
    drawing = pages[code].partition('<svg class="locator"')[2].partition("</svg>")[0]
    _, _, shear, _, east, _ = map(float, drawing.partition('transform="matrix(')[2].partition(")")[0].split())
    (north_x, north_y), (south_x, south_y) = (project(longitude, latitude + step) for step in (2, -2))
    assert abs((north_x + shear * north_y + east) - (south_x + shear * south_y + east)) < 3
    assert abs(north_x - south_x) > 3


def test_country_page_shows_the_reason_of_a_correction(pages: dict[str, str]) -> None:
    reason = "Changed by us: The euro replaced the lev on 2026-01-01. Removed: Bulgarian lev, лв."
    assert re.search(f'<details class="note"><summary>Note</summary><p>{re.escape(reason)}', pages["bg"])


def test_country_page_says_of_an_entered_website_that_it_is_not_yet_checked(pages: dict[str, str]) -> None:
    listed = load_json(WORLD / "provenance.json")["enrichment.government.website"].get("unconfirmed", [])
    for code, text in pages.items():
        assert "last check" not in text
        assert ("Nobody has checked this link yet." in text) is (code.upper() in listed), code


def test_country_page_says_what_its_values_cover(pages: dict[str, str]) -> None:
    notes = load_json(WORLD / "reference/coverage.json")
    for code, note in notes.items():
        assert f'id="covers">Coverage: {escape(note)}</p>' in pages[code.lower()]
    assert 'id="covers"' not in pages["de"]


def test_rank_leads_to_the_row_of_the_country(site: Path, pages: dict[str, str]) -> None:
    links = re.findall(r'href="\.\./(figures/\w+\.html)#jp"', pages["jp"])
    assert {link.partition("/")[2] for link in links} == {f"{one.name}.html" for one in INTERFACE.metrics}
    for link in links:
        assert '<tr id="jp"' in (site / "public/docs" / link).read_text("utf-8")


def test_tiles_and_pages_of_metrics_have_one_rank_for_equal_values(site: Path, pages: dict[str, str]) -> None:
    docs = site / "public/docs"
    figures = load_json(docs / "assets/figures.json")
    places = {one["name"]: at for at, one in enumerate(figures["indicators"])}
    shown: dict[str, dict[str, str]] = {}
    for name, at in places.items():
        values = {code: row[at][0] for code, row in figures["countries"].items() if row[at]}
        # Counted by hand, as the scripts of the map and of the comparison count.
        expected = {
            code: f"{1 + sum(other > value for other in values.values())}"
            f"{'=' if list(values.values()).count(value) > 1 else ''}"
            for code, value in values.items()
        }
        page = (docs / f"figures/{name}.html").read_text("utf-8")
        rows = re.findall(r'<tr id="(\w+)"[^>]*><td>([^<]+)</td>', page)
        assert {code.upper(): rank for code, rank in rows} == expected, name
        shown[name] = expected
    for code, text in pages.items():
        ranks = re.findall(r'href="\.\./figures/(\w+)\.html#\w+"[^>]*>Rank ([^ ]+) of', text)
        assert ranks, code
        assert [(name, rank) for name, rank in ranks if rank != shown[name][code.upper()]] == [], code


def test_estimated_holidays_are_marked(pages: dict[str, str]) -> None:
    days = load_json(WORLD / "holidays/ke.json")["items"]
    assert pages["ke"].count('class="estimated"') == sum("estimated" in day["types"] for day in days) > 0


def test_value_has_the_same_year_on_tile_ranking_and_map(site: Path, pages: dict[str, str]) -> None:
    docs = site / "public/docs"
    figures = load_json(docs / "assets/figures.json")
    places = {one["path"]: at for at, one in enumerate(figures["indicators"])}
    tile = re.compile(r'<li data-path="([^"]+)">.*?<p class="meta">(.*?)</p></li>', re.DOTALL)
    for code, text in pages.items():
        for field, meta in tile.findall(text):
            year = figures["countries"][code.upper()][places[field]][1][:4]
            assert re.findall(r'<span class="year">(\d+)</span>', meta) == [year] * bool(year), (code, field)
            row = re.search(rf'<tr id="{field.replace(".", "-")}">.*?</tr>', text)
            assert year or not row or "year" not in row[0], (code, field)
    for one in figures["indicators"]:
        page = (docs / f"figures/{one['name']}.html").read_text("utf-8")
        rows = re.findall(r'<tr id="(\w+)".*?</tr>', page)
        years = re.findall(r'<td class="year">(\d*)–?</td>', page)
        expected = [figures["countries"][code.upper()][places[one["path"]]][1][:4] for code in rows]
        assert years == (expected if any(expected) else []), one["name"]
    assert not any(entry[places["area"]][1] for entry in figures["countries"].values() if entry[places["area"]])


def test_landing_page_has_the_tiles_of_the_page_of_its_country(site: Path, pages: dict[str, str]) -> None:
    tiles = re.compile(r"<li data-path.*?</li>", re.DOTALL)
    landing = tiles.findall((site / "public/index.html").read_text("utf-8"))
    country = tiles.findall(pages["nz"])
    shown = [re.sub(r'href="docs/(?:countries/nz.html)?', 'href="', tile) for tile in landing]
    assert len(landing) == 4
    strip = re.compile(r'<svg class="strip".*?</svg>', re.DOTALL)
    assert shown == [strip.sub("", tile).replace('href="../', 'href="') for tile in country[:4]]


def test_mark_of_a_source_is_joined_to_its_value_or_to_the_name_of_its_metric(pages: dict[str, str]) -> None:
    for code, text in pages.items():
        apart = re.findall(r'.{20}[\s>](?<!</a>)<a class="mark"', text)
        assert apart == [], code
        tiles = text.count('<p class="value"')
        assert len(re.findall(r'<h3>[^<]+<a class="mark"', text)) == tiles, code
        # A mark says of what it is the source.
        assert 'aria-label="Source 1"' not in text


def test_conventions_are_said_in_words_and_columns_are_in_the_data_alone(pages: dict[str, str]) -> None:
    facts, _, data = pages["kz"].partition('<h2 id="fields">')
    printed = dict(re.findall(r"<dt>([^<]+)</dt><dd>([^<]+)</dd>", facts.partition('<h2 id="conventions">')[2]))
    assert printed == {
        "Weeks begin on": "Monday",
        "Weekend": "Saturday and Sunday",
        "Measures": "Metric",
        "Paper": "A4",
        "Postal codes": "such as 040900 or 050012",
    }
    for code, text in pages.items():
        shown, _, data = text.partition('<h2 id="tables">')
        assert not re.search(r"\^\(\?|isMain|8~10", shown), code
        assert '<details class="part" open' not in data, code


def test_country_page_names_each_source_once(pages: dict[str, str]) -> None:
    text = pages["fr"]
    entries = dict(re.findall(r'<li id="source-(\d+)">(?:<a [^>]*>)?([^<]+)', text))
    assert len(set(entries.values())) == len(entries)
    assert text.count(entries["1"]) == 1
    assert set(re.findall(r'href="#source-(\d+)"', text)) == entries.keys()


def test_country_page_has_its_name_in_its_own_script(pages: dict[str, str]) -> None:
    assert '<p class="native"><span lang="ja">日本</span></p>' in pages["jp"]
    assert 'class="native"' not in pages["us"]


def test_country_page_draws_the_years_of_a_metric(pages: dict[str, str]) -> None:
    history = load_json(WORLD / "tables/history.json")["rows"]
    years = {row["year"]: row for row in history if row["cca2"] == "JP"}
    line = re.search(r'<title>1960: ([^;]+); \d+: [^<]+</title><polyline points="([^"]+)"', pages["jp"])
    assert line
    assert line[1] == f"{years[1960]['population'] / 1e6:.1f} million"
    assert len(line[2].split()) == len(years)
    # The line of France has its overseas regions, and its population leaves them out.
    assert "Population at" in pages["fr"].partition('id="ends"')[2].partition("</p>")[0]
    assert re.search(r'class="value"[^>]*>[^<]+ <a class="apart" href="#ends" title="The line ends at ', pages["fr"])
    assert 'id="ends"' not in pages["jp"]


def test_country_page_links_its_changes_and_a_calendar_to_subscribe_to(site: Path, pages: dict[str, str]) -> None:
    assert 'href="../changes.html#DE"' in pages["de"]
    assert f'href="webcal://{BASE.partition("://")[2]}/docs/calendars/de.ics"' in pages["de"]
    assert (site / "public/docs/calendars/de.ics").is_file()


@pytest.mark.parametrize(
    ("code", "dialled"),
    [("kz", "+7 6, +7 7"), ("us", "+1"), ("do", "+1 809, +1 829, +1 849"), ("va", "+39 06698, +379")],
)
def test_head_of_a_page_has_the_calling_code_as_people_write_it(pages: dict[str, str], code: str, dialled: str) -> None:
    head = pages[code].split("<article")[1].split("</header>")[0]
    assert f"<dt>Calling code</dt><dd>{dialled}</dd>" in head
    assert "<dt>Driving side</dt>" in head


def test_tiles_have_one_order_on_all_pages(pages: dict[str, str]) -> None:
    tile = re.compile(r'<li data-path="([^"]+)"')
    orders = [tile.findall(text) for text in pages.values()]
    longest = max(orders, key=len)
    assert [order for order in orders if order != [path for path in longest if path in order]] == []


def row(page: str, anchor: str) -> str:
    """Return the row of a field on the page of a country."""
    return page.partition(f'<tr id="{anchor}">')[2].partition("</tr>")[0]


def test_names_have_their_language_and_former_ones_their_year(pages: dict[str, str]) -> None:
    names = row(pages["jp"], "translations")
    assert '<li>French: <bdi lang="fr">Japon</bdi></li>' in names
    assert names.count("<li>") > 20
    assert '<p class="official">Formerly Swaziland, until 2018</p>' in pages["sz"]
    assert "Formerly" not in pages["jp"]
    others = row(pages["de"], "altSpellings")
    assert "<bdi>DE</bdi>" not in others
    native = row(pages["ke"], "name")
    assert native.count(">Kenya<") == 1
    assert 'French: <bdi lang="fr">Kényan' in row(pages["ke"], "demonyms")
    assert "<li><code>" not in names
    for code, text in pages.items():
        assert '</th><td>&nbsp;<a class="mark"' not in text, code


def test_many_languages_are_counted_in_the_head_of_a_page(pages: dict[str, str]) -> None:
    head = pages["za"].split("<article")[1].partition("</header>")[0]
    assert '<a href="#languages">and 9 more</a>' in head
    assert "UTC-" not in pages["us"].partition('<h2 id="tables">')[0]


def test_contents_of_a_page_lead_to_its_parts(pages: dict[str, str]) -> None:
    contents = re.findall(
        r'href="#([^"]+)"', pages["fr"].partition('aria-label="On this page"')[2].partition("</nav>")[0]
    )
    assert {"facts", "holidays", "conventions", "sources", "tables"} < set(contents)
    assert [part for part in contents if f'id="{part}"' not in pages["fr"]] == []
    # What repeats is left out.
    assert 'id="enrichment-economics-gdpYear"' not in pages["fr"]
