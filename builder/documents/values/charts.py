"""Makes the charts: the top of each ranking, as bars from zero or as dots on a part of the axis."""

from math import ceil, floor, log10

from builder.documents.values.rankings import Ranking, describe_sources
from builder.types import JsonObject

_ROWS = 12
# Metrics with figures so close together that bars from zero would look the same.
_DOTS = ("hdi", "lifeExpectancy")
_STEPS = (1, 2, 5, 10)
_TICKS = 4


def make_chart(ranking: Ranking) -> JsonObject:
    """Make the chart of a ranking with figures: its first rows, each with its place on the axis from 0 to 1.

    With ``ticks``, it has dots on a part of the axis, otherwise bars from zero.
    """
    top = ranking.figures[:_ROWS]
    low, high = 0.0, top[0].value
    ticks = []
    if ranking.indicator.name in _DOTS:
        low, high, step = zoomed(top[-1].value, top[0].value)
        count = round((high - low) / step)
        digits = max(0, -floor(log10(step)))
        ticks = [{"label": f"{low + at * step:.{digits}f}", "place": at / count} for at in range(count + 1)]
    return {
        "ranking": ranking,
        "rows": [{"figure": figure, "place": round((figure.value - low) / (high - low), 4)} for figure in top],
        "ticks": ticks,
        "sources": describe_sources(top),
    }


def zoomed(least: float, greatest: float) -> tuple[float, float, float]:
    """Find round bounds around two figures, and a round step that divides the range into a few parts."""
    spread = greatest - least or abs(greatest) or 1
    unit = 10 ** floor(log10(spread / _TICKS))
    step = next(unit * factor for factor in _STEPS if unit * factor >= spread / _TICKS)
    return floor(least / step) * step, ceil(greatest / step) * step, step
