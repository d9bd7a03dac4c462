"""The HTML pages: valid, and without anything inline that a strict policy refuses."""

import re
from pathlib import Path

import pytest

from builder.stages.documents.manual.highlighting import exchange_html, highlight_json
from builder.stages.documents.manual.html_pages import embedded
from builder.stages.documents.manual.markdown_to_html import prose_renderer
from tests.support.project import ROOT


@pytest.fixture(scope="module")
def pages(site: Path) -> list[Path]:
    public = site / "public"
    return [public / "index.html", public / "docs.html", *sorted((public / "docs").glob("*.html"))]


def test_nothing_is_inline_that_the_policy_refuses(pages: list[Path]) -> None:
    for page in pages:
        text = page.read_text("utf-8")
        assert not re.search(r"<[^>]+\s(style|on[a-z]+)=", text), page.name
        assert "<style" not in text, page.name
        assert "unsafe-" not in text, page.name


def test_a_policy_and_a_language_are_declared(pages: list[Path]) -> None:
    for page in pages:
        text = page.read_text("utf-8")
        assert '<html lang="en">' in text, page.name
        assert page.name == "docs.html" or "default-src 'none'" in text, page.name


def test_json_is_marked_and_escaped() -> None:
    assert highlight_json('{"a<b": "<script>", "n": -1.5e3, "t": true}') == (
        '{<span class="k">&#34;a&lt;b&#34;</span>: <span class="s">&#34;&lt;script&gt;&#34;</span>, '
        '<span class="k">&#34;n&#34;</span>: <span class="n">-1.5e3</span>, '
        '<span class="k">&#34;t&#34;</span>: <span class="n">true</span>}'
    )


def test_a_request_can_be_tried_unless_a_link_cannot_make_it() -> None:
    get = exchange_html('GET /v1?limit=1 HTTP/1.1\n\nHTTP/1.1 200 OK\nLink: <x>\n\n["&"]\n', "console.html")
    assert '<a href="console.html#/v1?limit=1">Try it</a>' in get
    assert "Link: &lt;x&gt;" in get
    assert "&#34;&amp;&#34;" in get
    assert "Try it" not in exchange_html("DELETE /v1 HTTP/1.1\n\nHTTP/1.1 405 Method Not Allowed\n", "console.html")
    conditional = exchange_html('GET /v1 HTTP/1.1\nIf-None-Match: "x"\n\nHTTP/1.1 304 Not Modified\n', "console.html")
    assert "Try it" not in conditional


def test_markdown_lets_no_html_through() -> None:
    render = prose_renderer(highlight_json, "console.html")
    page = render("# A\n\n<script>alert(1)</script> [x](javascript:alert(1))\n\n## B & C\n\n| a |\n|---|\n| <b> |\n")
    assert "<script" not in page.html
    assert "<b>" not in page.html
    assert 'href="javascript' not in page.html
    assert [(part.title, part.level, part.anchor) for part in page.parts] == [("A", 1, "a"), ("B & C", 2, "b-c")]
    assert page.terms == ()
    assert '<h2 id="b-c">B &amp; C</h2>' in page.html


def test_cells_of_a_wide_table_name_their_columns() -> None:
    render = prose_renderer(highlight_json, "console.html")
    wide = render(f"| Field | Meaning |\n|---|---|\n| `a` | {'word ' * 10}|\n").html
    assert '<div class="scroll stacked"' in wide
    assert '<td data-column="Field"><code>a</code></td>' in wide
    assert '<td data-column="Meaning">word' in wide
    unbroken = render(f"| Field | Meaning |\n|---|---|\n| {'a' * 38} | b |\n| a | b |\n| a | b |\n").html
    assert '<td data-column="Field">' in unbroken
    assert "data-column" not in render("| Field | Meaning |\n|---|---|\n| a | b |\n").html


def test_the_row_of_a_name_in_code_is_a_term() -> None:
    render = prose_renderer(highlight_json, "console.html")
    page = render(
        "# A\n\ntext\n\n## B\n\n| Name | Type | Is |\n|---|---|---|\n| `x` | text | a *b* |\n| y | `z` | c |\n"
    )
    assert [(term.title, term.anchor, term.text) for term in page.terms] == [("x", "b", "text a b")]
    assert [part.text for part in page.parts] == ["text", "y z c"]


def test_embedded_json_cannot_end_its_element() -> None:
    assert embedded({"a": "</script><!--"}) == '{"a":"\\u003c/script>\\u003c!--"}'


def test_every_import_of_a_script_stands_beside_it_and_the_core_s_own_as_it_is(site: Path) -> None:
    assets = site / "public/docs/assets"
    imported = {name for path in assets.glob("*.js") for name in re.findall(r"from '(.*)';", path.read_text("utf-8"))}
    assert "./fold.js" in imported
    assert [name for name in imported if not (assets / name).is_file()] == []
    assert (assets / "fold.js").read_bytes() == (ROOT / "edge/core/fold.js").read_bytes()


def test_a_table_of_hundreds_of_rows_is_folded_and_a_date_stays_on_one_line() -> None:
    render = prose_renderer(highlight_json, "console.html")
    head = "| a | b |\n|---|---|\n"
    page = render(f"# A\n\n{head}" + "| x | y |\n" * 101)
    assert "<details" in page.html
    assert "Show 101 rows</summary>" in page.html
    assert page.html.count("<details") == page.html.count("</details>")
    short = render(f"# A\n\n{head}| since 2024-12-31 | `2024-12-31` |\n")
    assert "<details" not in short.html
    assert 'since <span class="date">2024-12-31</span>' in short.html
    assert "<code>2024-12-31</code>" in short.html
