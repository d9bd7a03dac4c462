"""What a country's page says besides its record: metrics as tiles, their years, neighbours, place on the map.

A tile has a value, its rank, and its place on a strip with all countries.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from builder.api.metrics import Metric
from builder.api.record_model import Country
from builder.api.types import Entry, Record
from builder.documents.document_data import DocumentData
from builder.documents.rendering import document
from builder.extensions.pages.map_outlines import HEIGHT, NEAR, WIDTH, Box, MapOutlines, make_outlines, project
from builder.extensions.pages.metric_values import position
from builder.extensions.pages.rankings import make_rankings, ranks_of

# Width and height of a strip.
STRIP_SIZE = (250, 16)
_MARGIN = 2


class Strip(NamedTuple):
    """All countries with a value of a metric: their places on the strip and their ranks, by record number."""

    metric: Metric
    places: Mapping[int, float]
    ranks: Mapping[int, str]


def make_strips(data: DocumentData) -> tuple[Strip, ...]:
    """Place every country on the strip of each metric."""
    return tuple(_strip(metric, data.site.dataset.records) for metric in data.site.interface.metrics)


def _strip(metric: Metric, records: Sequence[Record]) -> Strip:
    """Place every country on the strip of a metric."""
    values = {
        number: value for number, record in enumerate(records) if (value := metric.value(record.value)) is not None
    }
    low, high = (position(end(values.values(), default=0), metric) for end in (min, max))
    unit = (STRIP_SIZE[0] - 2 * _MARGIN) / ((high - low) or 1)
    ranks = ranks_of(values.values())
    return Strip(
        metric,
        {number: round(_MARGIN + (position(value, metric) - low) * unit, 1) for number, value in values.items()},
        {number: ranks[value] for number, value in values.items()},
    )


class Tile(NamedTuple):
    """A country's value of a metric: its rank of *total*, its place on the strip, and the places of its neighbours."""

    metric: Metric
    value: float
    rank: str
    total: int
    place: float
    neighbours: tuple[float, ...]


def tiles_of(strips: Sequence[Strip], value: Country, number: int, neighbours: Sequence[int]) -> list[Tile]:
    """Make the tiles of the country with the record *number*; *neighbours* are numbers of records."""
    return [
        Tile(
            strip.metric,
            found,
            strip.ranks[number],
            len(strip.ranks),
            strip.places[number],
            tuple(strip.places[other] for other in neighbours if other in strip.places),
        )
        for strip in strips
        if (found := strip.metric.value(value)) is not None
    ]


def strip_documents(strips: Sequence[Strip]) -> Iterator[Entry]:
    """Yield a picture of each strip."""
    for strip in strips:
        yield document(f"/docs/assets/strip-{strip.metric.name}.svg", "svg", partial(_drawing, strip))


def _drawing(strip: Strip) -> bytes:
    """Draw a tick for each country, in a grey for light and dark backgrounds."""
    ticks = "".join(f"M{place:g} 4v8" for place in sorted(strip.places.values()))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {STRIP_SIZE[0]} {STRIP_SIZE[1]}">'
        f'<path d="{ticks}" stroke="#8c9a96" stroke-opacity=".55" stroke-width=".8"/></svg>\n'
    ).encode()


# In units, the least width of the map of a country, and the width for a country without an outline. The map has a dot
# for a country whose size is less than ``_DOT`` of that width.
_NARROWEST, _AROUND_DOT, _DOT = 320, 560, 1 / 25
# Width of a map divided by its height.
_RATIO = 1.6


class Locator(NamedTuple):
    """The place of a country: its outline, which can be empty, its centre, its box, and the box that its map shows.

    ``radius`` is that of its dot, which is 0 for a country that is seen without. ``upright`` is the ``transform`` of an
    SVG that makes its meridian vertical: far from the middle of the world, shapes are slanted.
    """

    path: str
    x: int
    y: int
    box: Box
    around: Box
    radius: int
    upright: str


class CountryFacts(NamedTuple):
    """Facts of a country: years of values, tiles, the areas that its values cover, neighbours and place."""

    years: Mapping[str, str]
    tiles: Sequence[Tile]
    covers: str
    neighbours: Sequence[tuple[str, str]]
    locator: Locator | None


def make_country_facts(data: DocumentData) -> tuple[CountryFacts, ...]:
    """Make the facts of every country, in the order of the records. Neighbours have code and name."""
    site, records = data.site, data.site.dataset.records
    strips, outlines = data.once(make_strips), data.once(make_outlines)
    notes = site.dataset.reference["coverage"]
    numbers = {record.value["cca3"]: number for number, record in enumerate(records)}
    years: dict[str, dict[str, str]] = {record.cca2: {} for record in records}
    for ranking in data.once(make_rankings):
        for one in ranking.values:
            years[one.code][ranking.metric.path] = one.year
    facts = []
    for number, record in enumerate(records):
        neighbours = [numbers[code] for code in record.value.get("borders", ()) if code in numbers]
        facts.append(
            CountryFacts(
                years[record.cca2],
                tiles_of(strips, record.value, number, neighbours),
                notes.get(record.cca2, ""),
                [(records[at].cca2, records[at].value["name"]["common"]) for at in neighbours],
                _locator(record.value, outlines),
            )
        )
    return tuple(facts)


def _locator(value: Country, outlines: MapOutlines) -> Locator | None:
    if "latlng" not in value:
        return None
    latitude, longitude = value["latlng"]
    x, y = project(longitude, latitude)
    path = outlines[NEAR].countries.get(value["cca2"], "")
    box = outlines.boxes.get(value["cca2"], Box(x, y, x, y))
    if abs(box.left - x) > WIDTH / 2:
        # The largest island of a country can be beyond the date line.
        box = Box(x, y, x, y)
    size = max(box.width, _RATIO * box.height)
    # A large country fills more of its map than a small country, which people find by its surroundings.
    width = round(max(_NARROWEST, 120 + 1.8 * size)) if path else _AROUND_DOT
    height = round(width / _RATIO)
    # Near an edge of the world, the map also shows space beyond it: a phone shows only the middle of the picture.
    left = min(max(round(box.left + box.right - width) // 2, -width // 4), WIDTH - 3 * width // 4)
    top = min(max(round(box.top + box.bottom - height) // 2, -height // 5), HEIGHT - 2 * height // 3)
    radius = width // 50 if size < width * _DOT else 0
    # At a pole there is nothing to the north or to the south.
    middle = min(max(latitude, -80), 80)
    (north_x, north_y), (south_x, south_y) = (project(longitude, middle + step, NEAR) for step in (3, -3))
    slant = round((south_x - north_x) / (south_y - north_y), 2)
    upright = f"matrix(1 0 {-slant:g} 1 {slant * (box.top + box.bottom) / 2:g} 0)"
    return Locator(path, x, y, box, Box(left, top, left + width, top + height), radius, upright)
