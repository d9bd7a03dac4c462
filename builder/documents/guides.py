"""The list of guides, the pages in Markdown, which texts, menu and search read. To add one, add its line here.

A guide is declared with its title, its place and the function that makes the values of its template. Those on routes
and hosts are derived from their declarations. A project adds its own, replaces some and leaves some out.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import PurePath

from jinja2 import TemplateRuntimeError

from builder.api.output_paths import MISSING_PAGE
from builder.documents import guide_values as guide
from builder.documents.document_data import DocumentData
from builder.documents.own_guides import OwnGuides, read_own_guides
from builder.documents.page import HOME, Page
from builder.inputs.errors import Problem, refuse
from builder.project.host_declarations import folder_of_host, host_declarations

START, REFERENCE = "Start here", "Reference"
_ASK, _RESPONSE = "Guides", "Concepts"
_DATA, _RUN = "About the data", "Run your own"


def shipped_guides(data: DocumentData) -> tuple[Page, ...]:
    """List the guides that are shipped, those of extensions too."""
    return (
        Page(HOME, "Introduction", "What the service is, and where to start.", START),
        Page("quick-start", "Quick start", "Six example calls.", START),
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
        *(page for extension in data.site.extensions for page in extension.guides()),
        Page("reference", "All routes", "Every route, with one line each.", REFERENCE, guide.reference),
        Page(
            "client",
            "Client libraries",
            "TypeScript and Python clients from the OpenAPI description.",
            REFERENCE,
            words="sdk library generate generated code openapi-typescript",
        ),
        Page(
            "typescript", "TypeScript", "The types of every response, to save and import.", REFERENCE, guide.typescript
        ),
        *(
            Page(
                one.name,
                one.title,
                f"{one.purpose}: parameters, example, errors.",
                REFERENCE,
                partial(guide.route_page, one),
                "text/route.md",
                menu=one.menu,
            )
            for one in data.references
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
            "own-site",
            "Your own site",
            "A site with your countries, fields and name, in ten minutes.",
            _RUN,
            words="init project customize owner territory upgrade",
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


def own_guides(data: DocumentData) -> OwnGuides:
    """Read the guides of the project."""
    shipped = {page.name: page for page in data.once(shipped_guides)}
    others = {page.name for extension in data.site.extensions for page in extension.pages()}
    return read_own_guides(data.request.pages, shipped, {*others, "index", PurePath(MISSING_PAGE).stem}, _ASK)


def list_guides(data: DocumentData) -> tuple[Page, ...]:
    """List the guides of the site, in the order of the menu: by section, those of extensions and of the project last.

    Raises ``InputError`` with each name in ``[documents] leave_out`` that is not that of a guide.
    """
    pages = {page.name: page for page in data.once(shipped_guides)}
    pages |= data.once(own_guides).pages
    left_out = data.site.config.documents.leave_out
    known = [name for name in pages if name != HOME]
    refuse(
        (
            Problem(
                data.request.config.name,
                "documents.leave_out",
                f'has "{name}", which {"every site needs" if name == HOME else "is no guide"}',
            )
            for name in left_out
            if name not in known
        ),
        f"These guides can be left out: {', '.join(known)}.",
    )
    sections = [*dict.fromkeys(page.section for page in pages.values())]
    published = (page for page in pages.values() if page.name not in left_out)
    return tuple(sorted(published, key=lambda page: sections.index(page.section)))


def pages_by_name(data: DocumentData) -> Mapping[str, Page]:
    """Return the pages that guides can link to, by name."""
    further = (page for extension in data.site.extensions for page in extension.pages())
    return {page.name: page for page in (*data.once(list_guides), *further)}


def page_named(data: DocumentData, name: str) -> Page:
    """Find a page that has a name. Raises ``TemplateRuntimeError`` with the existing names."""
    pages = data.once(pages_by_name)
    if name not in pages:
        raise TemplateRuntimeError(f"there is no page {name}; there are {', '.join(pages)}")
    return pages[name]
