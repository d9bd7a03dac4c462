"""What a country's page says besides its record: origins of its values, neighbours, place on the map."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from builder.annexes.pages.map_outlines import HEIGHT, WIDTH, Outlines, project
from builder.annexes.pages.rankings import Ranking
from builder.annexes.pages.tiles import Strip, Tile, tiles_of
from builder.api.provenance import FieldOrigin, field_origins, origins_by_country
from builder.api.record_model import Country
from builder.site.site import Site

# Width and height of the part of the world map around a country, in units of the map.
_AROUND, _AROUND_HIGH = 640, 400
_LARGE_AREA = 3_000_000


class Locator(NamedTuple):
    """The place of a country: its outline, which can be empty, its centre, and the part of the world around.

    ``view`` and ``slice`` are the ``viewBox`` and ``preserveAspectRatio`` of its picture.
    """

    path: str
    x: int
    y: int
    view: str
    slice: str


class CountryFacts(NamedTuple):
    """Facts of a country: sources of fields, years of figures, tiles, what they cover, neighbours and place."""

    origins: Mapping[str, FieldOrigin]
    years: Mapping[str, str]
    tiles: Sequence[Tile]
    covers: str
    neighbours: Sequence[tuple[str, str]]
    locator: Locator | None


def make_country_facts(
    site: Site, rankings: Sequence[Ranking], strips: Sequence[Strip], outlines: Outlines
) -> tuple[CountryFacts, ...]:
    """Make the facts of every country, in the order of the records. Neighbours have code and name."""
    records = site.dataset.records
    fields = origins_by_country(site.dataset.sources)
    notes = site.dataset.reference["coverage"]
    numbers = {record.value["cca3"]: number for number, record in enumerate(records)}
    years: dict[str, dict[str, str]] = {record.cca2: {} for record in records}
    for ranking in rankings:
        for figure in ranking.figures:
            years[figure.code][ranking.indicator.path] = figure.year
    facts = []
    for number, record in enumerate(records):
        near = [numbers[code] for code in record.value.get("borders", ()) if code in numbers]
        facts.append(
            CountryFacts(
                field_origins(record.cca2, fields),
                years[record.cca2],
                tiles_of(strips, record.value, number, near),
                notes.get(record.cca2, ""),
                [(records[at].cca2, records[at].value["name"]["common"]) for at in near],
                _locator(record.value, outlines.countries),
            )
        )
    return tuple(facts)


def _locator(value: Country, paths: Mapping[str, str]) -> Locator | None:
    if "latlng" not in value:
        return None
    latitude, longitude = value["latlng"]
    x, y = project(longitude, latitude)
    # Large countries are seen with their surroundings too.
    zoom = 2 if value.get("area", 0) > _LARGE_AREA else 1
    width, height = _AROUND * zoom, _AROUND_HIGH * zoom
    left, top = min(max(x - width // 2, 0), WIDTH - width), min(max(y - height // 2, 0), HEIGHT - height)
    # Where a page shows less than the height, the country must be in what it shows.
    edge = "YMin" if y < top + height / 4 else "YMax" if y > top + height * 3 / 4 else "YMid"
    return Locator(paths.get(value["cca2"], ""), x, y, f"{left} {top} {width} {height}", f"xMid{edge} slice")
