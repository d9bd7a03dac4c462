"""The list of pages, which menu, sitemap, search, texts and tests read. To add a page, add its line here.

A page is declared with its title, its place and the function that makes the values of its template. The guides are
written in Markdown; those on routes and hosts are derived from their declarations.
"""

from collections.abc import Iterable
from functools import cache, partial

from builder.documents.document_data import DocumentData
from builder.documents.pages import guide_values as guide
from builder.documents.pages.page import HOME, Page, Values
from builder.documents.values.reference import REFERENCES
from builder.extensions import extensions
from builder.project.host_declarations import folder_of_host, host_declarations

START, _ASK, _RESPONSE = "Start here", "Guides", "Concepts"
_REFERENCE, _DATA, _RUN = "Reference", "About the data", "Run your own"
_MISSING = Page(
    "404", "Page not found", "There is no page at this URL.", template="html/missing.html", is_anywhere=True
)


@cache
def guides() -> tuple[Page, ...]:
    """List the guides, in the order of the menu: by section, those of extensions last."""
    pages = (
        Page(HOME, "Introduction", "What the service is, and where to start.", START),
        Page("quick-start", "Quick start", "Six example calls.", START),
        Page(
            "moving-from-restcountries",
            "Migrating from restcountries v3.1",
            "Routes and fields compared.",
            START,
            words="rest countries restcountries alternative replacement migrate",
        ),
        Page("lists", "Lists", "All countries in pages, and a random one.", _ASK),
        Page("codes", "Codes", "Countries by code, and the caller's own country.", _ASK),
        Page("search", "Search", "Countries by name or capital, and how texts are compared.", _ASK),
        Page(
            "filters", "Filters", "Countries by region, subregion, continent, language, currency, independence.", _ASK
        ),
        Page("rankings", "Rankings", "Countries sorted by a metric.", _ASK, words="rank sort order"),
        Page("catalogs", "Catalogs, notice, health", "Filter values, notices and the state of the service.", _ASK),
        Page(
            "values", "Codes, languages and currencies", "Every country, region, language, currency and metric.", _ASK
        ),
        Page("flags", "Flags", "Redirects and images.", _ASK, words="flag svg png image picture download icon"),
        Page("record", "The record", "Every field of a country.", _RESPONSE, guide.record),
        Page(
            "fields",
            "Choosing fields",
            "Requesting only what you need.",
            _RESPONSE,
            words="select filter columns projection",
        ),
        Page("pagination", "Pagination", "Four pagination modes.", _RESPONSE),
        Page("errors", "Errors", "What is rejected, and the error format.", _RESPONSE),
        Page(
            "headers",
            "Headers and caching",
            "Response headers, CORS and caching.",
            _RESPONSE,
            guide.headers,
            words="cors cache etag",
        ),
        Page("static", "Static URLs", "Responses as files for any file server.", _RESPONSE),
        Page("limits", "Limits", "Every limit on one page.", _RESPONSE, words="quota rate throttling 429"),
        *(page for extension in extensions() for page in extension.guides()),
        Page("reference", "All routes", "Every route, with one line each.", _REFERENCE, guide.reference),
        Page(
            "client",
            "Client libraries",
            "TypeScript and Python clients from the OpenAPI description; the npm package.",
            _REFERENCE,
            words="sdk library package npm module bundle offline generate generated code openapi-typescript",
        ),
        Page(
            "agents",
            "Agents (MCP)",
            "The dataset as tools of an agent, by the Model Context Protocol.",
            _REFERENCE,
            words="mcp llm ai assistant claude chatgpt copilot tool model context protocol",
        ),
        Page(
            "typescript", "TypeScript", "The types of every response, to save and import.", _REFERENCE, guide.typescript
        ),
        *(
            Page(
                one.name,
                one.title,
                f"{one.purpose}: parameters, example, errors.",
                _REFERENCE,
                partial(guide.route_page, one),
                "text/route.md",
                menu=one.menu,
            )
            for one in REFERENCES
        ),
        Page(
            "data-sources", "Data sources", "Where each field comes from, and the licences.", _DATA, guide.data_sources
        ),
        Page("versioning", "Versioning", "What can change and what cannot.", _DATA),
        Page(
            "stability",
            "Stability",
            "What stays as it is, and what happens before something changes.",
            _DATA,
            words="deprecation sla uptime breaking mirror trust",
        ),
        Page(
            "self-hosting",
            "Self-hosting",
            "Running the service on your own host.",
            _RUN,
            words="deploy install docker server own",
        ),
        *(
            Page(
                f"hosting-{name}",
                host.title,
                host.summary,
                _RUN,
                template=f"hosts/{folder_of_host(name).name}/page.md",
                words="host deploy cost price own domain",
            )
            for name, host in host_declarations().items()
        ),
        Page("operations", "Operations", "Capacity, what to watch, caches and incidents.", _RUN),
        Page(
            "costs",
            "Cost and rate limits",
            "What requests cost on each host, and how to limit them.",
            _RUN,
            words="cost price pricing free bill money",
        ),
        Page("architecture", "How it is built", "Architecture and design decisions.", _RUN),
    )
    sections = [*dict.fromkeys(page.section for page in pages)]
    return tuple(sorted(pages, key=lambda page: sections.index(page.section)))


@cache
def menu_pages() -> tuple[Page, ...]:
    """List the pages that the navigation at the top of every page names."""
    return tuple(page for extension in extensions() for page in extension.menu())


def list_pages(data: DocumentData) -> tuple[Page, ...]:
    """List every page that people are to find, in the order of the sitemap: the landing page first."""
    pages = (*guides(), *menu_pages(), *(page for extension in extensions() for page in extension.pages(data)))
    return tuple(sorted(pages, key=lambda page: page.path != "/"))


def unlisted_pages(listed: Iterable[Page]) -> tuple[Page, ...]:
    """List the redirects from what people type who know the name of a page, and the page for missing addresses.

    Without a landing page among those *listed*, one leads to the documents.
    """
    has_landing = any(page.path == "/" for page in listed)
    return (
        *(() if has_landing else (moved_page("/", "Documents", page_named(HOME)),)),
        moved_page("/docs.html", "Documents", page_named(HOME)),
        *(moved_page(f"/{page.name}", page.title, page) for page in menu_pages()),
        _MISSING,
    )


def moved_page(at: str, title: str, page: Page) -> Page:
    """Describe a page at the address *at* that leads to *page*."""
    return Page(page.name, title, page.summary, values=partial(_target, page), template="html/moved.html", at=at)


def _target(page: Page, _data: DocumentData) -> Values:
    return {"target": "" if page.name == HOME else page.address}


def page_named(name: str) -> Page:
    """Find a guide, or a page of an extension that has a name. Raises ``KeyError`` with the existing names."""
    pages = pages_by_name()
    if name not in pages:
        raise KeyError(f"no page {name!r}; there are {', '.join(pages)}")
    return pages[name]


@cache
def pages_by_name() -> dict[str, Page]:
    """Return the pages that others can link to, by name."""
    further = (page for extension in extensions() for page in extension.named())
    return {page.name: page for page in (*guides(), *menu_pages(), *further)}
