"""Lists the guides of the site, in the order of the menu.

A file of ``pages/`` is a guide. Guides to routes and hosts are made from the declarations of routes and hosts. A
project can add, replace and leave out guides.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import PurePath

from jinja2 import TemplateRuntimeError

from builder.api.output_paths import MISSING_PAGE
from builder.documents.document_data import DocumentData
from builder.documents.front_matter import OwnGuides, read_guides, read_own_guides
from builder.documents.page import HOME, Page, Values
from builder.documents.reference import RoutePage
from builder.documents.samples import samples_of_page
from builder.inputs.errors import Problem, refuse
from builder.project.host_declarations import folder_of_host, host_declarations

START, REFERENCE = "Start here", "Reference"
_GUIDES, _OWN_SITE = "Guides", "Run your own"
# The first and the last sections of the menu. All other sections are between them.
_FIRST = (START, _GUIDES, "Concepts")
_LAST = (REFERENCE, "About the data", _OWN_SITE)


def shipped_guides(data: DocumentData) -> dict[str, Page]:
    """Return the shipped guides by name, including the guides of extensions."""
    *_, shipped = data.request.template_folders
    written = read_guides(shipped / "pages").values()
    added = (page for extension in data.site.extensions for page in extension.guides())
    return {page.name: page for page in (*written, *added, *_pages_of_routes(data), *_pages_of_hosts())}


def _pages_of_routes(data: DocumentData) -> Iterator[Page]:
    for reference in data.references:
        yield Page(
            reference.name,
            reference.title,
            f"{reference.purpose}: parameters, example, errors.",
            REFERENCE,
            partial(_route_values, reference),
            "text/route.md",
            menu=reference.menu,
            order=100,
        )


def _route_values(page: RoutePage, data: DocumentData) -> Values:
    """Return the values of the template: the page with its routes, and sample calls."""
    target, base_url = data.examples.target(page.example), data.site.config.base_url
    return {"reference": page, "samples": samples_of_page(data.jinja, page, target, base_url)}


def _pages_of_hosts() -> Iterator[Page]:
    for name, host in host_declarations().items():
        yield Page(
            f"hosting-{name}",
            host.title,
            host.summary,
            _OWN_SITE,
            template=f"hosts/{folder_of_host(name).name}/page.md",
            words="host deploy cost price own domain",
            order=30,
        )


def own_guides(data: DocumentData) -> OwnGuides:
    """Read the guides of the project."""
    html_pages = {page.name for extension in data.site.extensions for page in extension.pages()}
    return read_own_guides(
        data.request.pages, data.once(shipped_guides), {*html_pages, "index", PurePath(MISSING_PAGE).stem}, _GUIDES
    )


def list_guides(data: DocumentData) -> tuple[Page, ...]:
    """List the guides of the site, in the order of the menu.

    Raises ``InputError`` with each name in ``[documents] leave_out`` that does not name an optional guide.
    """
    pages = {**data.once(shipped_guides), **data.once(own_guides).pages}
    left_out = data.site.config.documents.leave_out
    optional = [name for name in pages if name != HOME]
    refuse(
        (
            Problem(
                data.request.config.name,
                "documents.leave_out",
                f'has "{name}", which {"every site needs" if name == HOME else "is no guide"}',
            )
            for name in left_out
            if name not in optional
        ),
        f"These guides can be left out: {', '.join(optional)}.",
    )
    before_last = (page.section for page in pages.values() if page.section not in _LAST)
    sections = [*dict.fromkeys((*_FIRST, *before_last, *_LAST))]
    published = (page for page in pages.values() if page.name not in left_out)
    return tuple(sorted(published, key=lambda page: (sections.index(page.section), page.order)))


def pages_by_name(data: DocumentData) -> Mapping[str, Page]:
    """Return the pages that guides can link to, by name: the guides, and the pages of extensions."""
    html_pages = (page for extension in data.site.extensions for page in extension.pages())
    return {page.name: page for page in (*data.once(list_guides), *html_pages)}


def page_named(data: DocumentData, name: str) -> Page:
    """Find the guide or page with *name*. Raises ``TemplateRuntimeError`` with the existing names if there is none."""
    pages = data.once(pages_by_name)
    if name not in pages:
        raise TemplateRuntimeError(f"there is no page {name}; there are {', '.join(pages)}")
    return pages[name]
