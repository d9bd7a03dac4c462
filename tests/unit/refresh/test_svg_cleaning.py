"""Sanitizing of SVG images."""

from pathlib import Path

import pytest

from builder.refresh.svg_cleaning import clean
from builder.stages.images.svg_check import refuse_unsafe
from tests.support.project import ROOT

CASES = sorted((ROOT / "tests" / "fixtures" / "svg").glob("*.clean.svg"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name.split(".")[0])
def test_only_the_drawing_is_kept(path: Path) -> None:
    original = path.with_name(path.name.replace(".clean", "")).read_bytes()
    assert clean(original).decode() == path.read_text("utf-8")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name.split(".")[0])
def test_clean_image_is_unchanged(path: Path) -> None:
    assert clean(path.read_bytes()) == path.read_bytes()


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name.split(".")[0])
def test_cleaned_image_passes_the_check_of_a_build(path: Path) -> None:
    refuse_unsafe(clean(path.with_name(path.name.replace(".clean", "")).read_bytes()))


@pytest.mark.parametrize("source", [b"", b"<svg", b"<svg/>", b"<html xmlns='http://www.w3.org/1999/xhtml'/>"])
def test_file_that_is_not_an_svg_is_rejected(source: bytes) -> None:
    with pytest.raises(ValueError, match=r"is not well-formed XML|is not an SVG"):
        clean(source)
