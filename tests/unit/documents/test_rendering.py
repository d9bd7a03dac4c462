"""Links of guides."""

import pytest

from builder.documents import DocumentData
from builder.documents.rendering import linked
from builder.inputs.errors import InputError


def test_linked_rejects_a_link_to_a_missing_page(data: DocumentData) -> None:
    linked_page = linked("[a](page:errors#x)", "pages/a.md", data, lambda page: f"{page.name}.html")
    assert linked_page == "[a](errors.html#x)"
    with pytest.raises(InputError, match=r"pages/a\.md: page:nowhere: is no name of a page"):
        linked("[a](page:nowhere)", "pages/a.md", data, lambda page: page.name)
