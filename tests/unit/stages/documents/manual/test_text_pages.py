"""The plain-text documents: their forms, and that they name what there is."""

import json
import re
from pathlib import Path
from struct import unpack

import pytest
from llms_txt import parse_llms_file  # type: ignore[import-untyped]

from builder import __version__
from builder.stages.documents.favicon import as_ico
from builder.stages.documents.manual.contents import PAGES
from builder.stages.documents.manual.http_examples import lay_out, show_exchange
from builder.stages.documents.manual.markdown_pages import escaped, linked
from builder.types import Answer, Ask
from tests.support.project import ROOT
from tests.support.serving import Service


def text_of(site: Path, name: str) -> str:
    return (site / "public" / name).read_text("utf-8")


def test_llms_has_the_form_that_agents_look_for(site: Path) -> None:
    """A title, a summary as a quotation, text without headings, then sections of links, the last called Optional."""
    parsed = parse_llms_file(text_of(site, "llms.txt"))
    assert parsed.title == "Country Reference"
    assert parsed.summary.startswith("250 country records")
    assert parsed.summary.endswith("the fields you need.")
    assert "GET /v1/name/{name}" in parsed.info
    assert list(parsed.sections) == ["Documents", "Optional"]
    documents = [(link.title, link.desc) for link in parsed.sections.Documents]
    assert documents[0][0] == "All documents in one"
    assert documents[1:] == [(page.title, page.summary) for page in PAGES]


def test_llms_txt_says_types_nulls_and_the_cheapest_way_to_all_records(site: Path) -> None:
    text = text_of(site, "llms.txt")
    assert "`population` integer or null" in text
    assert "`capital?` array of string" in text
    assert "`/v1/independent?limit=25&fields=...`" in text


