"""Links of guides."""

from pathlib import Path

import pytest

from builder.documents import DocumentData
from builder.documents.rendering import linked
from builder.inputs.errors import InputError
from tests.support.own_documents import with_own


def test_linked_rejects_a_link_to_a_missing_page(data: DocumentData) -> None:
    linked_page = linked("[a](page:errors#x)", "pages/a.md", data, lambda page: f"{page.name}.html")
    assert linked_page == "[a](errors.html#x)"
    with pytest.raises(InputError, match=r"pages/a\.md: page:nowhere: is no name of a page"):
        linked("[a](page:nowhere)", "pages/a.md", data, lambda page: page.name)


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("See [costs](page:costs).", "See costs."),
        ("See [`a[0]` and \\[b\\]](page:costs#a-b), [lists](page:lists).", "See `a[0]` and \\[b\\], [lists](lists)."),
        ("[x] [the *costs*](page:costs)", "[x] the *costs*"),
        ("[two\nlines](page:costs)", "two\nlines"),
        # No link: its bracket is escaped, as in a title of a site.
        ("\\[a\\](page:costs)", "\\[a\\](page:costs)"),
    ],
)
def test_link_to_a_guide_that_is_left_out_becomes_its_text(
    data: DocumentData, tmp_path: Path, markdown: str, text: str
) -> None:
    own = with_own(data, tmp_path, {}, "costs")
    assert linked(markdown, "pages/a.md", own, lambda page: page.name) == text
