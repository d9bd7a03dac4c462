"""A page of the documents as HTML, with its headings and terms for the search and the table of contents."""

from typing import NamedTuple

from markupsafe import Markup


class Passage(NamedTuple):
    """A heading of a page, its level and anchor, and the words below it until the next."""

    title: str
    level: int
    anchor: str
    text: str


class RenderedPage(NamedTuple):
    """A page as HTML; its parts in order, the first being the page's own title; and its terms.

    A term is the row of a table that begins with a name in code and nothing else: a field, a parameter, a header. It
    has the anchor of the heading above, and its text is in no part.
    """

    html: Markup
    parts: tuple[Passage, ...]
    terms: tuple[Passage, ...]
