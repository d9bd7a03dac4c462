"""The list of pages has the same pages as the templates."""

from functools import cache

import pytest
from jinja2 import Environment, FileSystemLoader, meta, nodes

from builder.documents import DocumentData
from builder.documents.page import Page
from builder.documents.template_values import shared_values
from builder.extensions.pages import list_pages, unlisted_pages
from builder.extensions.pages.html.rendering import html_values
from tests.support.project import ROOT

ROOTS = (ROOT / "templates", *ROOT.glob("builder/extensions/*/templates"))


def every_page(data: DocumentData) -> tuple[Page, ...]:
    return (*list_pages(data), *unlisted_pages(data, list_pages(data)))


def test_pages_use_every_template_and_no_other(data: DocumentData) -> None:
    sources = {page.source for page in every_page(data)}
    frames = {f"html/{name}.html" for name in ("layout", "page", "interactive", "side", "tiles", "chart")}
    folders = [root / name for root in ROOTS for name in ("pages", "html")]
    files = {f"{folder.name}/{path.name}" for folder in folders for path in folder.glob("*.*")}
    assert {source for source in sources if source.startswith(("pages/", "html/"))} == files - frames


# What every page is given besides.
FRAME = {"page", "page_policy", "linked_data", "root", "files"}


@cache
def variables(jinja: Environment, template: str) -> set[str]:
    """List what a template, and those that it extends, includes or imports, take from outside."""
    source, _, _ = (jinja.loader or FileSystemLoader(())).get_source(jinja, template)
    tree = jinja.parse(source)
    others = [other for other in meta.find_referenced_templates(tree) if other]
    # What a template sets before its blocks is defined in them, too.
    own = {one.target.name for one in tree.find_all(nodes.Assign) if isinstance(one.target, nodes.Name)}
    own |= {one.target.name for one in tree.find_all(nodes.AssignBlock) if isinstance(one.target, nodes.Name)}
    own |= {macro.name for macro in tree.find_all(nodes.Macro)}
    own |= {str(name) for one in tree.find_all(nodes.FromImport) for name in one.names}
    return (meta.find_undeclared_variables(tree) - own).union(*(variables(jinja, other) for other in others))


@pytest.mark.needs("exports")
def test_pages_are_given_what_their_templates_use_and_nothing_else(data: DocumentData) -> None:
    shared = {*shared_values(data), *html_values(data)}
    unused: dict[object, set[str]] = {}
    for page in every_page(data):
        used = variables(data.jinja, page.source) - FRAME - shared
        made = set(page.values(data))
        assert used - made == set(), page.name
        function = getattr(page.values, "func", page.values)
        unused[function] = unused.get(function, made) - used
    assert [(function, names) for function, names in unused.items() if names] == []
    others = ("html/page.html", "text/llms.txt", "text/index.txt", "text/robots.txt")
    templates = [*(page.source for page in list_pages(data)), *others]
    assert shared - set().union(*(variables(data.jinja, template) for template in templates)) == set()


def test_every_page_has_an_address_of_its_own(data: DocumentData) -> None:
    paths = [page.path for page in every_page(data)]
    assert len(set(paths)) == len(paths)
