"""Renders the pages as Markdown from templates, declarations, the dataset and real answers, once for text and HTML."""

import re
from collections.abc import Callable

from jinja2 import Environment

from builder.host_declarations import folder_of_host
from builder.stages.documents.document_data import DocumentData
from builder.stages.documents.pages.page_list import PAGES, Page, page_named
from builder.stages.documents.pages.reference import BY_NAME
from builder.stages.documents.pages.template_values import make_template_values
from builder.templating import open_templates

_LINK = re.compile(r"\]\(page:([a-z0-9-]+)((?:#[a-z0-9-]+)?)\)")
_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def jinja_environment(site: DocumentData) -> Environment:
    """Open the templates with the values that all documents can use."""
    jinja = open_templates(site.templates)
    jinja.filters["md"] = escaped
    jinja.globals |= make_template_values(site)
    return jinja


def write_pages(jinja: Environment) -> dict[Page, str]:
    """Render every page as Markdown, in which links to other pages have the form ``page:<name>``."""
    return {
        page: jinja.get_template(_template_of(page)).render(page=page, reference=BY_NAME.get(page.name))
        for page in PAGES
    }


def _template_of(page: Page) -> str:
    if page.name in BY_NAME:
        return "text/route.md"
    if page.host:
        return f"hosts/{folder_of_host(page.host).name}/page.md"
    return f"pages/{page.name}.md"


def source_of(page: Page) -> str:
    """Return the path of a page's template in the repository."""
    template = _template_of(page)
    return f"builder/stages/{template}" if page.host else f"templates/{template}"


def linked(markdown: str, spell: Callable[[Page], str], folder: str = "") -> str:
    """Resolve the links to other pages, and to files of the documents, which are in *folder*.

    Raises ``KeyError`` with the name of a page that does not exist.
    """
    markdown = markdown.replace("](docs:", f"]({folder}")
    return _LINK.sub(lambda found: f"]({spell(page_named(found[1]))}{found[2]})", markdown)


def escaped(text: object) -> str:
    """Escape the characters with a meaning in Markdown."""
    return _SPECIAL.sub(r"\\\1", str(text)).replace("\n", " ")
