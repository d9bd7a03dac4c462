"""Pages in HTML: guides, the landing page, countries, groups, metrics, changes, and tools such as map and console.

Without this extension the documents are plain text, and no address answers with HTML.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import orjson

from builder.api.extension import Extension
from builder.api.output_paths import DOCS_FOLDER
from builder.api.types import Entry
from builder.documents.contents import list_guides, page_named
from builder.documents.document_data import DocumentData
from builder.documents.page import HOME, Page
from builder.documents.rendering import document, render_template
from builder.extensions.pages import interactive_pages as interactive
from builder.extensions.pages.calendars import calendar_documents
from builder.extensions.pages.change_feed import change_documents
from builder.extensions.pages.country_facts import make_strips, strip_documents
from builder.extensions.pages.country_pages import country_pages
from builder.extensions.pages.flag_overview import make_overview
from builder.extensions.pages.group_pages import group_pages
from builder.extensions.pages.html.filters import FILTERS
from builder.extensions.pages.html.page_assets import flag_styles, icon_documents, script_documents
from builder.extensions.pages.html.rendering import html_document, moved_page
from builder.extensions.pages.map_outlines import FINE, NEAR, make_outlines, outlines_file, world_picture
from builder.extensions.pages.menu import MENU, named_pages
from builder.extensions.pages.metric_pages import metric_pages
from builder.extensions.pages.rankings import make_rankings, ranking_documents
from builder.extensions.pages.search_index import make_index
from builder.extensions.pages.world_map import capitals
from builder.images import open_image_cache

_MISSING = Page(
    "404", "Page not found", "There is no page at this URL.", template="html/missing.html", is_anywhere=True
)


def list_pages(data: DocumentData) -> tuple[Page, ...]:
    """List the pages of the sitemap, the landing page first."""
    return (
        interactive.landing_page(data),
        *data.once(list_guides),
        *named_pages(),
        *country_pages(data),
        *group_pages(data),
        *metric_pages(data),
    )


def unlisted_pages(data: DocumentData, listed: Iterable[Page]) -> Iterator[Page]:
    """Yield the redirects from short addresses such as ``/console``, and the page for missing addresses."""
    yield moved_page("/docs.html", "Documents", page_named(data, HOME))
    for page in listed:
        yield from (moved_page(address, page.title, page) for address in page.moved_from)
    yield _MISSING


def entries(data: DocumentData) -> Iterator[Entry]:
    """Yield the pages, the sitemap, the files that pages load, and the files to which pages link."""
    pages = data.once(list_pages)
    yield from (html_document(page, data) for page in (*pages, *unlisted_pages(data, pages)))
    yield from script_documents(data)
    yield from icon_documents(data)
    assets = f"/{DOCS_FOLDER}/assets"
    yield document(f"{assets}/search.json", "json", lambda: make_index(data, pages))
    names = [[record.value["name"]["common"], record.cca2] for record in data.site.dataset.records]
    yield document(f"{assets}/names.json", "json", lambda: orjson.dumps({"countries": names}))
    # The names that a search compares, as ``SearchedNames`` in ``edge/core/types.d.ts``.
    yield document(f"{assets}/name-index.json", "json", lambda: orjson.dumps(data.site.manifest["names"]))
    yield document(f"{assets}/capital-index.json", "json", lambda: orjson.dumps(data.site.manifest["capitals"]))
    memo = open_image_cache(data.request.cache)
    yield document(f"{assets}/flags.png", "png", lambda: make_overview(data.images, memo))
    yield document(f"{assets}/flags.css", "css", lambda: flag_styles(len(data.site.dataset.records)))
    yield document("/sitemap.xml", "xml", lambda: render_template(data, "text/sitemap.xml", {"pages": pages}).encode())
    yield from calendar_documents(data.site.dataset, data.site.config.site)
    yield from change_documents(data)
    yield from ranking_documents(data.once(make_rankings))
    yield from strip_documents(data.once(make_strips))
    yield document(f"{assets}/world.svg", "svg", lambda: world_picture(data.once(make_outlines)[NEAR]))
    yield document(f"{assets}/capitals.json", "json", lambda: capitals(data.site.dataset.records))
    yield document(f"{assets}/outlines.json", "json", lambda: outlines_file(data.once(make_outlines)[FINE]))


EXTENSION = Extension(
    name="pages",
    folder=Path(__file__).parent,
    needs=("tables",),
    entries=entries,
    pages=named_pages,
    filters=FILTERS,
    shared=lambda data: {"sitemap": f"{data.site.config.files}/sitemap.xml", "html_pages": MENU},
    links=(("service-doc", "", "text/html"),),
)
