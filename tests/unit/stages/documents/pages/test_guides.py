"""Markdown of the pages: links and escapes."""

import pytest
from builder.stages.documents.pages.guides import escaped, linked


def test_linked_rejects_a_link_to_a_missing_page() -> None:
    assert linked("[a](page:errors#x)", lambda page: f"{page.name}.html") == "[a](errors.html#x)"
    with pytest.raises(KeyError, match="no page 'nowhere'"):
        linked("[a](page:nowhere)", lambda page: page.name)


def test_escaped_escapes_characters_of_markdown() -> None:
    assert escaped("a|b *c* <d>\n[e](f)") == "a\\|b \\*c\\* \\<d\\> \\[e\\](f)"
