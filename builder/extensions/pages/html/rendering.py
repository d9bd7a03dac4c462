"""Renders pages as HTML: those with a template of their own, and guides in Markdown."""

import re
from functools import partial
from itertools import groupby
from pathlib import Path

from jinja2 import Environment

from builder.api.output_paths import DOCS_FOLDER
from builder.api.route_type import FAMILIES
from builder.api.types import Entry
from builder.documents.contents import list_guides
from builder.documents.document_data import DocumentData
from builder.documents.page import HOME, Page, Values
from builder.documents.rendering import document, linked, render_template, write_guide
from builder.extensions.pages.html.markdown_to_html import Content, render_markdown
from builder.extensions.pages.html.page_assets import SCRIPTS_FOLDER, script_imports
from builder.extensions.pages.menu import MENU
from builder.project.build_request import SHIPPED, BuildRequest

# Features of browsers that need a permission; the pages use none of them.
_FEATURES = "accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment usb"
_HEADERS = (
    ("Referrer-Policy", "no-referrer"),
    ("Permissions-Policy", ", ".join(f"{feature}=()" for feature in _FEATURES.split())),
)


def html_values(data: DocumentData) -> Values:
    """Return what every template of HTML can use: the menu, guides by section, titles of routes' families, scripts."""
    guides = data.once(list_guides)
    return {
        "menu_pages": MENU,
        "scripts_folder": SCRIPTS_FOLDER,
        "script_imports": data.once(script_imports),
        "route_families": {one.name: FAMILIES[one.route.family].title for one in data.references},
        "sections": [(section, list(pages)) for section, pages in groupby(guides, key=lambda page: page.section)],
    }


def html_document(page: Page, data: DocumentData) -> Entry:
    """Describe the document of a page. The page for missing addresses has no address of its own."""
    # The policy is also a header, because a meta element cannot set frame-ancestors.
    policy = ("Content-Security-Policy", f"{_policy(page, data)}; frame-ancestors 'none'")
    made = document(page.path, "html", lambda: html_of(page, data).encode(), (policy, *_HEADERS))
    return made._replace(address="") if page.is_anywhere else made


def html_of(page: Page, data: DocumentData) -> str:
    """Render a page as HTML. A link to a guide that the configuration leaves out becomes its text."""
    values = {
        **data.once(html_values),
        "page": page,
        "page_policy": _policy(page, data),
        "linked_data": page.linked_data(data) if page.linked_data else None,
        **_paths_from(page, data),
    }
    values |= _guide_values(page, data) if page.section else page.values(data)
    html = render_template(data, "html/page.html" if page.section else page.source, values)
    if left_out := data.site.config.documents.leave_out:
        target = rf"{re.escape(str(values['root']))}(?:{'|'.join(left_out)})\.html(?:#[^\"]*)?"
        html = re.sub(rf'<a [^>]*href="{target}"[^>]*>(.*?)</a>', r"\1", html, flags=re.DOTALL)
    return html


def _guide_values(page: Page, data: DocumentData) -> Values:
    guides = data.once(list_guides)
    number = guides.index(page)
    return {
        "content": guide_content(page, data),
        "source": _source_in_repository(page, data.request, data.jinja),
        "before": guides[number - 1] if number else None,
        "after": guides[number + 1] if number + 1 < len(guides) else None,
    }


def _source_in_repository(page: Page, request: BuildRequest, jinja: Environment) -> str:
    """Return the path of the template of a page in the project; empty if it is shipped with the builder."""
    file = Path(str(jinja.get_template(page.source).filename))
    folders = (request.root,) if request.root == SHIPPED else (request.pages, request.templates)
    return file.relative_to(request.root).as_posix() if any(map(file.is_relative_to, folders)) else ""


def _policy(page: Page, data: DocumentData) -> str:
    """Make the Content-Security-Policy of a page: it loads its own files, flags, and answers of the API.

    A page that can be served at any address also loads files from the URL of the documents.
    """
    config = data.site.config
    own = f"'self' {config.docs}/" if page.is_anywhere else "'self'"
    return (
        f"default-src 'none'; script-src {own}; style-src {own}; img-src {own} {config.cdn}/ blob:; "
        f"connect-src {own} {config.base_url}/ {config.cdn}/; base-uri 'none'; form-action 'none'"
    )


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


def _contents(_data: DocumentData) -> dict[str, Content]:
    """Return an empty store of converted guides, by name."""
    return {}


def guide_content(page: Page, data: DocumentData) -> Content:
    """Convert a guide to HTML, with its parts and terms."""
    contents = data.once(_contents)
    if page.name not in contents:
        markdown = linked(write_guide(page, data), page.source, data, lambda other: other.address)
        contents[page.name] = render_markdown(markdown, partial(_drawing, data))
    return contents[page.name]


def _drawing(data: DocumentData, name: str) -> str:
    return render_template(data, f"html/drawings/{name}.svg", {})


def moved_page(at: str, title: str, page: Page) -> Page:
    """Describe the file that redirects from *at* to *page* on a host without the function."""
    file = f"{at}index.html" if at.endswith("/") else f"{at.removesuffix('.html')}.html"
    return Page(page.name, title, page.summary, values=partial(_target, page), template="html/moved.html", at=file)


def _target(page: Page, _data: DocumentData) -> Values:
    return {"target": "" if page.name == HOME else page.address}
