"""The pages that have a name: those of the navigation, and others to which guides link."""

from builder.documents.page import Page
from builder.extensions.pages import interactive_pages as interactive
from builder.extensions.pages.group_pages import group_index_pages

# It is not in the navigation.
_CHANGES = Page(
    "changes",
    "What changed",
    "Every change of the dataset, by day and field, with a feed to follow.",
    values=interactive.changes,
    words="changelog change log history updates news feed atom rss subscribe follow new",
)

# In the navigation at the top of every page.
MENU: tuple[Page, ...] = (
    Page(
        "console",
        "Console",
        "Try every route and copy the call.",
        values=interactive.console,
        words="try playground sandbox test request",
        moved_from=("/console",),
    ),
    Page(
        "countries",
        "Countries",
        "Find a country and view its record.",
        values=interactive.countries_by_region,
        moved_from=("/countries",),
    ),
    Page(
        "flag-sheet",
        "All flags",
        "Every flag on one page.",
        values=interactive.countries_by_region,
        words="icons images pictures svg png",
        menu="Flags",
        moved_from=("/flag-sheet",),
    ),
    Page(
        "compare",
        "Compare",
        "Up to six countries side by side.",
        values=interactive.comparison,
        words="comparison countries versus vs side by side difference",
        moved_from=("/compare",),
    ),
    Page("map", "Map", "The world coloured by metric.", values=interactive.world_map, moved_from=("/map",)),
)


def named_pages() -> tuple[Page, ...]:
    """List the pages to which guides can link."""
    return (*MENU, *other_pages())


def other_pages() -> tuple[Page, ...]:
    """List those of them that are not in the navigation."""
    return (_CHANGES, *group_index_pages())
