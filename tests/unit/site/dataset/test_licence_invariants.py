"""Texts of licences that must accompany what is taken from a source."""

from pathlib import Path
from typing import Any

import pytest

from builder.site.dataset.licence_invariants import missing_notices

FILES: dict[str, Any] = {
    "sources.json": {"sources": [{"id": "flags", "licence": "MIT"}, {"id": "facts", "licence": "CC-BY-4.0"}]},
    "licences.json": {"notices": [{"source": "flags"}]},
}


def _found(folder: Path, files: dict[str, Any]) -> list[str]:
    return [str(problem) for problem in missing_notices(folder, files)]


@pytest.mark.parametrize("stored", [None, "", " \n"])
def test_text_that_is_missing_or_empty_is_named(tmp_path: Path, stored: str | None) -> None:
    if stored is not None:
        (tmp_path / "flags.txt").write_text(stored)
    assert _found(tmp_path, FILES) == ["notices/flags.txt: is missing or empty; restore the text of its licence, MIT"]


def test_text_is_a_file_or_part_of_the_table(tmp_path: Path) -> None:
    listed = {**FILES, "licences.json": {"notices": [{"source": "flags", "text": "Permission is granted."}]}}
    assert _found(tmp_path, listed) == []
    (tmp_path / "flags.txt").write_text("Permission is granted.")
    assert _found(tmp_path, FILES) == []


def test_source_without_a_notice_is_named(tmp_path: Path) -> None:
    without = {**FILES, "licences.json": {"notices": []}}
    assert _found(tmp_path, without) == ["licences.json: notices: lacks flags, whose licence MIT must be repeated"]
