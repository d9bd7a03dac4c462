"""The filter of templates that escapes Markdown."""

from builder.documents.document_data import escaped


def test_escaped_escapes_characters_of_markdown() -> None:
    assert escaped("a|b *c* <d>\n[e](f)") == "a\\|b \\*c\\* \\<d\\> \\[e\\](f)"
