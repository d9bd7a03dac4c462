"""The pages of countries, all from one template."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from jinja2 import Environment
from markupsafe import Markup

from builder.stages.documents.countries.shown_fields import GROUPS
from builder.stages.documents.document_data import DocumentData
from builder.stages.documents.manual.contents import page_named
from builder.stages.documents.tools.map_outlines import WIDTH, Outlines, key_of, project
from builder.tables.metrics import METRICS
from builder.tables.provenance import ValueOrigin, provenance
from builder.types import CountryValue

FOLDER = "countries"
WORLD = "world.svg"
HEIGHT = round(WIDTH * 0.49)


@dataclass(frozen=True)
class FieldRow:
    """A field of a country: its path and name, its value as HTML, its rank in words, and where the value comes from."""

    path: str
    name: str
    value: Markup
    rank: str
    metric: str
    origin: ValueOrigin


@dataclass(frozen=True)
class Spot:
    """Where a country lies on the picture of the world: its outline, which can be empty, and its middle."""

    path: str
    x: int
    y: int


def address_of_country(cca2: str) -> str:
    """Address of a country's page relative to the documents."""
    return f"{FOLDER}/{cca2.lower()}.html"


def country_pages(site: DocumentData, jinja: Environment, outlines: Outlines) -> Iterator[tuple[str, str]]:
    """Yield the address of every country's page relative to the documents, and its HTML."""
    template = jinja.get_template("html/country.html")
    # Made once: the list of pages took half of the time of each page.
    side = Markup(jinja.get_template("html/side.html").render(root="../", page=page_named("countries")))  # noqa: S704
    records = [record.value for record in site.dataset.records]
    by_cca3 = {value["cca3"]: value for value in records}
    ranks = _ranks(site)
    for number, value in enumerate(records):
        origins = {origin.field: origin for origin in provenance(value, site.dataset.sources)}
        page = template.render(
            root="../",
            side=side,
            width=WIDTH,
            height=HEIGHT,
            value=value,
            groups=_groups(origins, {name: places.get(number, "") for name, places in ranks.items()}),
            neighbours=[by_cca3[code] for code in value.get("borders", ()) if code in by_cca3],
            border=origins.get("borders"),
            calendar=origins.get("holidays"),
            spot=_spot(value, outlines),
        )
        yield address_of_country(value["cca2"]), page


def make_world_picture(outlines: Outlines) -> str:
    """Draw all land as one grey shape that stands off a light ground and a dark one."""
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
    """Say for each metric the places of the records that have it, by record number."""
    found = {}
    for metric in METRICS:
        members = site.listings.listings[site.listings.indexes["rank"][f"{metric.name}/desc"]].members
        found[metric.name] = {number: f"{place} of {len(members)}" for place, number in enumerate(members, 1)}
    return found


def _spot(value: CountryValue, outlines: Outlines) -> Spot | None:
    if "latlng" not in value:
        return None
    latitude, longitude = value["latlng"]
    return Spot(outlines.paths.get(key_of(value), ""), *project(longitude, latitude))
