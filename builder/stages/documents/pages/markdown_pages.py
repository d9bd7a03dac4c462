"""Renders the pages as Markdown from templates, declarations, the dataset and real answers, once for text and HTML."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from jinja2 import Environment

from builder import __version__
from builder.api.headers import MAX_IGNORED
from builder.api.parameters import CATALOG_LIMIT, LIMIT, MAX_DIGITS, MAX_FIELD_DEPTH, MAX_FIELD_PATHS, MAX_TARGET
from builder.api.routes import LIST_MAX_LIMIT, MAX_CODES
from builder.host_declarations import DAILY, DAYS, HOST_DECLARATIONS, MIX, PRICES_AS_OF, folder_of_host
from builder.stages.documents.document_data import DocumentData
from builder.stages.documents.pages.page_list import PAGES, Page, page_named
from builder.stages.documents.pages.reference import BY_NAME
from builder.stages.documents.pages.template_values import make_template_values
from builder.templating import open_templates

ROUTE_TEMPLATE = "text/route.md"
_LINK = re.compile(r"\]\(page:([a-z0-9-]+)((?:#[a-z0-9-]+)?)\)")
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
}
_PRICES = {
    "as_of": PRICES_AS_OF,
    "days": DAYS,
    "daily": DAILY,
    "mix": MIX,
    "hosts": [
        (host.price, f" with {host.function_use.rule}" if rule else "", host.function_use.share(rule=rule))
        for host in HOST_DECLARATIONS.values()
        if host.price
        for rule in ((False, True) if host.function_use.by_rule else (False,))
    ],
}
_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


class MarkdownPage(NamedTuple):
    """A page and its Markdown, in which links to other pages have the form ``page:<name>``."""

    page: Page
    markdown: str


def jinja_environment(site: DocumentData) -> Environment:
    """Open the templates with the values that all documents can use."""
    jinja = open_templates(site.templates)
    jinja.filters["md"] = escaped
    jinja.globals.update(_names(site))
    return jinja


def write_pages(jinja: Environment) -> tuple[MarkdownPage, ...]:
    """Render every page."""
    return tuple(MarkdownPage(page, _written(jinja, page)) for page in PAGES)


def template_of(page: Page) -> str:
    """Return the template name of a page. All routes share one template."""
    if page.name in BY_NAME:
        return ROUTE_TEMPLATE
    if page.host:
        return f"hosts/{folder_of_host(page.host).name}/page.md"
    return f"docs/{page.name}.md"


def source_of(page: Page) -> str:
    """Return the path of a page's template in the repository."""
    template = template_of(page)
    return f"builder/stages/{template}" if page.host else f"templates/{template}"


def _written(jinja: Environment, page: Page) -> str:
    template = jinja.get_template(template_of(page))
    if page.name not in BY_NAME:
        return template.render(page=page)
    reference = BY_NAME[page.name]
    return template.render(page=page, reference=reference, guide=page_named(reference.guide))


def linked(markdown: str, spell: Callable[[Page], str], folder: str = "") -> str:
    """Resolve the links to other pages, and to files of the documents, which are in *folder*.

    Raises ``KeyError`` with the name of a page that does not exist.
    """
    markdown = markdown.replace("](docs:", f"]({folder}")
    return _LINK.sub(lambda found: f"]({spell(page_named(found[1]))}{found[2]})", markdown)


def escaped(text: object) -> str:
    """Escape the characters with a meaning in Markdown."""
    return _SPECIAL.sub(r"\\\1", str(text)).replace("\n", " ")


def _names(site: DocumentData) -> Mapping[str, object]:
    return {
        "base_url": site.config.base_url,
        "cdn_url": site.config.cdn,
        "docs_url": site.config.docs,
        "files_url": site.config.files,
        "repository_url": site.config.repository_url,
        "config": site.config,
        "version": __version__,
        "limits": _LIMITS,
        "prices": _PRICES,
        **make_template_values(site),
    }
