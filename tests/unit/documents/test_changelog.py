"""The release notes are in the form of Keep a Changelog."""

from pathlib import Path

import pytest

from builder.documents.changelog import read_changelog
from builder.input_errors import InputError
from tests.support.project import ROOT

SOUND = "# Changelog\n\n## [Unreleased]\n\n### Data\n\n- a\n\n## [1.0.0-rc.1] - 2026-01-31\n\n### Fixed\n\n- b\n"


def test_shipped_changelog_has_the_form() -> None:
    path = ROOT / "CHANGELOG.md"
    assert read_changelog(path) == path.read_text("utf-8")


def test_release_with_a_version_and_a_date_has_the_form(tmp_path: Path) -> None:
    path = tmp_path / "CHANGELOG.md"
    path.write_text(SOUND, "utf-8")
    assert read_changelog(path) == SOUND


@pytest.mark.parametrize(
    ("old", "new", "places"),
    [
        ("# Changelog", "", [""]),
        ("## [Unreleased]", "## Unreleased", ["line 3"]),
        (" - 2026-01-31", "", ["line 9"]),
        ("1.0.0-rc.1", "one", ["line 9"]),
        ("### Data", "### Altered", ["line 5"]),
    ],
)
def test_line_of_another_form_is_named(tmp_path: Path, old: str, new: str, places: list[str]) -> None:
    path = tmp_path / "CHANGELOG.md"
    path.write_text(SOUND.replace(old, new, 1), "utf-8")
    with pytest.raises(InputError) as refused:
        read_changelog(path)
    assert [problem.where for problem in refused.value.problems] == places
