"""Renders templates: of HTML pages, of guides in Markdown, and of texts."""

import re
from collections.abc import Callable
from functools import partial
from itertools import groupby
from typing import Any

from builder import API_VERSION, __version__
from builder.api.headers import MAX_IGNORED, page_headers, page_policy
from builder.api.metrics import RANKED_METRICS
from builder.api.output_paths import DOCS_FOLDER
from builder.api.parameters import (
    CATALOG_LIMIT,
    CATALOG_SIZES,
    DEFAULT_CATALOG_LIMIT,
    DEFAULT_LIMIT,
    LIMIT,
    MAX_DIGITS,
    MAX_FIELD_DEPTH,
    MAX_FIELD_PATHS,
    MAX_SEED,
    MAX_TARGET,
    PARAMETERS,
)
from builder.api.route import LIST_MAX_LIMIT, MAX_CODES
from builder.api.routes import ROUTES
from builder.documents.document import Content, Document
from builder.documents.document_data import DocumentData
from builder.documents.pages.markdown_to_html import render_markdown
from builder.documents.pages.page import HOME, Page, Values
from builder.documents.pages.page_assets import script_imports
from builder.documents.pages.page_list import guides, menu_pages, page_named, pages_by_name
from builder.documents.values.http_examples import show_exchange
from builder.documents.values.object_tables import field_table
from builder.documents.values.reference import bounds_of, parameters_of
from builder.extensions import extensions
from builder.inputs.errors import Problem, refuse
from builder.project.host_declarations import host_declarations

_LINK = re.compile(r"\]\(page:([a-z0-9-]+)((?:#[a-z0-9-]+)?)\)")
# A link to a page of an extension, which can be deleted.
_EXTENSION_LINK = re.compile(r"\[([^\[\]]*)\]\(extension:([a-z0-9-]+)((?:#[a-z0-9-]+)?)\)")


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
    """Return what every template can use besides the values of its own page: URLs, declarations, and the menu."""
    config = data.site.config
    windows = {DEFAULT_LIMIT: config.pages.sizes(), DEFAULT_CATALOG_LIMIT: CATALOG_SIZES}
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
        "example": partial(_example, data),
        "examples": data.examples,
        "routes": ROUTES,
        "parameters": PARAMETERS,
        "parameters_of": parameters_of,
        "bounds": bounds_of,
        "limits": _LIMITS,
        "metrics": RANKED_METRICS,
        "field_table": field_table,
        "hosts": host_declarations(),
        "home": HOME,
        "menu_pages": menu_pages(),
        "page_named": page_named,
        "script_imports": data.kept(script_imports),
        "sections": [(section, list(pages)) for section, pages in groupby(guides(), key=lambda page: page.section)],
        "has_page": pages_by_name().__contains__,
        **{name: value for extension in extensions() for name, value in extension.shared(data).items()},
        "windows": "; ".join(f"{limit}: {' '.join(map(str, sizes))}" for limit, sizes in windows.items()),
    }


def _example(data: DocumentData, target: str, *, found: bool = True, **more: Any) -> str:
    """Show the answer to *target*, with a value that the site has unless it is one that is not *found*."""
    return show_exchange(data.ask, data.examples.target(target) if found else target, **more)


def render_template(data: DocumentData, template: str, values: Values) -> str:
    """Render *template* with its own *values* and the shared ones."""
    return data.jinja.get_template(template).render({**shared_values(data), **values})


def html_document(page: Page, data: DocumentData) -> Document:
    """Describe the document of a page, which is made when it is asked for."""
    return Document(page.path, "html", lambda: html_of(page, data).encode(), page_headers(*_policy_urls(page, data)))


def html_of(page: Page, data: DocumentData) -> str:
    """Render a page as HTML."""
    values = {
        "page": page,
        "page_policy": page_policy(*_policy_urls(page, data)),
        "linked_data": page.linked_data(data) if page.linked_data else None,
        **_paths_from(page, data),
    }
    if not page.section:
        return render_template(data, page.source, {**values, **page.values(data)})
    number = guides().index(page)
    values |= {
        "content": guide_content(page, data),
        "source": f"builder/{page.source}" if page.source.startswith("hosts/") else f"templates/{page.source}",
        "before": guides()[number - 1] if number else None,
        "after": guides()[number + 1] if number + 1 < len(guides()) else None,
    }
    return render_template(data, "html/page.html", values)


def _policy_urls(page: Page, data: DocumentData) -> tuple[str, ...]:
    config = data.site.config
    return (config.base_url, config.cdn, *((config.docs,) if page.is_anywhere else ()))


def _paths_from(page: Page, data: DocumentData) -> Values:
    """Return the paths from a page to the documents (``root``) and to the other files of the site (``files``)."""
    config = data.site.config
    if page.is_anywhere:
        return {"root": f"{config.docs}/", "files": f"{config.files}/"}
    up = "../" * (page.path.count("/") - 1)
    if not page.path.startswith(f"/{DOCS_FOLDER}/"):
        return {"root": f"{up}{DOCS_FOLDER}/", "files": up}
    # Documents can be on a host of their own; otherwise they are where they are written, next to all other files.
    are_together = config.docs == f"{config.files}/{DOCS_FOLDER}"
    return {"root": up.removeprefix("../"), "files": up if are_together else f"{config.files}/"}


def write_guide(page: Page, data: DocumentData) -> str:
    """Render a guide as Markdown, in which links to other pages have the form ``page:<name>``."""
    if page.name not in data.guides:
        data.guides[page.name] = render_template(data, page.source, {"page": page, **page.values(data)})
    return data.guides[page.name]


def guide_content(page: Page, data: DocumentData) -> Content:
    """Convert a guide to HTML, with its parts and terms."""
    if page.name not in data.contents:
        markdown = linked(write_guide(page, data), page.source, lambda other: other.address)
        data.contents[page.name] = render_markdown(markdown, partial(_drawing, data))
    return data.contents[page.name]


def _drawing(data: DocumentData, name: str) -> str:
    return render_template(data, f"html/drawings/{name}.svg", {})


def linked(markdown: str, source: str, spell: Callable[[Page], str], folder: str = "") -> str:
    """Resolve the links to other pages, and to files of the documents, which are in *folder*.

    A link to a page of an extension is its text alone where there is no such page. Raises ``InputError`` with the
    links in the template *source* that lead to no page.
    """
    pages = pages_by_name()
    markdown = markdown.replace("](docs:", f"]({folder}")
    markdown = _EXTENSION_LINK.sub(
        lambda found: f"[{found[1]}](page:{found[2]}{found[3]})" if found[2] in pages else found[1], markdown
    )
    unknown = dict.fromkeys(name for name, _ in _LINK.findall(markdown) if name not in pages)
    refuse(Problem(source, f"page:{name}", f"is no name of a page; there are {', '.join(pages)}") for name in unknown)
    return _LINK.sub(lambda found: f"]({spell(pages[found[1]])}{found[2]})", markdown)