def test_all_records_take_as_many_requests_as_llms_txt_says(site: Path, service: Service) -> None:
    said = re.search(r"until `X-Total-Count`: (\d+) requests", text_of(site, "llms.txt"))
    totals = [
        int(service.get(f"/v1/independent?status={status}&limit=25&fields=cca2").header("X-Total-Count") or 0)
        for status in ("true", "false")
    ]
    assert sum(totals) == 250
    assert said
    assert int(said[1]) == sum(-(-total // 25) for total in totals)


def test_llms_full_is_every_text_in_one(site: Path) -> None:
    text = text_of(site, "llms-full.txt")
    assert text.startswith(text_of(site, "llms.txt").strip())
    for page in PAGES:
        assert text_of(site, f"docs/{page.name}.txt").strip() in text


def test_llms_txt_lists_the_pitfalls(site: Path) -> None:
    text = text_of(site, "llms.txt")
    for pitfall in (
        "default page size is 5",
        "no `/v1/all`",
        "returns an array",
        "`/v1/current` returns a single object",
    ):
        assert pitfall in text


def test_the_changelog_keeps_its_form_and_its_version(site: Path) -> None:
    text = text_of(site, "changelog.txt")
    assert text == (ROOT / "CHANGELOG.md").read_text("utf-8").strip() + "\n"
    versions = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$", text, re.M)
    assert versions[0][0] == __version__
    sections = set(re.findall(r"^### (\w+)$", text, re.M))
    assert "Data" in sections
    assert sections <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "Data"}


def test_docs_is_the_introduction_with_an_index(site: Path) -> None:
    text = text_of(site, "docs.txt")
    assert text.startswith(text_of(site, "docs/introduction.txt").strip())
    assert text.count("](http://127.0.0.1:8000/docs/") >= len(PAGES)


def test_the_licences_have_our_own_and_every_notice_that_is_due(site: Path) -> None:
    text = text_of(site, "licences.txt")
    assert (ROOT / "LICENSE").read_text("utf-8").strip() in text
    notices = json.loads((ROOT / "data" / "licences.json").read_text("utf-8"))["notices"]
    for notice in notices:
        for part in ("title", "holder", "licence", "licenceUrl", "credit", "text"):
            assert notice.get(part, "").strip() in text, f"{part} of {notice['source']}"
    for path in (ROOT / "data" / "notices").iterdir():
        assert path.read_text("utf-8").strip() in text, path.name


def test_every_page_and_both_indexes_lead_to_the_licences(site: Path) -> None:
    address = "http://127.0.0.1:8000/licences.txt"
    for name in ("llms.txt", "docs.txt"):
        assert f"]({address})" in text_of(site, name)
    pages = sorted((site / "public").rglob("*.html"))
    assert len(pages) > len(PAGES)
    for page in pages:
        text = page.read_text("utf-8")
        if page.name == "404.html":
            # It answers at any address, so that no link of it is relative.
            assert f'<a href="{address}">Licences</a>' in text
            continue
        up = "../" * (len(page.relative_to(site / "public").parts) - 1)
        assert f'<link rel="license" href="{up}licences.txt">' in text, page.name
        assert f'<a href="{up}licences.txt">Licences</a>' in text, page.name


def test_robots_may_read_everything(service: Service) -> None:
    assert service.get("/robots.txt").body.startswith(b"User-agent: *\nAllow: /\n\nSitemap: ")


def test_the_icon_is_an_icon_with_a_png(service: Service) -> None:
    body = service.get("/favicon.ico").body
    assert unpack("<HHH", body[:6]) == (0, 1, 1)
    size, offset = unpack("<II", body[14:22])
    assert body[offset : offset + 8] == b"\x89PNG\r\n\x1a\n"
    assert len(body) == offset + size
    assert as_ico(b"png", 32)[22:] == b"png"


def answering(body: str, status: int = 200) -> Ask:
    headers = (("X-Total-Count", "1"), ("Cache-Control", "x"), ("X-Dataset-Revision", "r"))

    def ask(_target: str, /, **_request: str) -> Answer:
        return Answer(status, headers, body)

    return ask


def test_an_exchange_shows_what_tells_something() -> None:
    shown = show_exchange(answering('{"a":[1,2]}'), "/v1")
    assert shown == ('```http\nGET /v1 HTTP/1.1\n\nHTTP/1.1 200 OK\nX-Total-Count: 1\n\n{"a": [1, 2]}\n```')
    assert "\nCache-Control: x\n" in show_exchange(answering("[]"), "/v1", ("Cache-Control",))


def test_a_fence_is_longer_than_any_in_the_answer() -> None:
    assert show_exchange(answering('"```"'), "/v1").startswith("````http\n")


def test_a_long_answer_is_cut_and_says_so() -> None:
    rows = ",".join(f'"{"x" * 80}{number}"' for number in range(9))
    shown = show_exchange(answering(f"[{rows}]"), "/v1", lines=4)
    assert shown.endswith("\n… 7 more lines\n```")


@pytest.mark.parametrize("target", ["/v1/name/côte", "/v1?a b", "/v1\n"])
def test_a_target_that_cannot_be_sent_is_refused(target: str) -> None:
    with pytest.raises(ValueError, match="percent-encode"):
        show_exchange(answering("[]"), target)


def test_a_fault_is_never_quoted() -> None:
    with pytest.raises(ValueError, match="/v1 answers 500"):
        show_exchange(answering("{}", 500), "/v1")


def test_json_is_laid_out_with_what_fits_on_a_line() -> None:
    value = {"short": [1, {"a": None}], "long": ["x" * 50, "y" * 50], "text": "é"}
    assert lay_out(value) == (
        '{\n  "short": [1, {"a": null}],\n  "long": [\n    "' + "x" * 50 + '",\n    "' + "y" * 50 + '"\n  ],\n'
        '  "text": "é"\n}'
    )


def test_a_link_to_no_page_is_refused_by_name() -> None:
    assert linked("[a](page:errors#x)", lambda page: f"{page.name}.html") == "[a](errors.html#x)"
    with pytest.raises(KeyError, match="no page 'nowhere'"):
        linked("[a](page:nowhere)", lambda page: page.name)


def test_what_markdown_would_read_is_escaped() -> None:
    assert escaped("a|b *c* <d>\n[e](f)") == "a\\|b \\*c\\* \\<d\\> \\[e\\](f)"
