"""The table of contents: the pages of the documents, in reading order.

Each is a template ``templates/docs/<name>.md``; a template that is not named here, or the reverse, fails a test.
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


HOME = "introduction"

PAGES: tuple[Page, ...] = (
    Page(HOME, "Introduction", "What the service is, and where to begin.", "Start here"),
    Page("quick-start", "Quick start", "Six calls that show most of it.", "Start here"),
)


def page_named(name: str) -> Page:
    """Find a page. Raises ``KeyError`` naming the pages there are."""
    for page in PAGES:
        if page.name == name:
            return page
    raise KeyError(f"no page {name!r}; there are {', '.join(page.name for page in PAGES)}")
