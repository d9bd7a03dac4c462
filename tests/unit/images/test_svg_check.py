"""The allowlist of SVG images, and images that the build rejects."""

import json
from pathlib import Path

import pytest

from builder.images.svg_check import harmless_rules, harmless_value, refuse_unsafe
from tests.support.cases import load_cases
from tests.support.project import ROOT

CASES = load_cases("svg_check")

PICTURES = ROOT / "tests/fixtures/svg"


UNSAFE = json.loads((PICTURES / "unsafe.json").read_text("utf-8"))


@pytest.mark.parametrize("path", sorted(PICTURES.glob("*.clean.svg")), ids=lambda path: path.name.split(".")[0])
def test_clean_image_is_accepted(path: Path) -> None:
    refuse_unsafe(path.read_bytes())


@pytest.mark.parametrize(("name", "parts"), UNSAFE.items())
def test_error_names_every_unsafe_part(name: str, parts: list[str]) -> None:
    with pytest.raises(ValueError, match=r"^contains ") as refused:
        refuse_unsafe((PICTURES / name).read_bytes())
    assert [part for part in parts if part not in str(refused.value)] == []


@pytest.mark.parametrize(("inside", "part"), CASES["texts"])
def test_text_and_style_rules_outside_the_allowlist_are_rejected(inside: str, part: str) -> None:
    with pytest.raises(ValueError, match=f"^contains .*{part}"):
        refuse_unsafe(f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>'.encode())


def test_image_that_is_not_utf_8_is_rejected() -> None:
    with pytest.raises(ValueError, match=r"UTF-8|not well-formed"):
        refuse_unsafe("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>".encode("utf-16"))


@pytest.mark.parametrize(("name", "value"), CASES["kept"])
def test_drawing_attribute_is_kept(name: str, value: str) -> None:
    assert harmless_value(name, value) == value


@pytest.mark.parametrize(("name", "value"), CASES["removed"])
def test_attribute_that_runs_or_loads_something_is_removed(name: str, value: str) -> None:
    assert harmless_value(name, value) == ""


def test_style_attribute_loses_only_its_unsafe_declarations() -> None:
    assert harmless_value("style", "fill:red;mask:url(http://a.example)") == "fill:red"


def test_style_sheet_loses_comments_and_at_rules() -> None:
    assert harmless_rules("/* a */ @import 'b.css'; .c { fill: red }") == ".c { fill: red }"
    assert harmless_rules(".c { fill: url(http://a.example) }") == ""
