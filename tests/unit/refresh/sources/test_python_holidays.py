"""Holidays from the pinned package, and packages with unusable output."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from builder.input_errors import InputError
from refresh.download import fetch
from refresh.package_archive import Archive
from refresh.source_list import load_sources
from refresh.sources import python_holidays
from refresh.sources.holidays_worker import holidays_of
from tests.support.project import ROOT
from tests.support.refresh.packages import wheel

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


@pytest.fixture(scope="module", autouse=True)
def _pinned(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("holidays")
    fetch(load_sources(ROOT / "data" / "sources.json").source("python-holidays"), ROOT / ".cache" / "sources").unpack(
        folder
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield


def named(country: str, day: str) -> list[tuple[str, str, list[str]]]:
    items = holidays_of(country, [2026, 2027])
    return [(item["localName"], item["name"], item["types"]) for item in items if item["date"] == day]


def test_holiday_has_its_local_and_its_english_name() -> None:
    assert named("DE", "2026-10-03") == [("Tag der Deutschen Einheit", "German Unity Day", ["public"])]


def test_country_that_the_package_lacks_has_no_holidays() -> None:
    assert holidays_of("ZZ", [2026]) == []


def test_mark_of_an_estimated_date_is_removed_from_the_name() -> None:
    items = [item for code in ("TR", "MY", "EG") for item in holidays_of(code, [2027])]
    assert any("Eid" in item["name"] for item in items)
    assert [item for item in items if "estimated" in item["name"]] == []


def test_public_holiday_is_no_working_day() -> None:
    days = [item for code in ("AX", "FI") for item in holidays_of(code, [2026, 2027])]
    assert {kind for day in days for kind in day["types"]} == {"public"}
    assert {kind for day in holidays_of("UA", [2026]) for kind in day["types"]} == {"workday"}


def test_general_holidays_of_the_law_are_the_public_ones() -> None:
    assert len(holidays_of("MO", [2026])) == 20
    assert named("MO", "2026-12-25")[0][1:] == ("Christmas Day", ["public", "government"])
    assert named("HK", "2026-04-03")[0][1:] == ("Good Friday", ["public"])
    assert named("HK", "2026-04-05") == []


def test_further_days_of_a_confirmed_feast_are_no_estimates() -> None:
    source = load_sources(ROOT / "data" / "sources.json").source("python-holidays")
    archive = fetch(source, ROOT / ".cache" / "sources")
    confirmed = {"DZ": ["2026-03-20"]}
    known: Any = {"DZ": {}}
    facts = python_holidays.read(archive, known, (2026,), "2026-01-01T00:00:00Z", confirmed)
    estimated = {item["date"] for item in facts["DZ"]["holidays"].value["items"] if "estimated" in item["types"]}
    assert estimated.isdisjoint({"2026-03-20", "2026-03-21", "2026-03-22"})
    assert "2026-05-27" in estimated


def test_two_holidays_on_one_day_are_separate_items() -> None:
    assert named("NO", "2027-05-17") == [
        ("Andre pinsedag", "Pentecost Monday", ["public"]),
        ("Grunnlovsdag", "Constitution Day", ["public"]),
    ]
    assert [name for _, name, _ in named("GM", "2027-08-16")] == [
        "Assumption Day (observed)",
        "Prophet's Birthday (observed)",
    ]


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
    known: Any = {"XX": {}}
    with pytest.raises(InputError, match=message):
        python_holidays.read(archive, known, (2026,), "2026-01-01T00:00:00Z", {})
