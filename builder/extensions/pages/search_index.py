"""Makes the index of the search: pages and their parts, metrics, groups, countries, and the facts of countries."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import orjson
from markupsafe import escape

from builder.api.field_types import value_at
from builder.api.metrics import Metric
from builder.api.record_model import Country
from builder.documents.contents import list_guides
from builder.documents.document_data import DocumentData
from builder.documents.page import Page
from builder.extensions.pages.change_feed import changes_of
from builder.extensions.pages.country_facts import make_country_facts
from builder.extensions.pages.country_groups import list_groups
from builder.extensions.pages.field_labels import GLANCE, Field, by_group
from builder.extensions.pages.former_names import former_names
from builder.extensions.pages.html.rendering import guide_content
from builder.extensions.pages.metric_values import page_of, rounded_value
from builder.extensions.pages.rankings import RankedValue, make_rankings
from builder.extensions.tables.loading import tables_of
from builder.site.site import Site

_CAPITAL = re.compile("([A-Z])")
# A text that names more countries is a list, which is not searched.
_MOST_NAMED = 30
_LONGEST = 500
# Characters of a value that a hit shows.
_MOST_SHOWN = 40
# The order of a metric that begins with the lowest value: its key, and the ends of its title and its address.
_LOWEST_FIRST = ("lowest", ", lowest first", "&sort=Value")
# Sections of a country's page that are no field of a record: title, anchor and words.
_SECTIONS = (
    ("Flag", "flag-files", "flag picture image svg png emoji"),
    ("Public holidays", "holidays", "holiday calendar ics bank day off next"),
    ("Neighbours", "neighbours", "border borders neighbour neighboring bordering"),
    ("Former names", "former", "former formerly old previous name called until"),
    ("Changes", "changes", "change changed changes changelog news update updates what"),
    ("Request", "request", "api call request curl python javascript json record"),
)
# Pages to open when nothing is found: title, content, and address.
_STEPS = (
    ("All countries", "From A to Z; the list finds names in any language", "countries.html"),
    ("All documents", "Guides, reference and tables", "./"),
)


def make_index(data: DocumentData, pages: Iterable[Page]) -> bytes:
    """List everything that can be found, *pages* included, with addresses relative to the documents.

    ``parts`` are [title, page, address, text, other names, words], and those of groups have their heading; the page is
    empty for a page as a whole. A term with the same text on several pages is listed once. ``countries`` are [name,
    cca2, cca3, ccn3, calling codes, former names, region, facts by anchor], ``facts`` the parts of a country's page:
    [title, anchor, words]. ``codes`` are those of other lists by alpha-2 code, ``within`` the countries of parts by
    their names, ``dissolved`` the states that are no more: [names and codes, alpha-2 codes of successors].
    """
    countries = [*_countries(data)]
    codes = {country[1] for country in countries}
    return orjson.dumps(
        {
            "parts": [*_metrics(data), *_groups(data), *_pages(pages), *_guides(data)],
            "countries": countries,
            "facts": [*_facts(data.site)],
            "regional": [*_regional(data)],
            "steps": _STEPS,
            "codes": {code: cca2 for code, cca2 in _further_words()["codes"].items() if cca2 in codes},
            "within": dict(_within(data.site, codes)),
            "dissolved": [*_dissolved(data.site, codes)],
        }
    )


@cache
def _further_words() -> Mapping[str, Any]:
    """Read what people type for pages, metrics, groups and facts: words, or other names of groups."""
    return dict(orjson.loads((Path(__file__).parent / "search_words.json").read_bytes()))


def _guides(data: DocumentData) -> Iterator[list[Any]]:
    """Yield the guides, their parts and their terms."""
    names = [record.value["name"]["common"] for record in data.site.dataset.records]
    metrics = {metric.name: metric.short for metric in data.site.interface.metrics}
    terms: dict[tuple[str, str], list[Any]] = {}
    for page in data.once(list_guides):
        content = guide_content(page, data)
        for part in content["parts"]:
            text = _without_list(part["text"], names)
            if part["level"] == 1:
                yield _page(page, text or page.summary)
            else:
                yield [part["title"], page.title, f"{page.address}#{part['anchor']}", text, [], ""]
        for term in content["terms"]:
            title = metrics.get(term["title"], term["title"])
            address, text = f"{page.address}#{term['anchor']}", term["text"][:_LONGEST]
            terms.setdefault((title, text), [title, page.title, address, text, [term["title"]], ""])
    yield from terms.values()


def _pages(pages: Iterable[Page]) -> Iterator[list[Any]]:
    return (_page(page, page.summary) for page in pages if not page.section and page.words is not None)


def _page(page: Page, text: str) -> list[Any]:
    names = {page.name.replace("-", " "), page.menu} - {"", page.title}
    words = f"{page.words or ''} {_further_words()['pages'].get(page.name, '')}"
    return [page.title, "", page.address, text, sorted(names), words.strip()]


def _without_list(text: str, names: Sequence[str]) -> str:
    return "" if sum(name in text for name in names) > _MOST_NAMED else text[:_LONGEST]


class _Order(NamedTuple):
    """An order of ranked values: the ends that it adds to a title and an address, its first value, and its words."""

    title: str
    address: str
    first: str
    words: str


def _orders(metric: Metric, values: Sequence[RankedValue]) -> Iterator[_Order]:
    """Yield the orders of *values*, which descend: the highest first, and the lowest first."""
    name = metric.path.rpartition(".")[2]
    for order, title, address, one in (("highest", "", "", values[0]), (*_LOWEST_FIRST, values[-1])):
        first = f"{order.capitalize()}: {one.name}, {rounded_value(one.value, metric)}"
        further = _further_words()[order]
        yield _Order(title, address, first, f"{name} {further['all']} {further.get(metric.name, '')}")


def _metrics(data: DocumentData) -> Iterator[list[Any]]:
    """Yield the metrics with their pages in each order, and which country is the first."""
    for metric, values in data.once(make_rankings):
        names = [metric.title, metric.short, metric.name]
        for order in _orders(metric, values) if values else ():
            own = [] if order.title else names
            address = f"{page_of(metric)}{'#' if order.address else ''}{order.address}"
            text = f"{order.first}; {_counted(values)}"
            yield [f"{metric.title} by country{order.title}", "", address, text, own, order.words]


def _counted(countries: Sequence[Any]) -> str:
    return f"{len(countries)} {'country' if len(countries) == 1 else 'countries'}"


def _regional(data: DocumentData) -> Iterator[list[Any]]:
    """Yield the pages and the metrics of parts of the world: [title, address, text, names, words].

    Where several match a search, the first is the best: the pages of regions come first, then the metrics of regions,
    which the pages of metrics show, and then the pages of subregions.
    """
    further = _further_words()
    regions = {record.cca2: record.value.get("region", "") for record in data.site.dataset.records}
    parts: dict[str, list[list[Any]]] = {"region": [], "subregion": []}
    for name, _, address, text, names, *_ in _groups(data):
        kind = address.partition("s/")[0]
        if kind in parts:
            parts[kind].append([name, address, text, " ".join(names), further["kinds"][kind]])
    yield from parts["region"]
    for metric, values in data.once(make_rankings):
        by_region: dict[str, list[RankedValue]] = {}
        for one in values:
            by_region.setdefault(regions[one.code], []).append(one)
        for region, found in sorted(by_region.items()):
            names = " ".join((region, *further["groups"].get(region, ())))
            for order in _orders(metric, found) if region else ():
                address = f"{page_of(metric)}#&region={region}{order.address}"
                words = f"{metric.title} {metric.short} {order.words}"
                yield [f"{metric.title}: {region}{order.title}", address, order.first, names, words]
    yield from parts["subregion"]


def _groups(data: DocumentData) -> Iterator[list[Any]]:
    """Yield the groups of countries with their pages: by name, code, and what people call them."""
    records = data.site.dataset.records
    # A word such as dollar is in several names; the currency of the most countries comes first.
    for group in sorted(data.once(list_groups), key=lambda group: -len(group.members)):
        title = f"{group.name} ({group.codes[0]})" if group.codes and group.codes[0] != group.name else group.name
        count = _counted(group.members)
        members = ", ".join(records[number].value["name"]["common"] for number in group.members[:4])
        names = [group.name, *group.codes, *_further_words()["groups"].get(group.name, ()), *group.aliases]
        words = f"{group.kind.name} {group.kind.folder} {'since' if group.memberships else ''}"
        yield [title, "", group.page, f"{count}: {members}", names, words.strip(), "Groups"]


def _countries(data: DocumentData) -> Iterator[list[Any]]:
    site = data.site
    ranked = {metric.path for metric in site.interface.metrics}
    further = [field for field in _listed_fields(site) if field.path not in ranked]
    changes = Counter(change.code for change in data.once(changes_of))
    for record, about in zip(site.dataset.records, data.once(make_country_facts), strict=True):
        value = record.value
        dialled = _dialled(site, record.cca2)
        facts = {
            name: text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 1]}…"
            for name, text in _written(further, value).items()
        }
        facts |= _written(GLANCE, value)
        for one in tables_of(site).rows:
            rows = one.by_country.get(record.cca2, ())
            if rows:
                facts[f"table-{one.table.name}"] = f"{len(rows)} {'row' if len(rows) == 1 else 'rows'}"
            if write := one.table.facts:
                facts |= {_anchor(label): text for row in rows for label, text in write(row)}
        facts["neighbours"] = ", ".join(name for _, name in about.neighbours) or "None on land"
        days = value.get("holidays", {}).get("items")
        facts["holidays"] = f"{len(days)} days from {days[0]['date'][:4]} to {days[-1]['date'][:4]}" if days else "None"
        names = [list(one) for one in data.once(former_names).get(record.cca2, ())]
        facts["former"] = ", ".join(f"{name}, until {until}" for name, until in names) or "None on record"
        facts["changes"] = f"{changes[record.cca2]} on record"
        facts["flag-files"] = "SVG and PNG"
        facts["request"] = f"GET /v1/alpha/{record.cca2.lower()}"
        codes = [value["cca2"], value["cca3"], value.get("ccn3", "")]
        yield [value["name"]["common"], *codes, dialled, names, value.get("region", ""), facts]


def _written(fields: Iterable[Field], value: Country) -> dict[str, str]:
    """Write the values of the fields that a country has as plain text, by anchor."""
    return {
        field.anchor: escape(field.write(found)).striptags()
        for field in fields
        if (found := value_at(value, field.path)) is not None
    }


def _listed_fields(site: Site) -> list[Field]:
    """List the fields with a row on the pages of countries."""
    return [field for fields in by_group(site.interface.own).values() for field in fields]


def _within(site: Site, codes: Container[str]) -> Iterator[tuple[str, str]]:
    """Yield the names of parts of countries that lead to the country, such as England, each with the country's code."""
    table = tables_of(site).named("subdivisions")
    for code, names in site.dataset.names.get("others", {}).items():
        parts = {row["name"] for row in table.by_country.get(code, ())}
        yield from ((name, code) for name in names if name in parts and code in codes)


