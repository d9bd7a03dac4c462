"""The texts of licences that must be repeated."""

from pathlib import Path
from typing import Any

import pytest

from refresh.audit.notices import missing_notices

SOURCES: list[Any] = [{"id": "flags", "licence": "MIT"}, {"id": "facts", "licence": "CC-BY-4.0"}]


def found(folder: Path, *notices: Any) -> list[str]:
    licences: Any = {"notices": notices}
    return [str(problem) for problem in missing_notices(folder, SOURCES, licences)]


@pytest.mark.parametrize("stored", [None, "", " \n"])
def test_text_that_is_missing_or_empty_is_named(tmp_path: Path, stored: str | None) -> None:
    if stored is not None:
        (tmp_path / "flags.txt").write_text(stored)
    message = "notices/flags.txt: is missing or empty; restore the text of its licence, MIT"
    assert found(tmp_path, {"source": "flags"}) == [message]


def test_text_is_a_file_or_part_of_the_table(tmp_path: Path) -> None:
    assert found(tmp_path, {"source": "flags", "text": "Permission is granted."}) == []
    (tmp_path / "flags.txt").write_text("Permission is granted.")
    assert found(tmp_path, {"source": "flags"}) == []


def test_source_without_a_notice_is_named(tmp_path: Path) -> None:
    assert found(tmp_path) == ["licences.json: notices: lacks flags, whose licence MIT must be repeated"]
