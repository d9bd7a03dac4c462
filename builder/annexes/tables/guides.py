"""The pages of the tables in the documents."""

from collections.abc import Iterator
from functools import partial

from builder.annexes.tables.models import TABLES
from builder.annexes.tables.table_facts import facts_of_tables
from builder.documents.document_data import DocumentData
from builder.documents.pages.page import Page, Values

_SECTION = "Tables"


def shared_values(data: DocumentData) -> Values:
    """Return what is known of every table, for its list and for the index for language models."""
    return {"table_facts": data.kept(facts_of_tables)}


def _table_page(name: str, data: DocumentData) -> Values:
    return {"facts": next(facts for facts in data.kept(facts_of_tables) if facts.table.name == name)}


def table_guides() -> Iterator[Page]:
    """Yield the page of all tables, and one for each."""
    yield Page("tables", "All tables", "Files beside the records, and their format.", _SECTION)
    for table in TABLES:
        values = partial(_table_page, table.name)
        yield Page(
            f"table-{table.name}", table.title, table.sentence, _SECTION, values, "text/table.md", words=table.words
        )
