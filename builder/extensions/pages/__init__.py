"""Pages with pictures: landing page, countries, groups, figures, map, comparison, changes and console."""

from collections.abc import Iterable, Iterator, Mapping

from builder.documents.document import Document
from builder.documents.document_data import DocumentData
from builder.documents.pages.page import Page
from builder.extensions import Extension
from builder.extensions.pages import interactive_pages as interactive
from builder.extensions.pages.calendars import calendar_documents
from builder.extensions.pages.change_feed import change_documents
from builder.extensions.pages.country_facts import strip_documents
from builder.extensions.pages.country_pages import country_pages
from builder.extensions.pages.country_search import found_aspects, found_countries
from builder.extensions.pages.group_pages import group_index_pages, group_pages
from builder.extensions.pages.map_outlines import world_picture
from builder.extensions.pages.pictures import Pictures
from builder.extensions.pages.ranking_pages import ranking_pages
from builder.extensions.pages.rankings import ranking_documents

# Beside the guides, and not in the navigation.
_CHANGES = Page(
    "changes",
    "What changed",
    "Every change of the dataset, by day and field, with a feed to follow.",
    values=interactive.changes,
    words="changelog change log history updates news feed atom rss subscribe follow new",
)

# In the navigation at the top of every page.
_MENU: tuple[Page, ...] = (
    Page(
        "console",
        "Console",
        "Try every route and copy the call.",
        values=interactive.console,
        words="try playground sandbox test request",
    ),
    Page("countries", "Countries", "Find a country and view its record.", values=interactive.countries_by_region),
    Page(
        "flag-sheet",
        "All flags",
        "Every flag on one page.",
        values=interactive.countries_by_region,
        words="icons images pictures svg png",
        menu="Flags",
    ),
    Page(
        "compare",
        "Compare",
        "Up to six countries side by side.",
        values=interactive.comparison,
        words="comparison countries versus vs side by side difference",
    ),
    Page("map", "Map", "The world coloured by metric.", values=interactive.world_map),
)


def named() -> tuple[Page, ...]:
    """List the pages to which guides link, except those of the menu."""
    return (_CHANGES, *group_index_pages())


# By the name of a region.
_ADJECTIVES = {
    "Africa": "african",
    "Americas": "american",
    "Asia": "asian",
    "Europe": "european",
    "Oceania": "oceanian pacific",
}


def pages(data: DocumentData) -> Iterator[Page]:
    """Yield every page except those of the menu."""
    yield interactive.landing_page(data)
    yield from named()
    yield from country_pages(data)
    yield from group_pages(data)
    yield from ranking_pages(data)


def documents(data: DocumentData) -> Iterator[Document]:
    """Yield the files that the pages load, and those to which they link."""
    yield from calendar_documents(data.site.dataset)
    yield from change_documents(data)
    pictures = Pictures.of(data)
    yield from ranking_documents(pictures.rankings)
    yield from strip_documents(pictures.strips)
    yield Document("/docs/assets/world.svg", "svg", lambda: world_picture(pictures.outlines))
    yield Document("/docs/assets/outlines.json", "json", lambda: pictures.fine_outlines)


def search(data: DocumentData) -> Mapping[str, Iterable[object]]:
    """List what is found besides the texts of pages."""
    return {
        "parts": _found_pages(data),
        "countries": found_countries(data.site),
        "aspects": found_aspects(data.site),
    }


def _found_pages(data: DocumentData) -> Iterator[list[str]]:
    """Yield metrics and groups of countries with their pages."""
    for ranking in Pictures.of(data).rankings:
        title = f"{ranking.metric.title}, all countries ranked"
        words = f"{ranking.metric.name} head chart ranking rank map compare highest lowest"
        words += " largest smallest biggest size" if ranking.metric.path == "area" else ""
        yield [title, title, ranking.metric.page, f"Ranking of {len(ranking.figures)} countries", words]
    for group in Pictures.of(data).groups:
        title = f"{group.name} ({group.codes[0]})" if group.codes else group.name
        count = len(group.members)
        text = f"{group.kind.name.capitalize()}: {count} {'country' if count == 1 else 'countries'}"
        # Other names stand in the text: as words they would come before countries with the same word in their name.
        text += f". {', '.join(group.aliases)}" if group.aliases else ""
        words = "members since" if group.memberships else f"countries with {_ADJECTIVES.get(group.name, '')}"
        yield [title, title, group.page, text, f"{group.kind.name} {words}"]


EXTENSION = Extension(menu=lambda: _MENU, named=named, pages=pages, documents=documents, search=search)
