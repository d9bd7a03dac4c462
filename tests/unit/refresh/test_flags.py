"""Sanitizing of SVG images, and flags from a small package."""

from pathlib import Path
from typing import Any

import pytest
import resvg_py

from builder.inputs.errors import InputError
from refresh.download import fetch
from refresh.flags import clean, flags
from refresh.package_archive import Archive
from refresh.sources_json import load_sources
from tests.support.project import ROOT
from tests.support.refresh.packages import tarball

FLAG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="4" height="3"/></svg>'
CASES = sorted((ROOT / "tests" / "fixtures" / "svg").glob("*.clean.svg"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name.split(".")[0])
def test_only_the_drawing_is_left(path: Path) -> None:
    original = path.with_name(path.name.replace(".clean", "")).read_bytes()
    assert clean(original).decode() == path.read_text("utf-8")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name.split(".")[0])
def test_clean_image_is_unchanged(path: Path) -> None:
    assert clean(path.read_bytes()) == path.read_bytes()


@pytest.mark.parametrize("source", [b"", b"<svg", b"<svg/>", b"<html xmlns='http://www.w3.org/1999/xhtml'/>"])
def test_file_that_is_not_an_svg_is_rejected(source: bytes) -> None:
    with pytest.raises(ValueError, match=r"is not well-formed XML|is not an SVG"):
        clean(source)


def package(tmp_path: Path, **flags: bytes) -> Archive:
    members: dict[str, Any] = {f"flags/4x3/{code}.svg": content for code, content in flags.items()}
    return Archive(tarball(tmp_path / "flags.tgz", {"LICENSE": b"of the flags", **members}))


def test_flags_of_the_countries_are_sanitized(tmp_path: Path) -> None:
    assert flags(package(tmp_path, de=FLAG, eu=FLAG), ["DE"]) == {
        "flags/de.svg": '<svg xmlns="http://www.w3.org/2000/svg"><rect width="4" height="3"/></svg>\n',
        "notices/flag-icons.txt": "of the flags",
    }


def test_every_missing_or_invalid_flag_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="data/ is unchanged") as refused:
        flags(package(tmp_path, de=FLAG, fr=b"<svg"), ["DE", "FR", "XK"])
    assert [(problem.where, problem.message.split(":")[0]) for problem in refused.value.problems] == [
        ("flags/4x3/fr.svg", "is not well-formed XML"),
        ("flags/4x3/xk.svg", "is not in the package"),
    ]


# Every twelfth flag, or every flag, and the flag with the longest source.
@pytest.mark.slow
@pytest.mark.parametrize("step", [12, pytest.param(1, marks=pytest.mark.soak)])
def test_cleaning_changes_no_pixel_of_a_flag(step: int) -> None:
    source = load_sources(ROOT / "data" / "sources.json").source("flag-icons")
    originals = fetch(source, ROOT / ".cache" / "sources").files("flags/4x3/*.svg")
    shipped = {path.stem: path.read_bytes() for path in (ROOT / "data" / "flags").glob("*.svg")}
    codes = sorted(shipped)
    longest = max(codes, key=lambda code: len(originals[f"flags/4x3/{code}.svg"]))
    changed = [
        code
        for code in {*codes[::step], longest}
        if rendered(shipped[code]) != rendered(originals[f"flags/4x3/{code}.svg"])
    ]
    assert changed == []


def rendered(image: bytes) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=image.decode(), width=320, skip_system_fonts=True))
