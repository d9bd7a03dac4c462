"""The allowlist of SVG images."""

import pytest

from builder.svg_rules import harmless_rules, harmless_value


@pytest.mark.parametrize(
    ("name", "value"),
    [("fill", "#ff0000"), ("fill", "url(#gradient)"), ("transform", "rotate(45 1 2)"), ("href", "#star")],
)
def test_drawing_attribute_is_kept(name: str, value: str) -> None:
    assert harmless_value(name, value) == value


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("onload", "alert(1)"),
        ("href", "https://elsewhere.example/"),
        ("fill", "url(https://elsewhere.example/a)"),
        ("fill", "u\\72l(#a)"),
        ("fill", "expression(1)"),
    ],
)
def test_attribute_that_runs_or_loads_something_is_removed(name: str, value: str) -> None:
    assert harmless_value(name, value) == ""


def test_style_attribute_loses_only_its_unsafe_declarations() -> None:
    assert harmless_value("style", "fill:red;mask:url(http://a.example)") == "fill:red"


def test_style_sheet_loses_comments_and_at_rules() -> None:
    assert harmless_rules("/* a */ @import 'b.css'; .c { fill: red }") == ".c { fill: red }"
    assert harmless_rules(".c { fill: url(http://a.example) }") == ""
