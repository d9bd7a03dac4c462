"""The table of contents: the pages in reading order, and the interactive pages.

A page is a template ``templates/pages/<name>.md``, an interactive one is ``templates/html/<name>.html``. A test fails
when a template is not listed here or a listed one is missing. The reference pages are derived from the routes and share
one template; the template of a host's page is ``page.md`` in its folder.
"""

from typing import NamedTuple

from builder.host_declarations import HOST_DECLARATIONS
from builder.stages.documents.pages.reference import REFERENCES


class Page(NamedTuple):
    """A page: the last segment of its address, its title, a one-sentence description, and its section.

    An interactive page has no section and no plain text. ``host`` is the host that the page is about, whose folder has
    the template.
    """

    name: str
    title: str
    summary: str
    section: str = ""
    host: str = ""

    @property
    def address(self) -> str:
        """Address of the page relative to the documents."""
        return "./" if self.name == HOME else f"{self.name}.html"


HOME = "introduction"

PAGES: tuple[Page, ...] = (
    Page(HOME, "Introduction", "What the service is, and where to start.", "Start here"),
    Page("quick-start", "Quick start", "Six example calls.", "Start here"),
    Page("moving-from-restcountries", "Migrating from restcountries v3.1", "Routes and fields compared.", "Start here"),
    Page("downloads", "Downloads", "All records as JSON, CSV and SQLite; calendars; changes.", "Start here"),
    Page("lists", "Lists", "All countries in pages, and a random one.", "Ask for countries"),
    Page("codes", "Codes", "Countries by their codes, and the caller's own.", "Ask for countries"),
    Page("search", "Search", "Countries by name or capital, and how texts are compared.", "Ask for countries"),
    Page(
        "filters",
        "Filters",
        "Countries by region, subregion, continent, language, currency, independence.",
        "Ask for countries",
    ),
    Page("rankings", "Rankings", "Countries sorted by a metric.", "Ask for countries"),
    Page(
        "catalogs",
        "Catalogs, notice, health",
        "Filter values, notices and the state of the service.",
        "Ask for countries",
    ),
    Page(
        "values",
        "Codes, languages and currencies",
        "Every country, region, language, currency and metric.",
        "Ask for countries",
    ),
    Page("flags", "Flags", "Redirects and images.", "Ask for countries"),
    Page("record", "The record", "Every field of a country.", "Every response"),
    Page("fields", "Choosing fields", "Requesting only what you need.", "Every response"),
    Page("pagination", "Pagination", "Four pagination modes.", "Every response"),
    Page("errors", "Errors", "What is rejected, and the error format.", "Every response"),
    Page("headers", "Headers and caching", "Response headers, CORS and caching.", "Every response"),
    Page("static", "Static URLs", "Responses as files that any file server has.", "Every response"),
    Page("limits", "Limits", "Every limit on one page.", "Every response"),
    Page("reference", "All routes", "Every route, with one line each.", "Reference"),
    Page("client", "Making a client", "TypeScript and Python clients from the OpenAPI description.", "Reference"),
    Page("typescript", "TypeScript", "The types of every response, to save and import.", "Reference"),
    *(
        Page(one.name, one.title, f"GET {one.route.path}: parameters, example, errors.", "Reference")
        for one in REFERENCES
    ),
    Page("data-sources", "Data sources", "Where each field comes from, and the licences.", "About the data"),
    Page("versioning", "Versioning", "What can change and what cannot.", "About the data"),
    Page("stability", "Stability", "What never changes, and what happens before something does.", "About the data"),
    Page("self-hosting", "Self-hosting", "Running the service on your own host.", "Run your own"),
    *(
        Page(f"hosting-{name}", host.title, host.summary, "Run your own", name)
        for name, host in HOST_DECLARATIONS.items()
    ),
    Page("operations", "Operations", "Capacity, what to watch, caches and incidents.", "Run your own"),
    Page("costs", "Cost and rate limits", "What requests cost on each host, and how to limit them.", "Run your own"),
    Page("architecture", "How it is built", "Architecture and design decisions.", "Run your own"),
)

INTERACTIVE_PAGES: tuple[Page, ...] = (
    Page("console", "Console", "Try every route and copy the call."),
    Page("countries", "Countries", "Find a country and view its record."),
    Page("flag-sheet", "All flags", "Every flag on one page."),
    Page("charts", "Charts", "The top of every ranking."),
    Page("map", "Map", "The world coloured by metric."),
)


_BY_NAME = {page.name: page for page in (*PAGES, *INTERACTIVE_PAGES)}


def page_named(name: str) -> Page:
    """Find a page, interactive or not. Raises ``KeyError`` with the existing names."""
    if name not in _BY_NAME:
        raise KeyError(f"no page {name!r}; there are {', '.join(_BY_NAME)}")
    return _BY_NAME[name]
