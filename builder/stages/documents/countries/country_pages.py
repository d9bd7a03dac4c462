"""Makes the pages of countries from one template."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any

from jinja2 import Environment

from builder.api.metrics import METRICS
from builder.api.provenance import ValueOrigin, field_origins, origins_by_country, origins_of, source_catalog
from builder.stages.documents.countries.shown_fields import GLANCE, GROUPS, ShownField
from builder.stages.documents.countries.tiles import STRIP_SIZE, Strip, tiles_of
from builder.stages.documents.document_data import DocumentData
from builder.stages.documents.interactive.map_outlines import WIDTH, Outlines, project
from builder.topojson import key_of_record
from builder.types import CountryValue, JsonObject

_HEIGHT = round(WIDTH * 0.49)
# Width and height of the part of the world map around a country, in units of the map.
_AROUND, _AROUND_HIGH = 640, 400
_LARGE_AREA = 3_000_000


def address_of_country(cca2: str) -> str:
    """Address of a country's page relative to the documents."""
    return f"countries/{cca2.lower()}.html"


def country_pages(
    site: DocumentData, jinja: Environment, outlines: Outlines, menu: str, strips: Sequence[Strip]
) -> Iterator[tuple[str, bytes]]:
    """Yield the address (relative to the documents) and the HTML of every country's page, with the *menu*."""
    template = jinja.get_template("html/country.html")
    sources = site.dataset.sources
    fields, catalog = origins_by_country(sources), source_catalog(sources)
    known: tuple[Mapping[str, Any], ...] = (*sources["sources"], *sources["services"])
    shared = {
        "root": "../",
        "menu": menu,
        "urls": {entry["id"]: entry["url"] for entry in known if entry.get("url")},
        "width": WIDTH,
        "height": _HEIGHT,
        "strip": STRIP_SIZE,
    }

    def render(value: CountryValue, given: JsonObject) -> bytes:
        origins = {origin.field: origin for origin in origins_of(value, given["held"], catalog)}
        groups = {group: _rows(fields, origins, given["ranks"]) for group, fields in GROUPS.items()}
        page = template.render(
            value=value,
            origins=origins,
            glance=_rows(GLANCE, origins, {}),
            groups={group: rows for group, rows in groups.items() if rows},
            holidays=_holidays(value),
            **shared,
            **given,
        )
        return page.encode()

    notes = site.dataset.reference.get("coverage", {})
    records = site.dataset.records
    numbers = {record.value["cca3"]: number for number, record in enumerate(records)}
    ranks = _ranks(site)
    made_of = repr((site.config, catalog, shared))
    for number, record in enumerate(records):
        near = [numbers[code] for code in record.value.get("borders", ()) if code in numbers]
        given = {
            "held": field_origins(record.cca2, fields),
            "ranks": ranks[number],
            "tiles": tiles_of(strips, record.value, number, near),
            "covers": notes.get(record.cca2, ""),
            "neighbours": [(records[at].cca2, records[at].value["name"]["common"]) for at in near],
            "spot": _spot(record.value, outlines.paths.get(key_of_record(record.value), "")),
        }
        source = f"{made_of}{record.body!r}{given}".encode()
        yield address_of_country(record.cca2), site.memo.get(source, partial(render, record.value, given))


def _rows(
    fields: tuple[ShownField, ...], origins: Mapping[str, ValueOrigin], ranks: Mapping[str, str]
) -> list[JsonObject]:
    """Describe those of the fields that a country has: the value as HTML, the rank in words, and the source."""
    return [
        {
            "field": field,
            "value": field.format_value(origins[field.path].value),
            "rank": ranks.get(field.metric, ""),
            "origin": origins[field.path],
        }
        for field in fields
        if field.path in origins
    ]


def _ranks(site: DocumentData) -> list[dict[str, str]]:
    """Describe the rank of each record in each metric that it has."""
    found: list[dict[str, str]] = [{} for _ in site.dataset.records]
    for metric in METRICS:
        members = site.listings.listings[site.listings.indexes["rank"][f"{metric.name}/desc"]].members
        for place, number in enumerate(members, 1):
            found[number][metric.name] = f"{place} of {len(members)}"
    return found


def _holidays(value: CountryValue) -> list[JsonObject]:
    return [
        {
            **day,
            "weekday": f"{date.fromisoformat(day['date']):%a}",
            "is_estimated": "estimated" in day.get("types", ()),
        }
        for day in value.get("holidays", {}).get("items", ())
    ]


def make_world_picture(outlines: Outlines) -> str:
    """Draw all land as one grey shape that is visible on light and dark backgrounds."""
    land = "".join(outlines.paths.values())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {_HEIGHT}" fill="#8c9a96" fill-opacity=".55">'
        f'<path d="{land}"/></svg>\n'
    )


def _spot(value: CountryValue, outline: str) -> JsonObject | None:
    """Return the place of a country: its outline, which can be empty, its centre, and the part of the world around."""
    if "latlng" not in value:
        return None
    latitude, longitude = value["latlng"]
    x, y = project(longitude, latitude)
    # Large countries are seen with their surroundings too.
    zoom = 2 if value.get("area", 0) > _LARGE_AREA else 1
    width, height = _AROUND * zoom, _AROUND_HIGH * zoom
    left, top = min(max(x - width // 2, 0), WIDTH - width), min(max(y - height // 2, 0), _HEIGHT - height)
    return {"path": outline, "x": x, "y": y, "view": f"{left} {top} {width} {height}"}
