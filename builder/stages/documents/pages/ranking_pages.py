"""The pages of rankings: every country with a figure of a metric."""

from collections.abc import Iterator
from functools import partial

from builder.stages.documents.document_data import DocumentData
from builder.stages.documents.pages.page import Page, Values
from builder.stages.documents.values.rankings import Ranking
from builder.stages.documents.values.tiles import STRIP_SIZE


def ranking_pages(data: DocumentData) -> Iterator[Page]:
    """Yield the page of each metric. The search lists metrics by their own titles."""
    for ranking in data.rankings:
        title, count = ranking.metric.title, len(ranking.figures)
        yield Page(
            ranking.page.removesuffix(".html"),
            f"{title} by country",
            f"{title} of {count} countries, ranked, with year and source of each value.",
            values=partial(_values, ranking),
            template="html/ranking.html",
            words=None,
        )


def _values(ranking: Ranking, data: DocumentData) -> Values:
    records = data.site.dataset.records
    numbers = {record.cca2: number for number, record in enumerate(records)}
    strip = next(strip for strip in data.strips if strip.kind.metric == ranking.metric.name)
    greatest = max((figure.value for figure in ranking.figures), default=0) or 1
    years = sorted({figure.year[:4] for figure in ranking.figures if figure.year})
    rows = [
        {
            "figure": figure,
            "region": records[numbers[figure.code]].value.get("region", ""),
            # In percent of the greatest.
            "share": round(100 * figure.value / greatest, 2),
            "place": strip.places[numbers[figure.code]],
        }
        for figure in ranking.figures
    ]
    return {
        "ranking": ranking,
        "rows": rows,
        "regions": sorted({row["region"] for row in rows} - {""}),
        "spread": (years[0], years[-1]) if len(years) > 1 else (),
        "strip": STRIP_SIZE,
        "strip_name": strip.kind.name,
    }
