"""Markdown pages as HTML."""

from builder.extensions.pages.html.markdown_to_html import render_markdown


def test_html_in_markdown_is_escaped() -> None:
    page = render_markdown(
        "# A\n\n<script>alert(1)</script> [x](javascript:alert(1))\n\n## B & C\n\n| a |\n|---|\n| <b> |\n", str
    )
    assert "<script" not in page["html"]
    assert "<b>" not in page["html"]
    assert 'href="javascript' not in page["html"]
    assert [(part["title"], part["level"], part["anchor"]) for part in page["parts"]] == [
        ("A", 1, "a"),
        ("B & C", 2, "b-c"),
    ]
    assert page["terms"] == []
    assert '<h2 id="b-c">B &amp; C</h2>' in page["html"]


def test_cells_of_a_wide_table_have_their_column_name() -> None:
    wide = render_markdown(f"| Field | Meaning |\n|---|---|\n| `a` | {'word ' * 10}|\n", str)["html"]
    assert '<div class="scroll stacked"' in wide
    assert '<td data-column="Field"><code>a</code></td>' in wide
    assert '<td data-column="Meaning">word' in wide
    unbroken = render_markdown(f"| Field | Meaning |\n|---|---|\n| {'a' * 38} | b |\n| a | b |\n| a | b |\n", str)[
        "html"
    ]
    # Cells without sentences stand in a column beside the names.
    assert '<div class="scroll stacked values"' in unbroken
    assert '<td data-column="Field">' in unbroken
    assert "data-column" not in render_markdown("| Field | Meaning |\n|---|---|\n| a | b |\n", str)["html"]


def test_types_are_coloured() -> None:
    html = render_markdown("| Name | Type |\n|---|---|\n| `x` | text |\n", str)["html"]
    assert '<td class="type">text</td>' in html
    assert html.count('class="type"') == 1


def test_row_with_a_name_in_code_is_a_term() -> None:
    page = render_markdown(
        "# A\n\ntext\n\n## B\n\n| Name | Type | Is |\n|---|---|---|\n| `x` | text | a *b* |\n| y | `z` | c |\n",
        str,
    )
    assert [(term["title"], term["anchor"], term["text"]) for term in page["terms"]] == [("x", "b", "text a b")]
    assert [part["text"] for part in page["parts"]] == ["text", "y z c"]


def test_size_keeps_its_unit_and_a_line_of_code_has_no_strip_above_it() -> None:
    page = render_markdown("# A\n\nAbout 1.5 MB of 12 files.\n\n```sh\none\n```\n\n```json\n1\n2\n```\n", str)
    assert 'About <span class="date">1.5 MB</span> of 12 files' in page["html"]
    assert page["html"].count('<div class="block line">') == 1
    assert page["html"].count('<div class="block">') == 1


def test_long_table_is_collapsed_and_a_date_stays_on_one_line() -> None:
    head = "| a | b |\n|---|---|\n"
    page = render_markdown(f"# A\n\n{head}" + "| x | y |\n" * 101, str)
    assert "<details" in page["html"]
    assert "Show 101 rows</summary>" in page["html"]
    assert page["html"].count("<details") == page["html"].count("</details>")
    short = render_markdown(f"# A\n\n{head}| since 2024-12-31 | `2024-12-31` |\n", str)
    assert "<details" not in short["html"]
    assert 'since <span class="date">2024-12-31</span>' in short["html"]
    assert "<code>2024-12-31</code>" in short["html"]
