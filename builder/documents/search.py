"""The index that the search of the documents reads: parts of pages, and names and codes of countries."""

from collections.abc import Iterable
from typing import Any

from builder.documents.contents import TOOLS, Page
from builder.documents.prose import Prose
from builder.values import Dataset

_TEXT = 400


def make_index(pages: Iterable[tuple[Page, str, Prose]], dataset: Dataset) -> dict[str, Any]:
    """List parts as [page title, heading, address, text] and countries as [name, cca2, cca3].

    The addresses are relative to the documents. Nothing of a record but what identifies it is in the index.
    """
    parts = [
        [page.title, part.title, address if part.level == 1 else f"{address}#{part.anchor}", part.text[:_TEXT]]
        for page, address, prose in pages
        for part in prose.parts
    ]
    parts += [[tool.title, tool.title, f"{tool.name}.html", tool.summary] for tool in TOOLS]
    values = [record.value for record in dataset.records]
    countries = [[value["name"]["common"], value["cca2"], value["cca3"]] for value in values]
    return {"parts": parts, "countries": countries}
