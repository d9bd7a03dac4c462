"""Makes the charts: the top of each ranking, as bars from zero or as dots on a part of the axis."""

from math import ceil, floor, log10
from typing import NamedTuple

from builder.stages.documents.interactive.figures import Figure, Ranking, described

_ROWS = 12
# Metrics with figures so close together that bars from zero would look the same.
_DOTS = ("hdi", "lifeExpectancy")
_STEPS = (1, 2, 5, 10)
_TICKS = 4


class ChartRow(NamedTuple):
    """A country, its formatted figure, and its position on the axis from 0 to 1."""

    figure: Figure
    value: str
    place: float


class Tick(NamedTuple):
    """A labelled position on the axis."""

    label: str
    place: float


class Chart(NamedTuple):
    """The top rows of a ranking: with ``ticks`` dots on a part of the axis, otherwise bars from zero."""

    ranking: Ranking
    rows: tuple[ChartRow, ...]
    ticks: tuple[Tick, ...]

    @property
    def sources(self) -> str:
        """Sources of the figures, as text."""
        return described(tuple(row.figure for row in self.rows))


def make_charts(rankings: tuple[Ranking, ...]) -> tuple[Chart, ...]:
    """Make the chart of every ranking."""
    return tuple(_chart(ranking) for ranking in rankings if ranking.figures)


def _chart(ranking: Ranking) -> Chart:
    top = ranking.figures[:_ROWS]
    low, high, step = 0.0, top[0].value, 0.0
    if ranking.metric.name in _DOTS:
        low, high, step = zoomed(top[-1].value, top[0].value)
    rows = tuple(
        ChartRow(one, ranking.metric.format_figure(one.value), round((one.value - low) / (high - low), 4))
        for one in top
    )
    count = round((high - low) / step) if step else -1
    ticks = tuple(Tick(f"{low + number * step:.{_digits(step)}f}", number / count) for number in range(count + 1))
    return Chart(ranking, rows, ticks)


def zoomed(least: float, greatest: float) -> tuple[float, float, float]:
    """Find round bounds around two figures, and a round step that divides the range into a few parts."""
    spread = greatest - least or abs(greatest) or 1
    unit = 10 ** floor(log10(spread / _TICKS))
    step = next(unit * factor for factor in _STEPS if unit * factor >= spread / _TICKS)
    return floor(least / step) * step, ceil(greatest / step) * step, step


def _digits(step: float) -> int:
    return max(0, -floor(log10(step)))
