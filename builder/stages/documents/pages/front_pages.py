"""The pages outside the menu: the landing page, the page for missing addresses, and redirects to pages."""

from functools import partial

from builder.flag_grid import grid_position
from builder.host_declarations import host_declarations
from builder.output_paths import DOCS_FOLDER
from builder.stages.documents.document_data import DocumentData
from builder.stages.documents.pages.highlighting import exchange_html
from builder.stages.documents.pages.markdown_to_html import CONSOLE
from builder.stages.documents.pages.page import HOME, Page, Values
from builder.stages.documents.values.http_examples import make_exchange
from builder.stages.documents.values.tiles import tiles_of

# The country on the landing page, and the number of its tiles there.
_COUNTRY, _TILES = "NZ", 6
# The example on the landing page.
_SHOWN = f"/v1/alpha/{_COUNTRY.lower()}?fields=name.common,capital,population,area"

MISSING = Page("404", "Page not found", "There is no page at this URL.", template="html/missing.html", is_anywhere=True)


def landing_page(data: DocumentData) -> Page:
    """Describe the landing page."""
    return Page(
        "landing",
        "Countries as JSON, without a key",
        f"{len(data.site.dataset.records)} country records as JSON, CSV and SQLite: names, codes, economy, holidays "
        "and flags, each value with its source. No key.",
        values=_landing,
        words=None,
        at="/",
    )


def _landing(data: DocumentData) -> Values:
    """Make the values of the landing page. Where a dataset lacks its country, the first one is shown."""
    dataset = data.site.dataset
    number = next((number for number, record in enumerate(dataset.records) if record.cca2 == _COUNTRY), 0)
    return {
        "dataset": dataset,
        "downloads": data.downloads,
        "shown": dataset.records[number],
        "shown_tiles": tiles_of(data.strips, dataset.records[number].value, number, ())[:_TILES],
        "wall": [(*grid_position(at), record.value) for at, record in enumerate(dataset.records)],
        "hosts_known": len(host_declarations()),
        "exchange": exchange_html(make_exchange(data.ask, _SHOWN), f"{DOCS_FOLDER}/{CONSOLE}"),
    }


def moved_page(at: str, title: str, page: Page) -> Page:
    """Describe a page at the address *at* that leads to *page*: what people type, who know the name of a page."""
    return Page(page.name, title, page.summary, values=partial(_target, page), template="html/moved.html", at=at)


def _target(page: Page, _data: DocumentData) -> Values:
    return {"target": "" if page.name == HOME else page.address}
