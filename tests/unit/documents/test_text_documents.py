"""The plain-text documents: their format, and that their lists are complete."""

import json
import re
from pathlib import Path

import pytest
from llms_txt import parse_llms_file  # type: ignore[import-untyped]

from builder import __version__
from builder.documents import DocumentData
from builder.documents.contents import list_guides
from builder.documents.rendering import render_template
from builder.documents.text_documents import LICENCES, licence_values, text_documents
from builder.inputs.errors import InputError
from builder.project.config import Config
from tests.support.cases import load_cases
from tests.support.own_documents import with_own
from tests.support.project import ROOT, WORLD


def text_of(site: Path, name: str) -> str:
    return (site / "public" / name).read_text("utf-8")


def test_llms_txt_has_the_format_that_agents_expect(site: Path, data: DocumentData) -> None:
    """It has a title, a quoted summary, text without headings, then sections of links, the last called Optional."""
    parsed = parse_llms_file(text_of(site, "llms.txt"))
    assert parsed.title == "Country Reference"
    assert parsed.summary.startswith("250 country records")
    assert parsed.summary.endswith("the fields you need.")
    assert "GET /v1/name/{name}" in parsed.info
    assert list(parsed.sections) == ["Documents", "Optional"]
    documents = [(link.title, link.desc) for link in parsed.sections.Documents]
    assert documents[0][0] == "All documents in one"
    assert documents[1:] == [(page.title, page.summary) for page in list_guides(data)]


def test_llms_full_contains_every_text(site: Path, data: DocumentData) -> None:
    text = text_of(site, "llms-full.txt")
    assert text.startswith(text_of(site, "llms.txt").strip())
    for page in list_guides(data):
        assert text_of(site, f"docs/{page.name}.txt").strip() in text


def test_licences_say_where_the_database_is(site: Path, data: DocumentData) -> None:
    assert "offered in the folder data/ of https://" in text_of(site, "licences.txt")
    assert "of this site" not in text_of(site, "licences.txt")
    without = licence_values(data.request._replace(root=data.request.root / "none"), data.site.dataset)
    text = render_template(data, LICENCES, without)
    assert f"The whole database is the folder data/ of {Config().repository_url}, with what the folders" in text


def test_changelog_has_its_format_and_the_version(site: Path) -> None:
    text = text_of(site, "changelog.txt")
    assert text == (ROOT / "CHANGELOG.md").read_text("utf-8").strip() + "\n"
    versions = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$", text, re.M)
    assert versions[0][0] == __version__
    sections = set(re.findall(r"^### (\w+)$", text, re.M))
    assert "Data" in sections
    assert sections <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "Data"}


def test_docs_txt_is_the_introduction_with_an_index(site: Path, data: DocumentData) -> None:
    text = text_of(site, "docs.txt")
    assert text.startswith(text_of(site, "docs/introduction.txt").strip())
    assert text.count("](http://127.0.0.1:8000/docs/") >= len(list_guides(data))


def test_licences_have_that_of_the_code_and_every_required_notice(site: Path) -> None:
    text = text_of(site, "licences.txt")
    assert (ROOT / "LICENSE").read_text("utf-8").strip() in text
    notices = json.loads((WORLD / "licences.json").read_text("utf-8"))["notices"]
    for notice in notices:
        for part in ("title", "holder", "licence", "licenceUrl", "credit", "text"):
            assert notice.get(part, "").strip() in text, f"{part} of {notice['source']}"
    stated = {notice["source"] for notice in notices if "text" in notice}
    for path in (WORLD / "notices").iterdir():
        assert path.stem in stated or path.read_text("utf-8").strip() in text, path.name


def test_every_fault_of_the_guides_of_a_project_is_named(data: DocumentData, tmp_path: Path) -> None:
    cases = load_cases("text_documents")
    with pytest.raises(InputError) as refused:
        [*text_documents(with_own(data, tmp_path, cases["files"], "gone"))]
    found = [
        str(problem).removeprefix(f"{tmp_path}/").partition("; there are")[0] for problem in refused.value.problems
    ]
    assert sorted(found) == cases["problems"]


def test_guide_of_a_project_is_in_the_index_and_uses_the_values_of_templates(
    data: DocumentData, tmp_path: Path
) -> None:
    files = {"pages/offices.md": "# Offices\n\nOurs.\n\n{{ country_count }}, as in [lists](page:lists)."}
    documents = {entry.address: entry for entry in text_documents(with_own(data, tmp_path, files, "costs"))}
    count, docs = len(data.site.dataset.records), data.site.config.docs
    guide = f"# Offices\n\nOurs.\n\n{count}, as in [lists]({docs}/lists.txt).\n"
    assert documents["/docs/offices.txt"].make().decode() == guide
    assert "/docs/costs.txt" not in documents
    for address in ("/docs.txt", "/llms.txt"):
        text = documents[address].make().decode()
        assert f"- [Offices]({docs}/offices.txt): Ours.\n" in text
        assert "costs.txt" not in text
    assert guide.strip() in documents["/llms-full.txt"].make().decode()
