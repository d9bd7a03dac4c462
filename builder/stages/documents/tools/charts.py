"""What the charts draw: the top of each ranking, with the lengths of the bars."""

from dataclasses import dataclass

from builder.stages.documents.document_data import DocumentData
from builder.stages.documents.wording import METRIC_WORDS, MetricWords
from builder.tables.metrics import METRICS, Metric

_BARS = 12


@dataclass(frozen=True)
class Bar:
    """A country, its figure in words, and the length of its bar from 0 to 1."""

    name: str
    value: str
    length: float


@dataclass(frozen=True)
class Chart:
    """A metric, how it is spoken of, and its longest bars."""

    metric: Metric
    words: MetricWords
    bars: tuple[Bar, ...]


def make_charts(site: DocumentData) -> tuple[Chart, ...]:
    """Take the top of every ranking."""
    return tuple(_chart(site, metric) for metric in METRICS)


def _chart(site: DocumentData, metric: Metric) -> Chart:
    number = site.listings.indexes["rank"][f"{metric.name}/desc"]
    top = [site.dataset.records[at].value for at in site.listings.listings[number].members[:_BARS]]
    figures = [metric.value(record) or 0 for record in top]
    words = METRIC_WORDS[metric.name]
    bars = (
        Bar(record["name"]["common"], words.spell(figure), round(figure / figures[0], 4))
        for record, figure in zip(top, figures, strict=True)
    )
    return Chart(metric, words, tuple(bars))
