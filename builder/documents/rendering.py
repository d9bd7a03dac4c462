"""Renders templates, and the guides as Markdown."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from builder import API_VERSION, __version__
from builder.api.headers import MAX_IGNORED
from builder.api.parameters import (
    CATALOG_LIMIT,
    LIMIT,
    MAX_DIGITS,
    MAX_FIELD_DEPTH,
    MAX_FIELD_PATHS,
    MAX_SEED,
    MAX_TARGET,
    PARAMETERS,
)
from builder.api.route import LIST_MAX_LIMIT, MAX_CODES
from builder.documents.contents import page_named, pages_by_name
from builder.documents.document_data import DocumentData
from builder.documents.guide_files import without_front_matter
from builder.documents.http_examples import show_exchange
from builder.documents.object_tables import field_table
from builder.documents.page import HOME, Page, Values
from builder.documents.reference import bounds_of, parameters_of
from builder.inputs.errors import Problem, refuse
from builder.project.host_declarations import host_declarations

_LINK = re.compile(r"(?<!\\)\]\(page:([a-z0-9-]+)((?:#[a-z0-9-]+)?)\)")
# With its text, which can have brackets.
_WHOLE_LINK = re.compile(rf"\[((?:[^\[\]\\]|\\.|\[[^\[\]]*\])*){_LINK.pattern}")


_LIMITS = {
    "limit": LIMIT,
    "catalog": CATALOG_LIMIT,
    "list": LIST_MAX_LIMIT,
    "digits": MAX_DIGITS,
    "paths": MAX_FIELD_PATHS,
    "depth": MAX_FIELD_DEPTH,
    "codes": MAX_CODES,
    "target": MAX_TARGET,
    "ignored": MAX_IGNORED,
    "seed": MAX_SEED,
}


def shared_values(data: DocumentData) -> Values:
    """Return what every template can use besides the values of its own page: URLs, declarations, and other pages."""
    config, interface = data.site.config, data.site.interface
    return {
        "base_url": config.base_url,
        "cdn_url": config.cdn,
        "docs_url": config.docs,
        "files_url": config.files,
        "repository_url": config.repository_url,
        "config": config,
        "api_version": API_VERSION,
        "builder_version": __version__,
        "dataset": data.site.dataset,
        "accepted": data.accepted,
        "country_count": len(data.site.dataset.records),
        "has_country": {record.cca2 for record in data.site.dataset.records}.__contains__,
        "example": partial(_example, data),
        "examples": data.examples,
        "routes": interface.routes,
        "parameters": PARAMETERS,
        "parameters_of": partial(parameters_of, interface.routes),
        "bounds": bounds_of,
        "limits": _LIMITS,
        "metrics": interface.ranked_metrics,
        "field_table": partial(field_table, interface.schemas),
        "hosts": host_declarations(),
        "home": HOME,
        "page_named": partial(page_named, data),
        # Pages of the menu, where an extension makes HTML.
        "html_pages": (),
        "has_page": data.once(pages_by_name).__contains__,
        "extension_names": [extension.name for extension in data.site.extensions],
        **{name: value for extension in data.site.extensions for name, value in extension.shared(data).items()},
    }


def _example(data: DocumentData, target: str, *, found: bool = True, **more: Any) -> str:
    """Show the answer to *target*, with a value that the site has unless it is one that is not *found*."""
    return show_exchange(data.ask, data.examples.target(target) if found else target, **more)


def render_template(data: DocumentData, template: str, values: Values) -> str:
    """Render *template* with its own *values* and the shared ones."""
    return data.jinja.get_template(template).render({**data.once(shared_values), **values})


def _written(_data: DocumentData) -> dict[str, str]:
    """Return the guides that were written, by name; none at first."""
    return {}


def write_guide(page: Page, data: DocumentData) -> str:
    """Render a guide as Markdown, in which links to other pages have the form ``page:<name>``."""
    written = data.once(_written)
    if page.name not in written:
        text = render_template(data, page.source, {"page": page, **page.values(data)})
        written[page.name] = without_front_matter(text)
    return written[page.name]


def linked(markdown: str, source: str, data: DocumentData, spell: Callable[[Page], str], folder: str = "") -> str:
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
    return _LINK.sub(lambda found: f"]({spell(pages[found[1]])}{found[2]})", markdown)
