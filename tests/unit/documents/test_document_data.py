"""The filters of templates."""

from builder.documents.document_data import embedded, escaped


def test_embedded_json_cannot_end_its_element() -> None:
    assert embedded({"a": "</script><!--"}) == '{"a":"\\u003c/script>\\u003c!--"}'


def test_escaped_escapes_characters_of_markdown() -> None:
    assert escaped("a|b *c* <d>\n[e](f)") == "a\\|b \\*c\\* \\<d\\> \\[e\\](f)"
