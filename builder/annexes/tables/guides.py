"""The pages of the tables in the documents."""

from collections.abc import Iterator
from functools import partial

from builder.annexes.tables.models import TABLES
from builder.documents.pages import guide_values as guide
from builder.documents.pages.page import Page

_SECTION = "Tables"


def table_guides() -> Iterator[Page]:
    """Yield the page of all tables, and one for each."""
    yield Page("tables", "All tables", "Files beside the records, and their format.", _SECTION, guide.tables)
    for table in TABLES:
        values = partial(guide.table_page, table.name)
        yield Page(
            f"table-{table.name}", table.title, table.sentence, _SECTION, values, "text/table.md", words=table.words
        )
