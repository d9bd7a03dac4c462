"""Renders templates, and the guides as Markdown."""

import re
from collections.abc import Callable

from builder.api.output_paths import public_path
from builder.api.types import Entry
from builder.documents.contents import pages_by_name
from builder.documents.document_data import DocumentData
from builder.documents.front_matter import without_front_matter
from builder.documents.page import Page, Values
from builder.documents.template_values import shared_values
from builder.inputs.errors import Problem, refuse
from builder.project.templating import template_problems

_LINK = re.compile(r"(?<!\\)\]\(page:([a-z0-9-]+)((?:#[a-z0-9-]+)?)\)")
# A link with its text, which can have brackets.
_WHOLE_LINK = re.compile(rf"\[((?:[^\[\]\\]|\\.|\[[^\[\]]*\])*){_LINK.pattern}")


def render_template(data: DocumentData, template: str, values: Values) -> str:
    """Render *template* with its own *values* and the shared ones."""
    return data.jinja.get_template(template).render({**data.once(shared_values), **values})


def _written(_data: DocumentData) -> dict[str, str]:
    """Return a new store for written guides, by name."""
    return {}


def write_guide(page: Page, data: DocumentData) -> str:
    """Render a guide as Markdown, in which links to other pages have the form ``page:<name>``."""
    written = data.once(_written)
    if page.name not in written:
        text = render_template(data, page.source, {"page": page, **page.values(data)})
        written[page.name] = without_front_matter(text)
    return written[page.name]


def linked(markdown: str, source: str, data: DocumentData, address_of: Callable[[Page], str], folder: str = "") -> str:
    """Resolve the links to other pages, and to files of the documents, which are in *folder*.

    A link to a guide that the configuration leaves out becomes its text. Raises ``InputError`` with the links in the
    template *source* that lead to no page.
    """
    pages = data.once(pages_by_name)
    markdown = markdown.replace("](docs:", f"]({folder}")
    if left_out := data.site.config.documents.leave_out:
        markdown = _WHOLE_LINK.sub(lambda found: found[1] if found[2] in left_out else found[0], markdown)
    unknown = dict.fromkeys(name for name, _ in _LINK.findall(markdown) if name not in pages)
    refuse(Problem(source, f"page:{name}", f"is no name of a page; there are {', '.join(pages)}") for name in unknown)
    return _LINK.sub(lambda found: f"]({address_of(pages[found[1]])}{found[2]})", markdown)


def document(address: str, kind: str, make: Callable[[], bytes], headers: tuple[tuple[str, str], ...] = ()) -> Entry:
    """Describe a document at *address*; *kind* is a key of ``TYPES`` in ``response_headers``.

    ``make`` of the entry raises ``InputError`` with the place of a fault in a template.
    """
    return Entry(address, public_path(_path(address, kind)), template_problems()(make), kind, headers=headers)


def _path(address: str, kind: str) -> str:
    """Return the path of the file below ``public/``. The file of a page ends in ``.html``, its address may not."""
    if kind != "html":
        return address[1:]
    name = f"{address}index" if address.endswith("/") else address.removesuffix(".html")
    return f"{name[1:]}.html"
