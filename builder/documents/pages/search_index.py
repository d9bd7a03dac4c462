"""Makes the indexes of the search: one of everything that pages have, one of countries, and one of their names."""

import re
from collections.abc import Sequence
from typing import Any

import orjson

from builder.annexes import annexes
from builder.api.field_paths import value_at
from builder.api.fields import GLANCE, by_group
from builder.api.record_fields import Country
from builder.documents.document_data import DocumentData
from builder.documents.pages.page_list import guides, list_pages
from builder.documents.pages.rendering import guide_content
from builder.site.site import Site
from builder.tabular.table import Table

_CAPITAL = re.compile("([A-Z])")
# Parts of a country's page that are not fields of its table: title, anchor, and words.
_SECTIONS = (
    ("Flag", "", "flag picture image svg png emoji"),
    ("Public holidays", "holidays", "holiday calendar ics bank day off next"),
    ("Neighbours", "neighbours", "border borders neighbour"),
)


def make_index(data: DocumentData) -> bytes:
    """List everything that can be found, with addresses relative to the documents.

    ``parts`` are [page title, heading, address, text, further words], ``countries`` [name, cca2, cca3, calling codes,
    what its page says first by anchor], ``aspects`` the parts of a country's page: [title, anchor, words]. A term with
    the same text on several pages is listed once.
    """
    parts: list[list[str]] = []
    terms: dict[tuple[str, str], list[str]] = {}
    for page in guides():
        content = guide_content(page, data)
        for part in content["parts"]:
            is_page = part["level"] == 1
            place = page.address if is_page else f"{page.address}#{part['anchor']}"
            further = [page.words] if is_page and page.words else []
            parts.append([page.title, part["title"], place, part["text"], *further])
        for term in content["terms"]:
            entry = [page.title, term["title"], f"{page.address}#{term['anchor']}", term["text"]]
            terms.setdefault((term["title"], term["text"]), entry)
    parts += [
        [page.title, page.title, page.address, page.summary, page.words]
        for page in list_pages(data)
        if not page.section and page.words is not None
    ]
    aspects = list(_SECTIONS)
    for field in (field for fields in by_group().values() for field in fields if not field.path.endswith("Year")):
        words = f"{field.path.replace('.', ' ')} {field.words}"
        aspects.append((field.label, field.path.replace(".", "-"), words.strip()))
    half = len(data.site.dataset.records) / 2
    aspects += [_aspect(one.table) for one in data.site.tables if len(one.by_country) > half]
    index = {
        "parts": [*parts, *(entry for annex in annexes() for entry in annex.search(data)), *terms.values()],
        "countries": [_country(record.value, _dialled(data.site, record.cca2)) for record in data.site.dataset.records],
        "aspects": aspects,
    }
    return orjson.dumps(index)


def _aspect(table: Table) -> tuple[str, str, str]:
    """Describe a table that most countries have rows of, which their pages show."""
    columns = " ".join(_CAPITAL.sub(r" \1", column.name).lower() for column in table.columns)
    return table.title, f"table-{table.name}", f"{columns} {table.words}"


def make_names(data: DocumentData) -> bytes:
    """List countries as [name, cca2], in the order of the dataset."""
    records = data.site.dataset.records
    return orjson.dumps({"countries": [[record.value["name"]["common"], record.cca2] for record in records]})


def make_name_index(data: DocumentData) -> bytes:
    """Give the names that a search compares, in the form of ``SearchedNames`` in ``edge/core/types.d.ts``."""
    return orjson.dumps(data.site.manifest["names"])


def _dialled(site: Site, cca2: str) -> list[str]:
    """List calling codes, which find a country as a whole."""
    table = site.table_named("calling-codes")
    rows = table.by_country.get(cca2, ()) if table else ()
    return [f"+{row['code']}" for row in rows if row["isMain"] or len(row["prefixes"]) == 0]


def _country(value: Country, dialled: Sequence[str]) -> list[Any]:
    """List name, codes, calling codes, and what the page of a country says first, by anchor."""
    glance = {
        field.path.replace(".", "-"): field.write(found)
        for field in (field.at_a_glance() for field in GLANCE)
        if (found := value_at(value, field.path)) is not None
    }
    if dialled:
        glance["table-calling-codes"] = ", ".join(dialled)
    return [value["name"]["common"], value["cca2"], value["cca3"], dialled, glance]
