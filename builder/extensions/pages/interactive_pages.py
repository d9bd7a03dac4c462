"""The landing page, and the values of the pages of countries, flags, comparison, changes, metrics, lists and map."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain, groupby
from operator import itemgetter
from statistics import median
from typing import Any
from unicodedata import normalize

from builder.api.output_paths import DOCS_FOLDER
from builder.api.record_model import Country
from builder.api.types import Record
from builder.documents.document_data import DocumentData
from builder.documents.http_examples import exchange_text
from builder.documents.page import Page, Values
from builder.documents.samples import LANGUAGES, samples_of_request
from builder.extensions.pages.change_feed import anchor_of, by_country, by_day, changes_of
from builder.extensions.pages.country_facts import STRIP_SIZE, make_country_facts
from builder.extensions.pages.country_groups import REGION, SUBREGION, list_groups
from builder.extensions.pages.country_pages import country_values
from builder.extensions.pages.flag_overview import grid_position
from builder.extensions.pages.group_maps import frame_of
from builder.extensions.pages.history import LINE_SIZE, history_source, pasts_of, read_history, without_history
from builder.extensions.pages.html.highlighting import exchange_html, highlight_code
from builder.extensions.pages.html.markdown_to_html import CONSOLE
from builder.extensions.pages.map_outlines import COARSE, make_outlines
from builder.extensions.pages.rankings import make_rankings
from builder.extensions.pages.world_map import make_map
from builder.extensions.tables.loading import tables_of
from builder.project.host_declarations import host_declarations

# The most changes of one field and one day in the page itself; its script reads further changes from changes.json.
_MOST_CHANGES = 12
# The country on the landing page.
_COUNTRY = "NZ"
# Countries that the page of comparisons offers to compare.
_COMPARED = (("JP", "DE", "BR"), ("IN", "CN"), ("NO", "SE", "DK", "FI", "IS"))
# Lines of a list that people may have, by the code of the country that each line means.
_EXAMPLE = {
    "DE": "Deutschland",
    "KR": "Korea, South",
    "CI": "Cote d'Ivoire",
    "CD": "Congo, Dem. Rep.",
    "JP": "日本",
    "KE": "KEN",
    "SZ": "Swaziland",
    "AR": "Argentinia",
}
# The groups of countries to which the map zooms.
_AREAS = (REGION, SUBREGION)
# The languages in which the landing page shows a request.
_SAMPLES = ("sh", "js", "python")
# The fields of the example on the landing page.
_SHOWN = "capital,population,currencies,languages"


def countries_by_region(data: DocumentData) -> Values:
    """Group the countries by region, each with the column and the row of its flag in the overview."""
    return _grouped(data, lambda value: value.get("region", "Other"))


def countries_by_letter(data: DocumentData) -> Values:
    """Group the countries by the first letter of their names, without an accent."""
    regions = {record.value.get("region", "") for record in data.site.dataset.records}
    groups = _grouped(data, lambda value: normalize("NFD", value["name"]["common"])[0])
    return {**groups, "regions": sorted(regions - {""})}


def _grouped(data: DocumentData, group_of: Callable[[Country], str]) -> Values:
    groups: dict[str, list[Any]] = {}
    for number, record in enumerate(data.site.dataset.records):
        groups.setdefault(group_of(record.value), []).append((*grid_position(number), record.value))
    return {"groups": dict(sorted(groups.items()))}


def comparison(data: DocumentData) -> Values:
    """List the metrics that have a history, and countries to compare."""
    history = data.once(read_history)
    return {
        "over_time": [one for one in data.site.interface.metrics if one.name in history],
        "history_source": history_source(data.site),
        "without_history": without_history(data.site.dataset, history),
        "tried": _compared(data.site.dataset.records),
    }


def _compared(records: Sequence[Record]) -> list[list[Record]]:
    """Return the groups of ``_COMPARED`` of which the site has several countries, or its first countries."""
    known = {record.cca2: record for record in records}
    groups = [[known[code] for code in codes if code in known] for codes in _COMPARED]
    return [group for group in groups if len(group) > 1] or [[*records[:3]]]


def changes(data: DocumentData) -> Values:
    """Group the changes of records by day and field, and the changes of tables by day and table."""
    tables = {one.table.name: one for one in tables_of(data.site).rows}
    days = [
        (entry["date"], tables[name], [(one["column"], one["values"]) for one in columns])
        for entry in data.site.dataset.changes
        for name, columns in groupby(entry.get("tables", ()), key=itemgetter("table"))
        if name in tables
    ]
    of_fields = by_day(data.once(changes_of))
    labels = list(dict.fromkeys(label for _, found in of_fields for label, _ in found))
    return {
        "days": of_fields,
        "labels": labels,
        "most": _MOST_CHANGES,
        "of_tables": days,
        "tables_of": Counter(day for day, _, _ in days),
        "anchor_of": anchor_of,
        "by_country": by_country,
    }


def metrics(data: DocumentData) -> Values:
    """List the rankings, and the median of all countries in each year of those with a history."""
    medians = {}
    for name, series in data.once(read_history).items():
        values = chain.from_iterable(years.items() for years in series.values())
        ordered = groupby(sorted(values), key=itemgetter(0))
        medians[name] = {"": {year: median(value for _, value in found) for year, found in ordered}}
    pasts = pasts_of(data.site.interface.metrics, "", medians)
    return {"rankings": data.once(make_rankings), "pasts": pasts, "line": LINE_SIZE, "strip": STRIP_SIZE}


def matching(data: DocumentData) -> Values:
    """Make an example of a list: names in other languages and codes of countries that the site has."""
    known = {record.cca2: record.value for record in data.site.dataset.records}
    names = [text for code, text in _EXAMPLE.items() if code in known] or [*known][:3]
    return {"names": names, "rankings": data.once(make_rankings)}


def world_map(data: DocumentData) -> Values:
    """Make the values of the page with the map."""
    years = [year for series in data.once(read_history).values() for values in series.values() for year in values]
    return {
        "map": make_map(
            data.site.dataset.records,
            data.once(make_outlines)[COARSE],
            data.once(make_rankings),
            data.once(make_country_facts),
            {
                kind.title: [(one.name, frame_of(one, data)) for one in data.once(list_groups) if one.kind == kind]
                for kind in _AREAS
            },
        ),
        "over_time": [*data.once(read_history)],
        "history_source": history_source(data.site),
        "years": (min(years), max(years)) if years else (),
    }


def landing_page(data: DocumentData) -> Page:
    """Describe the landing page."""
    return Page(
        "landing",
        "Countries as JSON, without a key",
        data.site.config.site.about(
            f"{len(data.site.dataset.records)} country records as JSON: names, codes, economy, "
            "holidays and flags, with sources. No key."
        ),
        values=_landing,
        words=None,
        at="/",
    )


def _landing(data: DocumentData) -> Values:
    """Make the values of the landing page. Without ``_COUNTRY``, a country with metrics is shown, if there is one."""
    dataset = data.site.dataset
    codes = [record.cca2 for record in dataset.records]
    known = [code for code, record in zip(codes, dataset.records, strict=True) if "enrichment" in record.value]
    number = codes.index(_COUNTRY if _COUNTRY in codes else next(iter(known), codes[0]))
    shown = dataset.records[number]
    values = country_values(number, data)
    target = f"/v1/alpha/{shown.cca2.lower()}?fields={_SHOWN}"
    route = next(one for one in data.site.interface.routes if one.path == "/v1/alpha/{codes}")
    calls = samples_of_request(data.jinja, route, f"{data.site.config.base_url}{target}")
    return {
        **{name: values[name] for name in ("tiles", "pasts", "locator", "width", "height", "line")},
        "highest": [(one.metric, one.values[0]) for one in data.once(make_rankings) if one.values],
        "samples": {language: highlight_code(calls[language]) for language in _SAMPLES},
        "compared": [record.cca2.lower() for record in _compared(dataset.records)[0]],
        "language_names": LANGUAGES,
        "shown": shown,
        "wall": [(*grid_position(at), record.value) for at, record in enumerate(dataset.records)],
        "hosts_known": len(host_declarations()),
        "exchange": exchange_html(exchange_text(data.ask, target), f"{DOCS_FOLDER}/{CONSOLE}"),
    }
