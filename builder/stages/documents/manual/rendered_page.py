"""A page of the documents as HTML, with its headings and terms for the search and the table of contents."""

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True)
class Passage:
    """A heading of a page, its level and anchor, and the words below it until the next."""

    title: str
    level: int
    anchor: str
    text: str


@dataclass(frozen=True)
class RenderedPage:
    """A page as HTML; its parts in order, the first being the page's own title; and its terms.

    A term is the row of a table that begins with a name in code and nothing else: a field, a parameter, a header. It
    has the anchor of the heading above, and its text is in no part.
    """

    html: Markup
    parts: tuple[Passage, ...]
    terms: tuple[Passage, ...]
