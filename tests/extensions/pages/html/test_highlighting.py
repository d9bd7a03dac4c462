"""JSON and exchanges as highlighted HTML."""

from builder.extensions.pages.html.highlighting import breakable, exchange_html, highlight_code, highlight_json


def test_highlight_json_marks_tokens_and_escapes_text() -> None:
    assert highlight_json('{"a<b": "<script>", "n": -1.5e3, "t": true}') == (
        '{<span class="k">&#34;a&lt;b&#34;</span>: <span class="s">&#34;&lt;script&gt;&#34;</span>, '
        '<span class="k">&#34;n&#34;</span>: <span class="n">-1.5e3</span>, '
        '<span class="k">&#34;t&#34;</span>: <span class="n">true</span>}'
    )


def test_exchange_html_links_to_the_console_only_for_plain_get_requests() -> None:
    get = exchange_html('GET /v1?limit=1 HTTP/1.1\n\nHTTP/1.1 200 OK\nLink: <x>\n\n["&"]\n', "console.html")
    assert '<a href="console.html#/v1?limit=1">Open in console</a>' in get
    assert "Link: &lt;x&gt;" in get
    assert "&#34;&amp;&#34;" in get
    assert "Open in console" not in exchange_html(
        "DELETE /v1 HTTP/1.1\n\nHTTP/1.1 405 Method Not Allowed\n", "console.html"
    )
    conditional = exchange_html('GET /v1 HTTP/1.1\nIf-None-Match: "x"\n\nHTTP/1.1 304 Not Modified\n', "console.html")
    assert "Open in console" not in conditional


def test_code_is_escaped_and_its_keywords_strings_and_comments_are_coloured() -> None:
    assert highlight_code("const a = b < 'x'; // c") == (
        '<span class="k">const</span> a = b &lt; <span class="s">&#39;x&#39;</span>; <span class="c">// c</span>'
    )
    assert highlight_code("print('a', 1)").count("<span") == 3
    # An address that is no string is no comment.
    assert highlight_code("git clone https://example.org/a # b").count("<span") == 1


def test_lines_break_between_the_parts_of_an_address() -> None:
    assert breakable("/v1/capital/{capital}?a=<") == "/v1/<wbr>capital/<wbr>{capital}?a=&lt;"
    assert breakable("/v1?fields=name.common,cca2&limit=2") == "/v1?fields=name.common,<wbr>cca2<wbr>&amp;limit=2"
    assert breakable("enrichment.economics") == "enrichment<wbr>.economics"
    assert breakable("a/b") == "a/b"
