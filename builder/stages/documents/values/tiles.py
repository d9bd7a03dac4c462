"""Makes the tiles of a country's page: a value as people say it, its rank, and its place among all countries."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import log10
from typing import NamedTuple

from builder.api.field_paths import value_at
from builder.api.metrics import METRICS
from builder.stages.documents.document import Document
from builder.types import CountryValue, JsonObject, Record

# Width and height of a strip.
STRIP_SIZE = (250, 16)
_MARGIN = 2
_LARGE = ((1e12, "trillion"), (1e9, "billion"), (1e6, "million"))


class TileKind(NamedTuple):
    """A kind of tile: its field, title, and the words before and after the value; ``digits`` are decimals.

    ``metric`` is the ranking by this field, or empty. On a strip with ``is_log`` equal distances are equal factors.
    """

    path: str
    title: str
    before: str = ""
    after: str = ""
    digits: int = 0
    metric: str = ""
    is_log: bool = True

    @property
    def name(self) -> str:
        """Name in the file of the strip."""
        return self.path.rpartition(".")[2]

    def scale(self, value: float) -> float:
        """Place *value* on the axis; zero has no logarithm and is at the lower end, with one."""
        return log10(max(value, 1)) if self.is_log else value

    def round(self, value: float) -> str:
        """Round *value* as people say it: ``$4.44 trillion``, ``84.1 years``."""
        return f"{self.before}{rounded(value, self.digits)}{self.after}"

    def exact(self, value: float) -> str:
        """Write *value* with all its digits."""
        return f"{self.before}{value:,}{self.after}"


_PATHS = {metric.name: metric.path for metric in METRICS}
TILES: tuple[TileKind, ...] = (
    TileKind(_PATHS["population"], "Population", metric="population"),
    TileKind(_PATHS["gdp"], "GDP", "$", metric="gdp"),
    TileKind(_PATHS["gdpPerCapita"], "GDP per capita", "$", metric="gdpPerCapita"),
    TileKind(_PATHS["area"], "Area", after=" km²", metric="area"),
    TileKind(_PATHS["populationDensity"], "Density", after=" per km²", digits=1, metric="populationDensity"),
    TileKind(_PATHS["lifeExpectancy"], "Life expectancy", "", " years", 1, "lifeExpectancy", is_log=False),
    TileKind(_PATHS["hdi"], "Human development (HDI)", "", "", 3, "hdi", is_log=False),
    TileKind("enrichment.development.gini", "Inequality (Gini)", digits=1, is_log=False),
)


class Strip(NamedTuple):
    """All countries with a value of one kind: their places on the strip and their ranks, by record number."""

    kind: TileKind
    places: Mapping[int, float]
    ranks: Mapping[int, int]


def rounded(value: float, digits: int = 0) -> str:
    """Round *value* to three significant digits, with a word for millions and more; small values to *digits*."""
    for size, word in _LARGE:
        if value >= size:
            figure = value / size
            return f"{figure:.{2 if figure < 10 else 1 if figure < 100 else 0}f} {word}"
    if value >= 10_000:
        return f"{round(value, -2 if value < 100_000 else -3):,.0f}"
    return f"{value:,.{digits}f}"


def make_strips(records: Sequence[Record]) -> tuple[Strip, ...]:
    """Place every country on the strip of each kind."""
    return tuple(_strip(kind, records) for kind in TILES)


def _strip(kind: TileKind, records: Sequence[Record]) -> Strip:
    values = {
        number: value
        for number, record in enumerate(records)
        if isinstance(value := value_at(record.value, kind.path), int | float)
    }
    if not values:
        return Strip(kind, {}, {})
    low, high = kind.scale(min(values.values())), kind.scale(max(values.values()))
    unit = (STRIP_SIZE[0] - 2 * _MARGIN) / ((high - low) or 1)
    ordered = sorted(values, key=lambda number: -values[number])
    return Strip(
        kind,
        {number: round(_MARGIN + (kind.scale(value) - low) * unit, 1) for number, value in values.items()},
        {number: rank for rank, number in enumerate(ordered, 1)},
    )


def tiles_of(strips: Sequence[Strip], value: CountryValue, number: int, near: Sequence[int]) -> list[JsonObject]:
    """Make the tiles of the country with the record *number*; *near* are the numbers of its neighbours."""
    return [
        {
            "kind": strip.kind,
            "value": value_at(value, strip.kind.path),
            "rank": strip.ranks[number],
            "total": len(strip.ranks),
            "place": strip.places[number],
            "neighbours": [strip.places[other] for other in near if other in strip.places],
        }
        for strip in strips
        if number in strip.places
    ]


def strip_documents(strips: Sequence[Strip]) -> Iterator[Document]:
    """Yield a picture of each strip."""
    for strip in strips:
        yield Document(f"/docs/assets/strip-{strip.kind.name}.svg", "svg", partial(_drawing, strip))


def _drawing(strip: Strip) -> bytes:
    """Draw a tick for each country, in a grey for light and dark backgrounds."""
    ticks = "".join(f"M{place:g} 4v8" for place in sorted(strip.places.values()))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {STRIP_SIZE[0]} {STRIP_SIZE[1]}">'
        f'<path d="{ticks}" stroke="#8c9a96" stroke-opacity=".55" stroke-width=".8"/></svg>\n'
    ).encode()
