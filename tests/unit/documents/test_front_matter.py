"""The guides of a project are read from its folder ``pages/``."""

from pathlib import Path

import pytest

from builder.documents.front_matter import OwnGuides, read_guides, read_own_guides, without_front_matter
from builder.documents.page import Page
from tests.support.cases import load_cases
from tests.support.project import ROOT
from tests.support.trees import write_files

CASES = load_cases("front_matter")
COSTS = Page("costs", "Cost", "What it costs.", "Run your own", words="price")
ROUTE = Page("route-list", "GET /v1", "A list.", "Reference", template="text/route.md", menu="/v1")


def read(folder: Path, **files: str | bytes) -> OwnGuides:
    write_files(folder, {f"{name.replace('_', '-')}.md": content for name, content in files.items()})
    return read_own_guides(folder, {page.name: page for page in (COSTS, ROUTE)}, {"map", "index"}, "Guides")


def test_project_without_the_folder_has_no_guide(tmp_path: Path) -> None:
    assert read_own_guides(tmp_path / "none", {}, (), "Guides") == OwnGuides({}, ())


def test_title_is_the_heading_and_summary_the_first_paragraph(tmp_path: Path) -> None:
    text = "# Offices of *ours*\r\n\r\nWe have [some](page:lists), in\r\n`Paris` too.\r\n\r\nMore.\r\n"
    (page,) = read(tmp_path, our_offices=text).pages.values()
    assert page == Page("our-offices", "Offices of ours", "We have some, in Paris too.", "Guides")
    assert page.source == "pages/our-offices.md"


@pytest.mark.parametrize(("below", "summary"), CASES["summaries"])
def test_summary_is_the_first_paragraph_that_is_text_else_the_title(tmp_path: Path, below: str, summary: str) -> None:
    assert read(tmp_path, offices=f"# Offices\n{below}").pages["offices"].summary == summary


@pytest.mark.parametrize(
    "before", ["\ufeff", "\n\n", "{# mine #}\n", '{% from "own/a.md" import b %}\n{% set c = 1 %}\n']
)
def test_statements_of_the_template_can_be_before_the_heading(tmp_path: Path, before: str) -> None:
    found = read(tmp_path, offices=f"{before}# Offices\n")
    assert (found.pages["offices"].title, found.problems) == ("Offices", ())


def test_guide_with_the_name_of_a_shipped_one_replaces_it_in_its_place(tmp_path: Path) -> None:
    pages = read(tmp_path, costs="# Our prices\n\nNone.\n", route_list="# {{ page.title }}\n\n{{ route }}\n").pages
    assert pages["costs"] == COSTS._replace(title="Our prices", summary="None.")
    assert pages["route-list"] == ROUTE._replace(template="")


def test_menu_shows_the_title_of_a_guide_that_replaces_a_shipped_one(tmp_path: Path) -> None:
    assert read(tmp_path, route_list="# Our lists\n").pages["route-list"].menu == ""


def test_front_matter_sets_title_section_order_and_words(tmp_path: Path) -> None:
    front = '+++\r\ntitle = "Our offices"\r\nsection = "Company"\r\norder = 5\r\nwords = "bureau"\r\n+++\r\n'
    text = f"\ufeff{front}# Offices\r\n\r\nTwo.\r\n"
    page = read(tmp_path, offices=text).pages["offices"]
    assert page == Page("offices", "Our offices", "Two.", "Company", words="bureau", order=5)
    assert without_front_matter(text) == "# Offices\r\n\r\nTwo.\r\n"


@pytest.mark.parametrize(("front", "message"), CASES["faults"])
def test_fault_of_front_matter_is_named(tmp_path: Path, front: str, message: str) -> None:
    problems = [*map(str, read(tmp_path, offices=f"+++\n{front}\n+++\n# Offices\n").problems)]
    assert any(problem.startswith(message) for problem in problems), problems


def test_every_shipped_guide_says_what_it_is_about() -> None:
    guides = read_guides(ROOT / "templates/pages")
    assert {*guides} == {path.stem for path in (ROOT / "templates/pages").glob("*.md")}
    assert [name for name, page in guides.items() if not (page.title and page.summary and page.section)] == []


def test_every_fault_of_a_file_is_named(tmp_path: Path) -> None:
    names = ("Our Offices.md", "logo.png", "more/a.md", "our--offices.md")
    write_files(tmp_path, dict.fromkeys((*names, ".hidden"), "# A"))
    found = read(tmp_path, map="# A", index="# A", plain="Text", latin=b"# A\n\xff", computed="# {{ title }}", empty="")
    named = "is no guide; put it in pages/ itself; name it with lower-case letters, digits and hyphens, as offices.md"
    assert sorted(map(str, found.problems)) == sorted(
        [
            *(f"pages/{name}: {named}" for name in names),
            *(
                f"pages/{name}.md: has no title; begin it with a line such as # Offices"
                for name in ("computed", "empty", "plain")
            ),
            *(
                f"pages/{name}.md: has the name of another page of the site; choose another name"
                for name in ("index", "map")
            ),
            "pages/latin.md: byte 5: is not UTF-8; save the file in this encoding",
        ]
    )
