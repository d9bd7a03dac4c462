"""The filters of templates."""

from builder.documents.values.template_filters import embedded, escaped


def test_embedded_json_cannot_end_its_element() -> None:
    assert embedded({"a": "</script><!--"}) == '{"a":"\\u003c/script>\\u003c!--"}'


def test_escaped_escapes_characters_of_markdown() -> None:
    assert escaped("a|b *c* <d>\n[e](f)") == "a\\|b \\*c\\* \\<d\\> \\[e\\](f)"
