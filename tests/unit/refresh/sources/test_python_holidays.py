"""Holidays from small packages in the form of the pinned one, and packages with unusable output."""

from pathlib import Path

import pytest

from builder.inputs.errors import InputError
from refresh.inputs import Inputs
from refresh.package_archive import Archive
from refresh.sources import python_holidays
from tests.support.refresh.packages import wheel
from tests.support.refresh.small_project import make_small_project
from tests.support.values import incomplete

CALENDAR = """
class Calendar(dict):
    default_language = language = "xx"
    supported_languages = ("en_US", "xx")
    supported_categories = ("public",)
    estimated_label = "%s (estimated)"

    @classmethod
    def get_supported_options(cls):
        return {"islamic_show_estimated": bool}

    def tr(self, text):
        return text

    def get_list(self, day):
        return self[day]


def country_holidays(country, years=(), language="xx", categories=(), islamic_show_estimated=False):
"""
# A day has two names in each of two calendars; the English calendar translates neither name.
UNTRANSLATED = (
    CALENDAR
    + """
    return Calendar({"2026-01-01": ["Uno", "Duo"] if language == "xx" else ["One", "Two"]})
"""
)
# A calendar that marks an estimated date only if its option says so; the local name is English.
ESTIMATED = (
    CALENDAR
    + """
    return Calendar({"2026-03-20": ["Feast (estimated)" if islamic_show_estimated else "Feast"]})
"""
)


def test_date_that_follows_the_moon_stays_an_estimate_and_gets_its_local_name(tmp_path: Path) -> None:
    project = make_small_project(tmp_path)
    project.write("curated/holiday-names.json", {"values": {"XX": {"Feast": "Festa"}}})
    archive = Archive(wheel(tmp_path / "holidays.whl", {"holidays/__init__.py": ESTIMATED.encode()}))
    inputs = Inputs(project.data, project.catalog, project.cache, incomplete({"XX": {}}))
    (day,) = python_holidays.read(archive, inputs)["XX"]["holidays"].value["items"]
    assert day == {"date": "2026-03-20", "localName": "Festa", "name": "Feast", "types": ["public", "estimated"]}


@pytest.mark.parametrize(
    ("package", "message"),
    [
        (
            UNTRANSLATED,
            r"holidays\.whl: failed: cannot match the translations \['One', 'Two'\] with the names \['Uno', 'Duo'\]",
        ),
        ("raise RuntimeError('of another form')", r"holidays\.whl: failed: RuntimeError: of another form"),
    ],
)
def test_unreadable_package_is_named(package: str, message: str, tmp_path: Path) -> None:
    archive = Archive(wheel(tmp_path / "holidays.whl", {"holidays/__init__.py": package.encode()}))
    project = make_small_project(tmp_path)
    inputs = Inputs(project.data, project.catalog, project.cache, incomplete({"XX": {}}))
    with pytest.raises(InputError, match=message):
        python_holidays.read(archive, inputs)
