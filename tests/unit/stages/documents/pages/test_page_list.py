"""The table of contents has the same pages as the templates."""

from builder.host_declarations import HOSTS, folder_of_host
from builder.stages.documents.pages.page_list import GUIDES, INTERACTIVE_PAGES
from tests.support.project import ROOT


def test_contents_list_every_template_and_no_other() -> None:
    assert {path.stem for path in (ROOT / "templates/pages").glob("*.md")} == {
        page.name for page in GUIDES if not page.template
    }
    frames = {"layout", "page", "interactive", "moved", "landing", "side", "country", "ranking", "missing"}
    assert {path.stem for path in (ROOT / "templates/html").glob("*.html")} - frames == {
        page.name for page in INTERACTIVE_PAGES
    }


def test_contents_list_a_page_for_every_host() -> None:
    assert {f"hosting-{name}" for name in HOSTS} == {page.name for page in GUIDES if page.source.startswith("hosts/")}
    assert [name for name in HOSTS if not (folder_of_host(name) / "page.md").is_file()] == []
