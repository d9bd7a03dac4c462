"""The pages of groups of countries: each currency, language, region, subregion and organisation, and the indexes."""

from collections.abc import Iterator, Sequence
from functools import partial

from builder.api.metrics import Metric
from builder.api.parameters import MAX_LIMIT
from builder.api.types import Record
from builder.documents.document_data import DocumentData
from builder.documents.page import Page, Values
from builder.extensions.pages.country_groups import KINDS, CountryGroup, GroupKind, list_groups
from builder.extensions.pages.flag_overview import grid_position
from builder.extensions.pages.group_maps import map_of
from builder.extensions.pages.map_outlines import HEIGHT, WIDTH
from builder.extensions.pages.metric_values import SUMMED

# The metrics in the table of a group.
_SHOWN = ("population", "gdp", "gdpPerCapita", "area")
# The number of countries that the page of a group compares.
_MOST_COMPARED = 6
# The number of countries that an index names for each group.
_MOST_NAMED = 3


def group_index_pages() -> tuple[Page, ...]:
    """Describe the index of each kind."""
    return tuple(
        Page(
            kind.folder,
            f"Countries by {kind.name}",
            f"Every {kind.name} with its countries.",
            values=partial(_index_values, kind),
            template="html/groups.html",
            words=f"{kind.name} list all {kind.folder}",
        )
        for kind in KINDS
    )


def group_pages(data: DocumentData) -> Iterator[Page]:
    """Yield the page of each group. They have no search words, because the search lists groups by itself."""
    for group in data.once(list_groups):
        yield Page(
            group.page.removesuffix(".html"),
            f"{group.name} ({group.kind.name})",
            f"{group.name}: {group.kind.contents}, their values, and where to get them.",
            values=partial(_values, group),
            template="html/group.html",
            words=None,
        )


def _index_values(kind: GroupKind, data: DocumentData) -> Values:
    records = data.site.dataset.records
    groups = [group for group in data.once(list_groups) if group.kind == kind]
    metrics = [metric for metric in data.site.interface.metrics if metric.name in SUMMED]
    rows = [
        (group, [_sum(metric, group, records) for metric in metrics], _largest(group, records)[:_MOST_NAMED])
        for group in groups
    ]
    return {"kind": kind, "rows": rows, "summed": metrics, "groups": data.once(list_groups), "records": records}


def _sum(metric: Metric, group: CountryGroup, records: Sequence[Record]) -> float | None:
    """Add up the values of the members of a group; None if no member has one."""
    values = [metric.value(records[number].value) for number in group.members]
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def _largest(group: CountryGroup, records: Sequence[Record]) -> list[int]:
    """Return the numbers of the members, those with the most people first."""
    return sorted(group.members, key=lambda number: -(records[number].value["population"] or 0))


def _values(group: CountryGroup, data: DocumentData) -> Values:
    records = data.site.dataset.records
    metrics = [metric for metric in data.site.interface.metrics if metric.name in _SHOWN]
    members = [(number, records[number].value) for number in group.members]
    return {
        "group": group,
        "window": MAX_LIMIT,
        "shown_metrics": metrics,
        "rows": [(value, grid_position(number), [one.value(value) for one in metrics]) for number, value in members],
        "sums": [
            (metric, sum(known), len(known))
            for metric in metrics
            if metric.name in SUMMED
            and (known := [found for _, value in members if (found := metric.value(value)) is not None])
        ],
        "compared": [records[number].cca2.lower() for number in _largest(group, records)[:_MOST_COMPARED]],
        "map": map_of(group, data),
        "size": (WIDTH, HEIGHT),
        "since": {records[one.number].value["cca2"]: one.since for one in group.memberships},
        "former": [(records[one.number].value, one) for one in group.memberships if one.until],
        "subregions": [other for other in data.once(list_groups) if other.within and other.within == group.name],
        "region": next((other for other in data.once(list_groups) if other.name == group.within), None),
    }
