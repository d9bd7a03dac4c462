"""Makes the pages of countries from one template."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, NamedTuple

from jinja2 import Environment
from markupsafe import Markup

from builder.api.metrics import METRICS
from builder.api.provenance import ValueOrigin, field_origins, origins_by_country, origins_of, source_catalog
from builder.paths import DOCS_FOLDER, public_path
from builder.stages.documents.countries.shown_fields import GLANCE, GROUPS, ShownField
from builder.stages.documents.countries.tiles import STRIP_HEIGHT, STRIP_WIDTH, Strip, tiles_of
from builder.stages.documents.document_data import DocumentData
from builder.stages.documents.interactive.map_outlines import WIDTH, Outlines, project
from builder.topojson import key_of_record
from builder.types import CountryValue, File

FOLDER = "countries"
WORLD = "world.svg"
HEIGHT = round(WIDTH * 0.49)


class FieldRow(NamedTuple):
    """A field of a country: its path, name, value as HTML, rank in words, and source."""

    path: str
    name: str
    value: Markup
    rank: str
    metric: str
    origin: ValueOrigin


class Spot(NamedTuple):
    """The place of a country: its outline (which can be empty), its centre, and the part of the world around it."""

    path: str
    x: int
    y: int
    view: str


def address_of_country(cca2: str) -> str:
    """Address of a country's page relative to the documents."""
    return f"{FOLDER}/{cca2.lower()}.html"


# Variables of the page layout, which are parts of the key of a page that was kept.
_LAYOUT = (
    "base_url",
    "docs_url",
    "cdn_url",
    "files_url",
    "are_together",
    "repository_url",
    "page_policy",
    "windows",
    "social_image",
    "interactive_pages",
)


def country_pages(
    site: DocumentData, jinja: Environment, outlines: Outlines, side: str, strips: tuple[Strip, ...]
) -> Iterator[tuple[str, File]]:
    """Yield the address (relative to the documents) and the HTML file of every country's page, with the menu *side*."""
    template = jinja.get_template("html/country.html")
    fields, catalog = origins_by_country(site.dataset.sources), source_catalog(site.dataset.sources)
    urls = _source_urls(site)
    notes = site.dataset.reference.get("coverage", {})
    shared = repr((side, catalog, urls, [jinja.globals[name] for name in _LAYOUT]))
    records = site.dataset.records
    numbers = {record.value["cca3"]: number for number, record in enumerate(records)}
    ranks = _ranks(site)
    for number, record in enumerate(records):
        held = field_origins(record.cca2, fields)
        placed = {name: places.get(number, "") for name, places in ranks.items()}
        near = [numbers[code] for code in record.value.get("borders", ()) if code in numbers]
        outline = outlines.paths.get(key_of_record(record.value), "")
        called = [(records[at].value["cca2"], records[at].value["name"]["common"]) for at in near]
        tiles = tuple(tiles_of(strips, record.value, number, near))
        given = (held, placed, called, outline, tiles, notes.get(record.cca2, ""))
        made_of = shared + repr((record.body, given))

        def make(value: CountryValue = record.value, given: Any = given) -> bytes:
            held, placed, called, outline, tiles, covers = given
            origins = {origin.field: origin for origin in origins_of(value, held, catalog)}
            page = template.render(
                root="../",
                side=side,
                width=WIDTH,
                height=HEIGHT,
                strip=(STRIP_WIDTH, STRIP_HEIGHT),
                value=value,
                glance=_glance(origins),
                tiles=tiles,
                covers=covers,
                origins=origins,
                # The date of a value itself; a source's edition is not one.
                dates={tile.kind.path: held.get(tile.kind.path, ("", ""))[1] for tile in tiles},
                urls=urls,
                groups=_groups(origins, placed),
                neighbours=called,
                border=origins.get("borders"),
                calendar=origins.get("holidays"),
                holidays=_holidays(value),
                spot=_spot(value, outline),
            )
            return page.encode()

        address = address_of_country(record.cca2)
        page = site.memo.get(made_of.encode(), make)
        yield address, File.of(public_path(f"{DOCS_FOLDER}/{address}"), page)


def _source_urls(site: DocumentData) -> dict[str, str]:
    """Return the address of each source and service by its id."""
    known: tuple[Mapping[str, Any], ...] = (*site.dataset.sources["sources"], *site.dataset.sources["services"])
    return {entry["id"]: entry["url"] for entry in known if entry.get("url")}


def _glance(origins: Mapping[str, ValueOrigin]) -> list[tuple[ShownField, Markup, ValueOrigin]]:
    """List what a visitor looks for first, of those fields that the country has."""
    return [
        (field, field.format_value(origin.value), origin)
        for field in GLANCE
        if (origin := origins.get(field.path)) is not None
    ]


class Holiday(NamedTuple):
    """A public holiday: its date, weekday and names; ``is_estimated`` if its date can still change."""

    date: str
    weekday: str
    name: str
    local_name: str
    is_estimated: bool


def _holidays(value: CountryValue) -> list[Holiday]:
    return [
        Holiday(
            day["date"],
            f"{date.fromisoformat(day['date']):%a}",
            day["name"],
            day["localName"] if day["localName"] != day["name"] else "",
            "estimated" in day.get("types", ()),
        )
        for day in value.get("holidays", {}).get("items", ())
    ]


def make_world_picture(outlines: Outlines) -> str:
    """Draw all land as one grey shape that is visible on light and dark backgrounds."""
    land = "".join(outlines.paths.values())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" fill="#8c9a96" fill-opacity=".55">'
        f'<path d="{land}"/></svg>\n'
    )


def _groups(origins: Mapping[str, ValueOrigin], ranks: Mapping[str, str]) -> list[tuple[str, list[FieldRow]]]:
    found = []
    for group, fields in GROUPS.items():
        rows = [
            FieldRow(
                path=field.path,
                name=field.name,
                value=field.format_value(origin.value),
                rank=ranks.get(field.metric, ""),
                metric=field.metric,
                origin=origin,
            )
            for field in fields
            if (origin := origins.get(field.path)) is not None
        ]
        if rows:
            found.append((group, rows))
    return found


def _ranks(site: DocumentData) -> dict[str, dict[int, str]]:
    """Describe the rank of each record in each metric that it has, by metric and record number."""
    found = {}
    for metric in METRICS:
        members = site.listings.listings[site.listings.indexes["rank"][f"{metric.name}/desc"]].members
        found[metric.name] = {number: f"{place} of {len(members)}" for place, number in enumerate(members, 1)}
    return found


# Width and height of the part of the world map around a country, in units of the map.
_AROUND, _AROUND_HIGH = 640, 400
_LARGE_AREA = 3_000_000


def _spot(value: CountryValue, outline: str) -> Spot | None:
    if "latlng" not in value:
        return None
    latitude, longitude = value["latlng"]
    x, y = project(longitude, latitude)
    # Large countries are seen with their surroundings too.
    zoom = 2 if value.get("area", 0) > _LARGE_AREA else 1
    width, height = _AROUND * zoom, _AROUND_HIGH * zoom
    left, top = min(max(x - width // 2, 0), WIDTH - width), min(max(y - height // 2, 0), HEIGHT - height)
    return Spot(outline, x, y, f"{left} {top} {width} {height}")
