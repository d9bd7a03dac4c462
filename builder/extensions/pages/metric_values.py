"""How pages write the values of a metric, and place them on an axis."""

from math import log10

from builder.api.metrics import Metric
from builder.extensions.pages.number_format import rounded

# The metrics that can be added up.
SUMMED = ("population", "gdp", "area")


def rounded_value(value: float, metric: Metric) -> str:
    """Round *value* as people say it: ``$4.44 trillion``, ``84.1 years``."""
    return f"{metric.before}{rounded(value, metric.digits)}{metric.after}"


def exact_value(value: float, metric: Metric) -> str:
    """Write *value* with all its digits."""
    return f"{metric.before}{value:,}{metric.after}"


def position(value: float, metric: Metric) -> float:
    """Place *value* on its axis. A logarithmic axis begins at 1, where smaller values are too."""
    return log10(max(value, 1)) if metric.is_log else value


def page_of(metric: Metric) -> str:
    """Path of the page of *metric*, relative to the documents."""
    return f"figures/{metric.name}.html"
