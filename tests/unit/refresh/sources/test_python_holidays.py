"""Holidays from the pinned package, and packages with unusable output."""

from pathlib import Path

import pytest

from builder.inputs.errors import InputError
from refresh.inputs import Inputs
from refresh.package_archive import Archive
from refresh.sources import python_holidays
from tests.support.refresh.packages import wheel
from tests.support.refresh.small_project import make_small_project
from tests.support.values import incomplete

# Two calendars of one day with two names each; the English one translates neither.
UNTRANSLATED = b"""
class Calendar(dict):
    default_language = "xx"
    supported_languages = ("en_US", "xx")
    supported_categories = ("public",)
    language = "xx"

    def tr(self, text):
        return text

    def get_list(self, day):
        return self[day]


def country_holidays(country, years=(), language="xx", categories=()):
    calendar = Calendar()
    calendar["2026-01-01"] = ["Uno", "Duo"] if language == "xx" else ["One", "Two"]
    return calendar
"""


@pytest.mark.parametrize(
    ("package", "message"),
    [
        (
            UNTRANSLATED,
            r"holidays\.whl: failed: cannot match the translations \['One', 'Two'\] with the names \['Uno', 'Duo'\]",
        ),
        (b"raise RuntimeError('of another form')", r"holidays\.whl: failed: RuntimeError: of another form"),
    ],
)
def test_unreadable_package_is_named(package: bytes, message: str, tmp_path: Path) -> None:
    archive = Archive(wheel(tmp_path / "holidays.whl", {"holidays/__init__.py": package}))
    project = make_small_project(tmp_path)
    inputs = Inputs(project.data, project.catalog, project.cache, incomplete({"XX": {}}))
    with pytest.raises(InputError, match=message):
        python_holidays.read(archive, inputs)
