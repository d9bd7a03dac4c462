"""What the charts draw: the top of each ranking, as bars from zero or as dots on a part of the axis."""

from dataclasses import dataclass
from math import ceil, floor, log10

from builder.stages.documents.tools.figures import Figure, Ranking, described

_ROWS = 12
# Figures so close together that bars from zero would all look full.
_DOTS = ("hdi", "lifeExpectancy")
_STEPS = (1, 2, 5, 10)
_TICKS = 4


@dataclass(frozen=True)
class Row:
    """A country with its figure in words, and how far along the axis that is, from 0 to 1."""

    figure: Figure
    value: str
    place: float


@dataclass(frozen=True)
class Tick:
    """A labelled place on the axis."""

    label: str
    place: float


@dataclass(frozen=True)
class Chart:
    """The top rows of a ranking; with ``ticks`` they are dots on a part of the axis, else bars from zero."""

    ranking: Ranking
    rows: tuple[Row, ...]
    ticks: tuple[Tick, ...]

    @property
    def sources(self) -> str:
        """Sources of what is drawn, in words."""
        return described(tuple(row.figure for row in self.rows))


def make_charts(rankings: tuple[Ranking, ...]) -> tuple[Chart, ...]:
    """Take the top of every ranking."""
    return tuple(_chart(ranking) for ranking in rankings if ranking.figures)


def _chart(ranking: Ranking) -> Chart:
    top = ranking.figures[:_ROWS]
    low, high, step = 0.0, top[0].value, 0.0
    if ranking.metric.name in _DOTS:
        low, high, step = zoomed(top[-1].value, top[0].value)
    rows = tuple(
        Row(one, ranking.words.format_figure(one.value), round((one.value - low) / (high - low), 4)) for one in top
    )
    count = round((high - low) / step) if step else -1
    ticks = tuple(Tick(f"{low + number * step:.{_digits(step)}f}", number / count) for number in range(count + 1))
    return Chart(ranking, rows, ticks)


def zoomed(least: float, greatest: float) -> tuple[float, float, float]:
    """Find round bounds around two figures, and a round step of which a few fit between them."""
    spread = greatest - least or abs(greatest) or 1
    unit = 10 ** floor(log10(spread / _TICKS))
    step = next(unit * factor for factor in _STEPS if unit * factor >= spread / _TICKS)
    return floor(least / step) * step, ceil(greatest / step) * step, step


def _digits(step: float) -> int:
    return max(0, -floor(log10(step)))
