"""The values of the interactive pages: console, countries, flags and map."""

from itertools import groupby
from operator import itemgetter
from typing import Any

from builder.annexes.pages.changes import by_day, changes_of
from builder.annexes.pages.console_forms import make_console
from builder.annexes.pages.history import history_source
from builder.annexes.pages.pictures import Pictures
from builder.annexes.pages.world_map import make_map
from builder.api.figures import INDICATORS
from builder.documents.document_data import DocumentData
from builder.documents.pages.page import Values
from builder.images.overview import grid_position

# Changes of one field and one day that the page itself has; its script reads the others from changes.json.
_MOST_CHANGES = 20


def console(data: DocumentData) -> Values:
    """Make the forms of the console."""
    return {"console": make_console(data.site, data.accepted)}


def countries_by_region(data: DocumentData) -> Values:
    """Group the countries by region, each with the column and the row of its flag in the overview."""
    groups: dict[str, list[Any]] = {}
    for number, record in enumerate(data.site.dataset.records):
        groups.setdefault(record.value.get("region", "Other"), []).append((*grid_position(number), record.value))
    return {"groups": dict(sorted(groups.items()))}


def comparison(data: DocumentData) -> Values:
    """List the indicators that have a history."""
    over_time = [one for one in INDICATORS if one.name in Pictures.of(data).history]
    return {"over_time": over_time, "history_source": history_source(data.site)}


def changes(data: DocumentData) -> Values:
    """Group the changes by day and field, and those of tables by day and table."""
    tables = {table.table.name: table.table for table in data.site.tables}
    days = [
        (entry["date"], tables[name], [(one["column"], one["values"]) for one in columns])
        for entry in data.site.dataset.changes
        for name, columns in groupby(entry.get("tables", ()), key=itemgetter("table"))
        if name in tables
    ]
    of_fields = by_day(data.kept(changes_of))
    labels = list(dict.fromkeys(label for _, found in of_fields for label, _ in found))
    return {"days": of_fields, "labels": labels, "most": _MOST_CHANGES, "of_tables": days}


def world_map(data: DocumentData) -> Values:
    """Make everything on the map."""
    years = [year for series in Pictures.of(data).history.values() for values in series.values() for year in values]
    return {
        "map": make_map(data.site.dataset.records, Pictures.of(data).outlines, Pictures.of(data).rankings),
        "over_time": [*Pictures.of(data).history],
        "history_source": history_source(data.site),
        "years": (min(years), max(years)) if years else (),
    }
