"""Changes of the dataset in words, their feed and their file."""

import json
from typing import Any

import pytest
from lxml import etree

from builder.documents.document_data import DocumentData
from builder.extensions.pages.change_feed import by_country, by_day, changes_feed, changes_json, describe_changes
from tests.support.cases import load_cases
from tests.support.values import LANGUAGES, VALUES, dataset

CASES = load_cases("change_feed")

ATOM = "{http://www.w3.org/2005/Atom}"


def entry(day: str, *changes: tuple[str, Any, Any]) -> Any:
    return {
        "date": day,
        "changes": [{"cca2": "AA", "field": field, "old": old, "new": new} for field, old, new in changes],
    }


@pytest.mark.parametrize(("field", "old", "new", "label", "text"), CASES["words"])
def test_change_is_said_in_words(field: str, old: Any, new: Any, label: str, text: str) -> None:
    (change,) = describe_changes([entry("2026-11-21", (field, old, new))], dataset(*VALUES))
    assert (change.label, change.country, change.text) == (label, "Aland", text)


NEWER = entry("2026-11-21", ("population", 1, 9), ("area", 10, 12), ("name.common", "a", "<b>&"))
ENTRIES = [NEWER, entry("2026-11-01", ("tld", [".a"], [".b"]))]


def test_newest_day_is_first_and_begins_with_what_people_ask_for() -> None:
    changes = describe_changes(ENTRIES, dataset(*VALUES))
    assert [(day, [label for label, _ in labels]) for day, labels in by_day(changes)] == [
        ("2026-11-21", ["Population", "Area", "Official and native names"]),
        ("2026-11-01", ["Top-level domains"]),
    ]


@pytest.mark.parametrize(
    ("dates", "old", "new", "sentence"),
    [
        (("2026-01-01 New", "2031-01-01 New"), None, {"name": "New"}, "2 days of 2026 to 2031 added"),
        (("2026-01-01 New", "2026-01-01 Neu"), {"name": "New"}, None, "1 day of 2026 removed"),
        (("2026-01-01 New", "2026-01-02 New"), {"name": "Neu"}, {"name": "New"}, "2 days of 2026 corrected"),
        (("2026-01-01 New",), None, {"name": "New"}, ""),
    ],
)
def test_changed_holidays_are_counted_in_one_sentence(dates: Any, old: Any, new: Any, sentence: str) -> None:
    paths = [f"holidays.items.{date}" for date in dates]
    day: list[Any] = [(path, *(one and {"date": path[15:25], **one} for one in (old, new))) for path in paths]
    changes = describe_changes([entry("2026-11-21", *day, ("holidays.years", [2025], [2026]))], dataset(*VALUES))
    assert [text for text, _ in by_country(changes)] == [sentence, ""]


def test_every_change_has_an_address_of_its_own() -> None:
    changes = describe_changes([entry("2026-11-21", ("area", 1, 2), ("population", 1, 2))], dataset(*VALUES))
    assert {change.anchor for change in changes} == {"on-2026-11-21-aa-population", "on-2026-11-21-aa-area"}


@pytest.mark.parametrize("entries", [[], ENTRIES])
def test_each_refresh_is_an_entry_of_the_feed(entries: list[Any], data: DocumentData) -> None:
    feed = etree.fromstring(changes_feed(describe_changes(entries, dataset(*VALUES)), data))
    found = feed.findall(f"{ATOM}entry")
    assert [one.findtext(f"{ATOM}updated") for one in found] == [f"{one['date']}T00:00:00Z" for one in entries]
    assert len({one.findtext(f"{ATOM}id") for one in found}) == len(entries)
    assert feed.findtext(f"{ATOM}updated")
    if found:
        assert found[0].findtext(f"{ATOM}summary") == "Population: 1, Area: 1, Official and native names: 1"


def test_a_value_has_its_language_and_keeps_its_direction_on_the_page() -> None:
    (code, language), *_ = LANGUAGES.items()
    changes = describe_changes([entry("2026-11-21", (f"translations.{code}.common", "<a>", None))], dataset(*VALUES))
    tag = language.get("alpha2", code)
    assert changes[0].html == f'{language["name"]} name removed (<bdi lang="{tag}">&lt;a&gt;</bdi>)'


def test_json_has_every_change_with_its_words() -> None:
    data = dataset(*VALUES)._replace(changes=tuple(ENTRIES))
    whole = json.loads(changes_json(describe_changes(ENTRIES, data), data))
    words = {"label": "Population", "text": "Changed from 1 to 9", "anchor": "on-2026-11-21-aa-population"}
    assert {"date": "2026-11-21", **NEWER["changes"][0], **words} in whole["changes"]
    assert len(whole["changes"]) == 4
