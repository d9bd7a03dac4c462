"""A document: a file with an address, whose bytes follow from templates and data."""

from collections.abc import Callable

from builder.api.output_paths import public_path
from builder.api.types import Entry
from builder.project.templating import template_problems


def document(address: str, kind: str, make: Callable[[], bytes], headers: tuple[tuple[str, str], ...] = ()) -> Entry:
    """Describe a document at *address*; *kind* is a key of ``TYPES`` in ``response_headers``.

    ``make`` of the entry raises ``InputError`` with the place of a fault in a template.
    """
    return Entry(address, public_path(_path(address, kind)), template_problems()(make), kind, headers=headers)


def _path(address: str, kind: str) -> str:
    """Return the path of the file below ``public/``. Hosts serve a page with and without ``.html`` in its address."""
    if kind != "html":
        return address[1:]
    name = f"{address}index" if address.endswith("/") else address.removesuffix(".html")
    return f"{name[1:]}.html"
