"""Makes the pages of countries from one template."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from jinja2 import Environment
from markupsafe import Markup

from builder.api.metrics import METRICS
from builder.api.provenance import ValueOrigin, field_origins, origins_by_country, origins_of, source_catalog
from builder.paths import DOCS_FOLDER, public_path
from builder.stages.documents.countries.shown_fields import GROUPS
from builder.stages.documents.document_data import DocumentData
from builder.stages.documents.interactive.map_outlines import WIDTH, Outlines, key_of, project
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
    """The place of a country on the world map: its outline (which can be empty) and its centre."""

    path: str
    x: int
    y: int


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
    "tools",
)


def country_pages(site: DocumentData, jinja: Environment, outlines: Outlines, side: str) -> Iterator[tuple[str, File]]:
    """Yield the address (relative to the documents) and the HTML file of every country's page, with the menu *side*."""
    template = jinja.get_template("html/country.html")
    fields, catalog = origins_by_country(site.dataset.sources), source_catalog(site.dataset.sources)
    shared = (side, catalog, [jinja.globals[name] for name in _LAYOUT])
    names = {record.value["cca3"]: record.value for record in site.dataset.records}
    ranks = _ranks(site)
    for number, record in enumerate(site.dataset.records):
        held = field_origins(record.cca2, fields)
        placed = {name: places.get(number, "") for name, places in ranks.items()}
        neighbours = [names[code] for code in record.value.get("borders", ()) if code in names]
        outline = outlines.paths.get(key_of(record.value), "")
        called = [(value["cca2"], value["name"]["common"]) for value in neighbours]
        made_of = repr((shared, record.body, held, placed, called, outline))

        def make(value: CountryValue = record.value, given: Any = (held, placed, neighbours, outline)) -> bytes:
            held, placed, neighbours, outline = given
            origins = {origin.field: origin for origin in origins_of(value, held, catalog)}
            page = template.render(
                root="../",
                side=side,
                width=WIDTH,
                height=HEIGHT,
                value=value,
                groups=_groups(origins, placed),
                neighbours=neighbours,
                border=origins.get("borders"),
                calendar=origins.get("holidays"),
                spot=_spot(value, outline),
            )
            return page.encode()

        address = address_of_country(record.cca2)
        page = site.memo.get(made_of.encode(), make)
        yield address, File.of(public_path(f"{DOCS_FOLDER}/{address}"), page)


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


def _spot(value: CountryValue, outline: str) -> Spot | None:
    if "latlng" not in value:
        return None
    latitude, longitude = value["latlng"]
    return Spot(outline, *project(longitude, latitude))
