"""The pages of groups of countries: each currency, language, region, subregion and organisation, and the indexes."""

from collections.abc import Iterator
from functools import partial

from builder.api.record_model import Country
from builder.api.types import JsonObject
from builder.documents.document_data import DocumentData
from builder.documents.page import Page, Values
from builder.extensions.pages.country_groups import CURRENCY, KINDS, LANGUAGE, ORGANISATION, CountryGroup, GroupKind
from builder.extensions.pages.flag_overview import grid_position
from builder.extensions.pages.map_outlines import HEIGHT, WIDTH
from builder.extensions.pages.pictures import Pictures

# The figures in the table of a group, and those of which a group has a sum.
_SHOWN = ("population", "gdp", "gdpPerCapita", "area")
_SUMMED = ("population", "gdp", "area")
# Units of the map beyond the centres of countries, and square kilometres of a country that is drawn as a dot.
_AROUND, _SMALL_AREA = 260, 3_000
# Countries that can be compared.
_MOST_COMPARED = 6
_SUMMARIES = {
    "currency": "the countries that use it",
    "language": "the countries where it is official",
    "region": "its countries",
    "subregion": "its countries",
    "organisation": "its members and since when",
}


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
    """Yield the page of each group. The search lists them as values."""
    for group in Pictures.of(data).groups:
        yield Page(
            group.page.removesuffix(".html"),
            f"{group.name} ({group.kind.name})",
            f"{group.name}: {_SUMMARIES[group.kind.name]}, their figures, and where to get them.",
            values=partial(_values, group),
            template="html/group.html",
            words=None,
        )


def _index_values(kind: GroupKind, data: DocumentData) -> Values:
    names = [record.value["name"]["common"] for record in data.site.dataset.records]
    groups = [group for group in Pictures.of(data).groups if group.kind == kind]
    return {"kind": kind, "groups": groups, "country_names": names}


def _values(group: CountryGroup, data: DocumentData) -> Values:
    records = data.site.dataset.records
    metrics = [metric for metric in data.site.interface.metrics if metric.name in _SHOWN]
    members = [(number, records[number].value) for number in group.members]
    return {
        "group": group,
        "facts": list(_facts(group, data)),
        "shown_metrics": metrics,
        "rows": [(value, grid_position(number), [one.value(value) for one in metrics]) for number, value in members],
        "sums": [
            (metric, sum(known), len(known))
            for metric in metrics
            if metric.name in _SUMMED
            and (known := [found for _, value in members if (found := metric.value(value)) is not None])
        ],
        "compared": _largest([value for _, value in members]),
        "map": _map(group, data),
        "size": (WIDTH, HEIGHT),
        "since": {records[one.number].value["cca2"]: one.since for one in group.memberships},
        "former": [(records[one.number].value, one) for one in group.memberships if one.until],
        "subregions": [other for other in Pictures.of(data).groups if other.within and other.within == group.name],
        "region": next((other for other in Pictures.of(data).groups if other.name == group.within), None),
    }


def _map(group: CountryGroup, data: DocumentData) -> JsonObject:
    """Return the part of the world with all members, their outlines, and the places of those too small to see."""
    records, facts = data.site.dataset.records, Pictures.of(data).country_facts
    locators = {number: locator for number in group.members if (locator := facts[number].locator)}
    xs, ys = [one.x for one in locators.values()] or [0], [one.y for one in locators.values()] or [0]
    width = min(max(max(xs) - min(xs), 2 * (max(ys) - min(ys))) + _AROUND, WIDTH)
    left = min(max((min(xs) + max(xs) - width) // 2, 0), WIDTH - width)
    top = min(max((min(ys) + max(ys) - width // 2) // 2, 0), HEIGHT - width // 2) if width < 2 * HEIGHT else 0
    return {
        "view": f"{left} {top} {width} {min(width // 2, HEIGHT)}",
        "paths": [one.path for one in locators.values()],
        "dots": [one for number, one in locators.items() if records[number].value.get("area", 0) < _SMALL_AREA],
        "radius": max(width // 200, 2),
    }


def _largest(members: list[Country]) -> list[str]:
    """Return the codes of those with the most people, as many as can be compared."""
    largest = sorted(members, key=lambda value: -(value["population"] or 0))[:_MOST_COMPARED]
    return [value["cca2"].lower() for value in largest]


def _facts(group: CountryGroup, data: DocumentData) -> Iterator[tuple[str, str]]:
    """Yield what is known of a group itself: title and text."""
    first = data.site.dataset.records[group.members[0]].value
    if group.kind == CURRENCY:
        yield "ISO 4217", group.codes[0]
        symbols = dict.fromkeys(
            symbol
            for number in group.members
            if (symbol := data.site.dataset.records[number].value["currencies"][group.codes[0]].get("symbol"))
        )
        if symbols:
            yield "Symbol", ", ".join(symbols)
    elif group.kind == LANGUAGE:
        yield "ISO 639-3", group.codes[0]
        if len(group.codes) > 1:
            yield "ISO 639-1", group.codes[1]
    elif group.kind == ORGANISATION and group.codes[0] != group.name:
        yield "Short name", group.codes[0]
    elif group.within:
        yield "Region", first["region"]
    if group.aliases:
        yield "Other names", ", ".join(group.aliases)
