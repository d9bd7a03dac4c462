"""Makes the tiles of a country's page: a value as people say it, its rank, and its place among all countries."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from builder.api.figures import INDICATORS, Metric, rank_of
from builder.api.record_model import Country
from builder.documents.document import Document
from builder.types import Record

# Width and height of a strip.
STRIP_SIZE = (250, 16)
_MARGIN = 2


class Strip(NamedTuple):
    """All countries with a value of an indicator: their places on the strip and their ranks, by record number."""

    indicator: Metric
    places: Mapping[int, float]
    ranks: Mapping[int, str]


def make_strips(records: Sequence[Record]) -> tuple[Strip, ...]:
    """Place every country on the strip of each indicator."""
    return tuple(_strip(indicator, records) for indicator in INDICATORS)


def _strip(indicator: Metric, records: Sequence[Record]) -> Strip:
    values = {
        number: value for number, record in enumerate(records) if (value := indicator.value(record.value)) is not None
    }
    if not values:
        return Strip(indicator, {}, {})
    low, high = indicator.scale(min(values.values())), indicator.scale(max(values.values()))
    unit = (STRIP_SIZE[0] - 2 * _MARGIN) / ((high - low) or 1)
    return Strip(
        indicator,
        {number: round(_MARGIN + (indicator.scale(value) - low) * unit, 1) for number, value in values.items()},
        {number: rank_of(value, values.values()) for number, value in values.items()},
    )


def axis_of(indicator: Metric, values: Sequence[float]) -> tuple[float, ...]:
    """Return the values at the lower end, in the middle and at the upper end of a strip of *values*."""
    if not values:
        return ()
    least, most = min(values), max(values)
    if not indicator.is_log:
        return least, (least + most) / 2, most
    return least, 10 ** ((indicator.scale(least) + indicator.scale(most)) / 2), most


class Tile(NamedTuple):
    """A figure of a country: its rank of *total*, and its place and those of its neighbours on the strip."""

    indicator: Metric
    value: float
    rank: str
    total: int
    place: float
    neighbours: tuple[float, ...]


def tiles_of(strips: Sequence[Strip], value: Country, number: int, near: Sequence[int]) -> list[Tile]:
    """Make the tiles of the country with the record *number*; *near* are the numbers of its neighbours."""
    return [
        Tile(
            strip.indicator,
            found,
            strip.ranks[number],
            len(strip.ranks),
            strip.places[number],
            tuple(strip.places[other] for other in near if other in strip.places),
        )
        for strip in strips
        if (found := strip.indicator.value(value)) is not None
    ]


def strip_documents(strips: Sequence[Strip]) -> Iterator[Document]:
    """Yield a picture of each strip."""
    for strip in strips:
        yield Document(f"/docs/assets/strip-{strip.indicator.name}.svg", "svg", partial(_drawing, strip))


def _drawing(strip: Strip) -> bytes:
    """Draw a tick for each country, in a grey for light and dark backgrounds."""
    ticks = "".join(f"M{place:g} 4v8" for place in sorted(strip.places.values()))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {STRIP_SIZE[0]} {STRIP_SIZE[1]}">'
        f'<path d="{ticks}" stroke="#8c9a96" stroke-opacity=".55" stroke-width=".8"/></svg>\n'
    ).encode()
