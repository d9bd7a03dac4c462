"""The list of guides."""

from pathlib import Path

import pytest

from builder.documents import DocumentData
from builder.documents.contents import list_guides, page_named
from builder.inputs.errors import InputError
from builder.project.host_declarations import HOSTS, folder_of_host
from tests.support.own_documents import with_own


def test_every_host_has_a_guide(data: DocumentData) -> None:
    host_guides = {page.name for page in list_guides(data) if page.source.startswith("hosts/")}
    assert {f"hosting-{name}" for name in HOSTS} == host_guides
    assert [name for name in HOSTS if not (folder_of_host(name) / "page.md").is_file()] == []


def test_new_guides_are_the_last_of_their_section_and_replacing_ones_are_in_the_place_of_the_shipped(
    data: DocumentData, tmp_path: Path
) -> None:
    shipped = list_guides(data)
    own = with_own(data, tmp_path, {"pages/offices.md": "# Offices", "pages/lists.md": "# Our lists"})
    guides = [page.title for page in list_guides(own) if page.section == "Guides"]
    assert guides == [
        *("Our lists" if page.name == "lists" else page.title for page in shipped if page.section == "Guides"),
        "Offices",
    ]
    assert len(list_guides(own)) == len(shipped) + 1


def test_guides_that_are_left_out_are_in_no_list(data: DocumentData, tmp_path: Path) -> None:
    extension_guides = [page.name for extension in data.site.extensions for page in extension.guides()]
    left_out = ("costs", "hosting-aws", "route-list", *extension_guides)
    own = with_own(data, tmp_path, {"pages/offices.md": "# Offices"}, "offices", *left_out)
    missing = {page.name for page in list_guides(data)} - {page.name for page in list_guides(own)}
    assert missing == {*left_out}
    assert "offices" not in {page.name for page in list_guides(own)}


def test_names_that_cannot_be_left_out_are_named_with_those_that_can(data: DocumentData, tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused:
        list_guides(with_own(data, tmp_path, {"pages/offices.md": "# Offices"}, "kosts", "introduction", "map"))
    assert [str(problem) for problem in refused.value.problems] == [
        'site_config.toml: documents.leave_out: has "introduction", which every site needs',
        'site_config.toml: documents.leave_out: has "kosts", which is no guide',
        'site_config.toml: documents.leave_out: has "map", which is no guide',
    ]
    optional = refused.value.advice.removeprefix("These guides can be left out: ").rstrip(".").split(", ")
    assert {"costs", "offices", "hosting-aws", "route-list"} <= {*optional}
    assert "introduction" not in optional


def test_unknown_name_of_a_page_is_refused_with_the_existing_names(data: DocumentData, tmp_path: Path) -> None:
    own = with_own(data, tmp_path, {"pages/offices.md": '# Offices\n{{ page_named("ofices").title }}'})
    assert page_named(own, "offices").title == "Offices"
    with pytest.raises(Exception, match="there is no page ofices; there are introduction, "):
        page_named(own, "ofices")
