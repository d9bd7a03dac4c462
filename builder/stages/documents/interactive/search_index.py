"""Makes the index of the documents' search: passages and terms of pages, and names and codes of countries."""

from collections.abc import Iterable
from typing import TypedDict

from builder.stages.documents.pages.contents import TOOLS, Page
from builder.stages.documents.pages.markdown_to_html import Passage, RenderedPage
from builder.types import CountryValue, Dataset


class SearchIndex(TypedDict):
    """The index of the documents' search: see ``make_index``."""

    parts: list[list[str]]
    countries: list[tuple[str, str, str, list[str]]]


def make_index(pages: Iterable[tuple[Page, str, RenderedPage]], dataset: Dataset) -> SearchIndex:
    """List passages as [page title, heading, address, text] and countries as [name, cca2, cca3, other names].

    Addresses are relative to the documents. Of records, the index has only names and codes. A term with the same text
    on several pages is listed once.
    """
    parts: list[list[str]] = []
    terms: dict[tuple[str, str], list[str]] = {}
    for page, address, content in pages:
        parts += [
            _entry(page, part, address if part.level == 1 else f"{address}#{part.anchor}") for part in content.parts
        ]
        for term in content.terms:
            terms.setdefault((term.title, term.text), _entry(page, term, f"{address}#{term.anchor}"))
    parts += [[tool.title, tool.title, f"{tool.name}.html", tool.summary] for tool in TOOLS]
    values = [record.value for record in dataset.records]
    countries = [(value["name"]["common"], value["cca2"], value["cca3"], _other_names(value)) for value in values]
    return {"parts": [*parts, *terms.values()], "countries": countries}


def _entry(page: Page, part: Passage, address: str) -> list[str]:
    return [page.title, part.title, address, part.text]


def _other_names(value: CountryValue) -> list[str]:
    """List native and alternative names. Official names are omitted: they are long, and contain one of the others."""
    native = value["name"].get("native", {}).values()
    official = {value["name"]["official"], *(name["official"] for name in native)}
    known = {*official, value["name"]["common"], value["cca2"], value["cca3"]}
    names = [*(name["common"] for name in native), *value.get("altSpellings", ())]
    return [name for name in dict.fromkeys(names) if name not in known]
