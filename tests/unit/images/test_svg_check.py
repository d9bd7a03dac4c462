"""Images that the build rejects."""

import json
from pathlib import Path

import pytest

from builder.images.svg_check import refuse_unsafe
from tests.support.project import ROOT

CASES = ROOT / "tests" / "fixtures" / "svg"


UNSAFE = json.loads((CASES / "unsafe.json").read_text("utf-8"))


@pytest.mark.parametrize("path", sorted(CASES.glob("*.clean.svg")), ids=lambda path: path.name.split(".")[0])
def test_clean_image_is_accepted(path: Path) -> None:
    refuse_unsafe(path.read_bytes())


@pytest.mark.parametrize(("name", "parts"), UNSAFE.items())
def test_error_names_every_unsafe_part(name: str, parts: list[str]) -> None:
    with pytest.raises(ValueError, match=r"^contains ") as refused:
        refuse_unsafe((CASES / name).read_bytes())
    assert [part for part in parts if part not in str(refused.value)] == []


@pytest.mark.parametrize(
    ("inside", "part"),
    [
        ("<style>rect { fill: \\75rl(https://elsewhere.example/) }</style>", "rules of <style>"),
        ("<style>@import 'https://elsewhere.example/a.css';</style>", "rules of <style>"),
        ("<style>a {}<g/>@import 'https://elsewhere.example/a.css';</style>", "rules of <style>"),
        ("<g>words</g>", "text in <g>"),
        ("<g/>words", "text after <g>"),
    ],
)
def test_text_and_style_rules_outside_the_allowlist_are_rejected(inside: str, part: str) -> None:
    with pytest.raises(ValueError, match=f"^contains .*{part}"):
        refuse_unsafe(f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>'.encode())


def test_image_that_is_not_utf_8_is_rejected() -> None:
    with pytest.raises(ValueError, match=r"UTF-8|not well-formed"):
        refuse_unsafe("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>".encode("utf-16"))
