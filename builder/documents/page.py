"""A page of the documents: where it is, what it is about, and the function that makes the values of its template."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from builder.api.output_paths import DOCS_FOLDER
from builder.api.types import JsonObject
from builder.documents.document_data import DocumentData

HOME = "introduction"

Values = Mapping[str, object]


class Page(NamedTuple):
    """A page: its name, its title, a one-sentence description, and the function that makes the values of its template.

    A page with a ``section`` of the menu is a guide: its template is Markdown, and it is served as text. Without
    ``template``, the template is ``pages/<name>.md`` for a guide and ``html/<name>.html`` for another page.

    ``words`` are further words by which the search finds the page; with None, the search does not list it. ``at`` is
    the address from the root of the site, if it does not follow from the name. ``is_anywhere`` marks a page that is
    served at any address. ``menu`` is the text in the menu, if it is not the title. ``linked_data`` describes the
    subject of the page as JSON-LD. ``moved_from`` are other addresses at which people look for the page. ``order`` is
    its place in the section.
    """

    name: str
    title: str
    summary: str
    section: str = ""
    values: Callable[[DocumentData], Values] = lambda _data: {}
    template: str = ""
    words: str | None = ""
    at: str = ""
    is_anywhere: bool = False
    menu: str = ""
    linked_data: Callable[[DocumentData], JsonObject] | None = None
    moved_from: tuple[str, ...] = ()
    order: int = 90

    @property
    def address(self) -> str:
        """Address relative to the documents, for a page in their folder."""
        return "./" if self.name == HOME else f"{self.name}.html"

    @property
    def path(self) -> str:
        """Address from the root of the site."""
        return self.at or f"/{DOCS_FOLDER}/{self.address.removeprefix('./')}"

    @property
    def source(self) -> str:
        """The path of its template."""
        return self.template or (f"pages/{self.name}.md" if self.section else f"html/{self.name}.html")
