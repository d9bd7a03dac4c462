"""The pages to which guides can link, and which of them are in the navigation."""

from builder.documents.page import Page
from builder.extensions.pages import interactive_pages as interactive
from builder.extensions.pages.console_forms import console_values
from builder.extensions.pages.group_pages import group_index_pages

# These are not in the navigation.
_CHANGES = Page(
    "changes",
    "What changed",
    "Every change of the dataset, by day and field, with a feed to follow.",
    values=interactive.changes,
    words="changelog change log history updates news feed atom rss subscribe follow new",
)

_MATCH = Page(
    "match",
    "Match a list of countries",
    "Paste a column of country names: get codes, columns and a CSV, with how sure each match is.",
    values=interactive.matching,
    words="clean convert names codes column paste spreadsheet bulk reconcile vlookup normalize fuzzy lookup",
    moved_from=("/match",),
)

# In the navigation at the top of every page.
_MENU = (
    Page(
        "console",
        "Console",
        "Try every route of the API in the browser, and copy the request as curl or code.",
        values=console_values,
        words="try playground sandbox test request",
    ),
    Page(
        "countries",
        "Countries",
        "All countries from A to Z, found by their names in any language and by their codes.",
        values=interactive.countries_by_letter,
    ),
    Page(
        "flag-sheet",
        "All flags",
        "The flags of all countries on one page, each as SVG and PNG.",
        values=interactive.countries_by_region,
        words="icons images pictures svg png download",
        menu="Flags",
    ),
    Page(
        "compare",
        "Compare",
        "Up to six countries side by side.",
        values=interactive.comparison,
        words="comparison countries versus vs side by side difference",
    ),
    Page(
        "map",
        "Map",
        "World map of population, GDP, life expectancy and other metrics, by year, with capitals.",
        values=interactive.world_map,
        words="list of capitals capital cities",
    ),
    Page(
        "metrics",
        "Metrics",
        "The metrics that countries are ranked, mapped and compared by, with the highest and the lowest of each.",
        values=interactive.metrics,
        words="indicator indicators figures statistics rankings list of all",
    ),
)
# People also type such an address without the folder of the documents.
MENU: tuple[Page, ...] = tuple(page._replace(moved_from=(f"/{page.name}",)) for page in _MENU)


def named_pages() -> tuple[Page, ...]:
    """List the pages to which guides can link, the pages of the navigation first."""
    return (*MENU, _MATCH, _CHANGES, *group_index_pages())
