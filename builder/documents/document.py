"""A document: an address, and the function that makes its bytes."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypedDict

from builder.api.output_paths import MISSING_PAGE, public_path
from builder.api.types import Asset, File
from builder.project.templating import template_problems


class Document(NamedTuple):
    """A file with an address below ``/``. Nothing is made before ``asset`` is called.

    ``type`` is a key of ``headers.TYPES``; ``headers`` are its further headers.
    """

    address: str
    type: str
    make: Callable[[], bytes]
    headers: tuple[tuple[str, str], ...] = ()

    @property
    def path(self) -> str:
        """Path of its file below ``public/``. Hosts serve a page with or without the ``.html`` of its file."""
        if self.type != "html":
            return self.address[1:]
        name = f"{self.address}index" if self.address.endswith("/") else self.address.removesuffix(".html")
        return f"{name[1:]}.html"

    @property
    def file_path(self) -> str:
        """Path of its file below the root of the output."""
        return public_path(self.path)

    def placeholder(self, identity: str) -> Asset:
        """Return the asset without its bytes, which have this identity."""
        return Asset(self.address, File(self.file_path, (), identity), self.type, headers=self.headers)

    def files(self) -> tuple[File]:
        """Make the document as a job that writes it."""
        return (self.asset().file,)

    @template_problems()
    def asset(self) -> Asset:
        """Make the document. Raises ``InputError`` with the place of a fault in a template."""
        return Asset(self.address, File.of(self.file_path, self.make()), self.type, headers=self.headers)


def placeholder_assets(documents: Iterable[Document], identity: Callable[[Document], str]) -> list[Asset]:
    """Return the assets of *documents* without bytes, except the 404 page, because the function contains it."""
    return [one.asset() if one.address == f"/{MISSING_PAGE}" else one.placeholder(identity(one)) for one in documents]


class Part(TypedDict):
    """A heading, with its level and anchor, and the text below it until the next."""

    title: str
    level: int
    anchor: str
    text: str


class Content(TypedDict):
    """A page as HTML, and what a search finds in it.

    The first of ``parts`` has the title of the page. ``terms`` are the rows of tables that begin with a name in code
    and nothing else: a field, a parameter, a header. A term has the anchor of the heading above, and its text is in no
    part.
    """

    html: str
    parts: list[Part]
    terms: list[Part]
