"""The functions that templates of HTML can apply."""

from builder.extensions.pages.html.filters import embedded


def test_embedded_json_cannot_end_its_element() -> None:
    assert embedded({"a": "</script><!--"}) == '{"a":"\\u003c/script>\\u003c!--"}'
