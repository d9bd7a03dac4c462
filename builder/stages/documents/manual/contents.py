"""The table of contents: the pages of the documents, in reading order, and the tools beside them.

A page is a template ``templates/docs/<name>.md``, a tool is ``templates/html/<name>.html``; a template that is not
named here, or the reverse, fails a test.
"""

from dataclasses import dataclass
from typing import Literal

Section = Literal["Start here", "Ask for countries", "Every answer", "About the data", "Run your own"]


@dataclass(frozen=True)
class Page:
    """A page: the last part of its address, its title, one sentence of what it tells, and its section."""

    name: str
    title: str
    summary: str
    section: Section


@dataclass(frozen=True)
class Tool:
    """A page to use rather than to read; it has no plain text."""

    name: str
    title: str
    summary: str


HOME = "introduction"

PAGES: tuple[Page, ...] = (
    Page(HOME, "Introduction", "What the service is, and where to begin.", "Start here"),
    Page("quick-start", "Quick start", "Six calls that show most of it.", "Start here"),
    Page(
        "moving-from-restcountries",
        "Moving from restcountries v3.1",
        "Addresses and fields, there and here.",
        "Start here",
    ),
    Page("lists", "Lists", "All countries in pages, and one by chance.", "Ask for countries"),
    Page("codes", "Codes", "Countries by their codes, and the caller's own.", "Ask for countries"),
    Page("search", "Search", "Countries by name or capital, and how texts are compared.", "Ask for countries"),
    Page(
        "filters",
        "Filters",
        "Countries by region, subregion, continent, language, currency, independence.",
        "Ask for countries",
    ),
    Page("rankings", "Rankings", "Countries sorted by a figure.", "Ask for countries"),
    Page("catalogs", "Catalogs, notice, health", "What there is to filter by, and what to know.", "Ask for countries"),
    Page(
        "values",
        "Codes, languages and currencies",
        "Every country, region, language, currency and metric that there is to ask for.",
        "Ask for countries",
    ),
    Page("flags", "Flags", "Redirects and images.", "Ask for countries"),
    Page("record", "The record", "Every field of a country.", "Every answer"),
    Page("fields", "Choosing fields", "Getting only what you need.", "Every answer"),
    Page("pagination", "Pagination", "Four ways through a list.", "Every answer"),
    Page("errors", "Errors", "What is refused, and how it is said.", "Every answer"),
    Page("headers", "Headers and caching", "What answers carry beside their body.", "Every answer"),
    Page("limits", "Limits", "Every bound on one page.", "Every answer"),
    Page("data-sources", "Data sources", "Where each field comes from, and the licences.", "About the data"),
    Page("versioning", "Versioning", "What can change, what will not.", "About the data"),
    Page("self-hosting", "Self-hosting", "The same service on a host of your own.", "Run your own"),
    Page("hosting-cloudflare", "Hosting on Cloudflare", "Files, and a Worker before them.", "Run your own"),
    Page("hosting-netlify", "Hosting on Netlify", "Files, and an edge function before them.", "Run your own"),
    Page("hosting-vercel", "Hosting on Vercel", "Files, and a middleware before them.", "Run your own"),
    Page("hosting-aws", "Hosting on AWS", "A bucket behind CloudFront, and Lambda@Edge.", "Run your own"),
    Page("hosting-nginx", "Hosting on nginx", "A machine of your own, with Node behind nginx.", "Run your own"),
    Page("hosting-node", "Hosting on Node alone", "One process, nothing else.", "Run your own"),
    Page("architecture", "How it is built", "The house from the inside.", "Run your own"),
)

TOOLS: tuple[Tool, ...] = (
    Tool("console", "Console", "Try every route and copy the call."),
    Tool("countries", "Countries", "Find a country and look at its record."),
    Tool("flag-sheet", "All flags", "Every flag on one page."),
    Tool("charts", "Charts", "The top of every ranking."),
    Tool("map", "Map", "The world coloured by a figure."),
)


def page_named(name: str) -> Page | Tool:
    """Find a page or a tool. Raises ``KeyError`` naming those there are."""
    known: dict[str, Page | Tool] = {page.name: page for page in PAGES}
    known |= {tool.name: tool for tool in TOOLS}
    if name not in known:
        raise KeyError(f"no page {name!r}; there are {', '.join(known)}")
    return known[name]