def _dissolved(site: Site, codes: Container[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Yield names and codes of each state that no longer exists, and its successors, from the table of former codes."""
    for row in tables_of(site).named("former-codes").rows:
        if successors := [code for code in row["successors"] if code in codes]:
            yield [text for text in (row["name"], row["alpha2"], row["alpha3"]) if text], successors


def _anchor(label: str) -> str:
    return label.lower().replace(" ", "-")


def _dialled(site: Site, cca2: str) -> list[str]:
    """List the calling codes of a country, the codes of the whole country first."""
    rows = tables_of(site).named("calling-codes").by_country.get(cca2, ())
    whole = [f"+{row['code']}" for row in rows if row["isMain"] or len(row["prefixes"]) == 0]
    return whole + [f"+{row['code']} {prefix}" for row in rows for prefix in row["prefixes"]]


def _facts(site: Site) -> Iterator[tuple[str, str, str]]:
    """Yield the parts of a country's page as title, anchor, and words."""
    yield from _SECTIONS
    for field in _listed_fields(site):
        words = f"{field.path.replace('.', ' ')} {field.words} {_further_words()['facts'].get(field.label, '')}"
        yield field.label, field.anchor, words.strip()
    # The page of a country links the tables that most countries have rows of.
    tables = [one for one in tables_of(site).rows if len(one.by_country) > len(site.dataset.records) / 2]
    for one in tables:
        if write := one.table.facts:
            labels = dict.fromkeys(label for rows in one.by_country.values() for row in rows for label, _ in write(row))
            words = _further_words()["facts"]
            yield from ((label, _anchor(label), words.get(label, one.table.words)) for label in labels)
    for table in (one.table for one in tables):
        columns = " ".join(_CAPITAL.sub(r" \1", column.name).lower() for column in table.columns)
        further = _further_words()["facts"].get(table.title, "")
        yield table.title, f"table-{table.name}", f"{columns} {table.words} {further}"
