"""The pages of metrics: every country with a value, and its history."""

from collections.abc import Iterator
from functools import partial

from builder.documents.document_data import DocumentData
from builder.documents.page import Page, Values
from builder.extensions.pages.flag_overview import grid_position
from builder.extensions.pages.history import first_drawn, history_source, read_history, without_history
from builder.extensions.pages.metric_values import page_of, position
from builder.extensions.pages.rankings import Ranking, make_rankings, ranks_of

# What a metric is, for readers. A metric of an owner has no such line.
_DEFINITIONS = {
    "population": "The people who live in a country, whatever their citizenship.",
    "area": "The land of a country with its lakes and rivers.",
    "gdp": "The value of all goods and services that a country makes in a year, at official exchange rates.",
    "gdpPerCapita": "The gross domestic product of a year divided by the population.",
    "hdi": "An index of the United Nations: 1 stands for long lives, much schooling and high incomes.",
    "lifeExpectancy": "How long a newborn would live if the death rates of that year stayed as they are.",
    "populationDensity": "The population divided by the area.",
    "gini": "How unequal incomes are: 0 if all people have the same, 100 if one person has all.",
}


def metric_pages(data: DocumentData) -> Iterator[Page]:
    """Yield the page of each metric. The search lists them by their own titles."""
    for ranking in data.once(make_rankings):
        title, count = ranking.metric.title, len(ranking.values)
        yield Page(
            page_of(ranking.metric).removesuffix(".html"),
            f"{title} by country",
            f"{title} of {count} countries, ranked, with year and source of each value.",
            values=partial(_values, ranking),
            template="html/metric.html",
            words=None,
        )


def _values(ranking: Ranking, data: DocumentData) -> Values:
    records = data.site.dataset.records
    numbers = {record.cca2: number for number, record in enumerate(records)}
    sources = list(ranking.source_extents)
    values = [one.value for one in ranking.values]
    place, ranks = partial(position, metric=ranking.metric), ranks_of(values)
    # A logarithmic axis begins at the lowest value. So does an axis for values far from zero: bars would be alike.
    is_cropped = not ranking.metric.is_log and min(values, default=0) > max(values, default=0) / 2
    least = place(min(values, default=0)) if ranking.metric.is_log or is_cropped else 0
    length = (place(max(values, default=0)) - least) or 1
    rows = [
        {
            "ranked": one,
            "rank": ranks[one.value],
            "flag": grid_position(numbers[one.code]),
            "region": records[numbers[one.code]].value.get("region", ""),
            # In percent of the axis: at least so much that it can be seen.
            "share": max(round(100 * (place(one.value) - least) / length, 1), 0.5),
            "source": sources.index(one.source) + 1,
        }
        for one in ranking.values
    ]
    return {
        "ranking": ranking,
        "definition": _DEFINITIONS.get(ranking.metric.name, ""),
        "scale": "log scale" if ranking.metric.is_log else "not from 0" if is_cropped else "",
        "rows": rows,
        "regions": sorted({str(row["region"]) for row in rows} - {""}),
        "years": sorted({one.year[:4] for one in ranking.values if one.year}),
        "row_axis": (values[-1], values[0]) if values else (),
        "history_source": history_source(data.site),
        "drawn": first_drawn(ranking.metric, records, data.once(read_history)),
        "without_history": without_history(data.site.dataset, data.once(read_history)),
    }
