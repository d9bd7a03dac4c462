"""The pages of metrics: every country with a figure, and its history."""

from collections.abc import Iterator
from functools import partial

from builder.api.metrics import rank_of
from builder.documents.document_data import DocumentData
from builder.documents.page import Page, Values
from builder.extensions.pages.flag_overview import grid_position
from builder.extensions.pages.history import history_source, lines_of, without_history
from builder.extensions.pages.pictures import Pictures
from builder.extensions.pages.rankings import Ranking


def ranking_pages(data: DocumentData) -> Iterator[Page]:
    """Yield the page of each metric. The search lists them by their own titles."""
    for ranking in Pictures.of(data).rankings:
        title, count = ranking.metric.title, len(ranking.figures)
        yield Page(
            ranking.metric.page.removesuffix(".html"),
            f"{title} by country",
            f"{title} of {count} countries, ranked, with year and source of each value.",
            values=partial(_values, ranking),
            template="html/ranking.html",
            words=None,
        )


def _values(ranking: Ranking, data: DocumentData) -> Values:
    records = data.site.dataset.records
    numbers = {record.cca2: number for number, record in enumerate(records)}
    sources = list(ranking.source_list)
    figures = [figure.value for figure in ranking.figures]
    most = max(figures, default=0) or 1
    rows = [
        {
            "figure": figure,
            "rank": rank_of(figure.value, figures),
            "flag": grid_position(numbers[figure.code]),
            "region": records[numbers[figure.code]].value.get("region", ""),
            # In percent of the axis.
            "share": round(100 * figure.value / most, 1),
            "source": sources.index(figure.source) + 1,
        }
        for figure in ranking.figures
    ]
    return {
        "ranking": ranking,
        "rows": rows,
        "regions": sorted({str(row["region"]) for row in rows} - {""}),
        "years": sorted({figure.year[:4] for figure in ranking.figures if figure.year}),
        "row_axis": (0, most / 2, most),
        "history_source": history_source(data.site),
        "lines": lines_of(ranking, Pictures.of(data).history),
        "without_history": without_history(data.site.dataset, Pictures.of(data).history),
    }
