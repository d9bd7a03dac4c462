"""Changes of the dataset in words."""

from typing import Any

import pytest

from builder.annexes.pages.changes import by_day, describe_changes
from tests.support.values import VALUES, dataset


def entry(day: str, *changes: tuple[str, Any, Any]) -> Any:
    return {
        "date": day,
        "changes": [{"cca2": "AA", "field": field, "old": old, "new": new} for field, old, new in changes],
    }


@pytest.mark.parametrize(
    ("field", "old", "new", "kind", "text"),
    [
        ("name.common", "Aland", "Åland", "names", "Common name: Aland to Åland"),
        ("capital", ["Sucre"], ["Sucre", "La Paz"], "names", "Capital: La Paz added"),
        ("borders", None, ["AAA", "BBB"], "names", "Land borders: Aland, Beland added"),
        ("borders", ["BBB"], [], "names", "Land borders: Beland removed"),
        ("borders", ["BBB"], ["AAA", "ZZZ"], "names", "Land borders: Aland, ZZZ added; Beland removed"),
        ("currencies.XCG.name", None, "Caribbean guilder", "names", "Currencies: Caribbean guilder added"),
        (
            "currencies.XCG.name",
            "Guilder",
            "Caribbean guilder",
            "names",
            "Currency (XCG): Guilder to Caribbean guilder",
        ),
        ("enrichment.economics.gdp", 611e9, 753e9, "figures", "GDP: $611 billion to $753 billion"),
        ("population", 100_000, 101_000, "small", "Population: 100,000 to 101,000"),
        ("capitalInfo.population", 1_807_000, None, "figures", "Population of the capital: 1.81 million removed"),
        ("independent", False, None, "names", "Independent: no longer stated"),
        ("unMember", False, True, "names", "Member of the United Nations: no to yes"),
        ("enrichment.government.type", "monarchy", "republic", "facts", "Form of government: monarchy to republic"),
        ("translations.hun.common", "Aland", "Álland", "spellings", "Translated common name (hun): Aland to Álland"),
        ("altSpellings", ["b", "a"], ["a", "b"], "spellings", "Other names: another order"),
        (
            "holidays.items.2026-01-01 Nyår",
            None,
            {"name": "New Year", "date": "2026-01-01", "types": ["public"]},
            "holidays",
            "Holiday: New Year, 2026-01-01, public added",
        ),
    ],
)
def test_change_is_said_in_words(field: str, old: Any, new: Any, kind: str, text: str) -> None:
    (change,) = describe_changes([entry("2026-11-21", (field, old, new))], dataset(*VALUES))
    assert (change.kind.id, change.country, change.text) == (kind, "Aland", text)


def test_newest_and_most_important_are_first() -> None:
    changes = describe_changes(
        [
            entry(
                "2026-11-21",
                ("altSpellings", [], ["A"]),
                ("area", 10, 12),
                ("population", 1, 9),
                ("name.official", "a", "b"),
            ),
            entry("2026-11-01", ("tld", [".a"], [".b"])),
        ],
        dataset(*VALUES),
    )
    assert [(change.date, change.field) for change in changes] == [
        ("2026-11-21", "name.official"),
        ("2026-11-21", "population"),
        ("2026-11-21", "area"),
        ("2026-11-21", "altSpellings"),
        ("2026-11-01", "tld"),
    ]
    assert [(day, [kind.id for kind, _ in kinds]) for day, kinds in by_day(changes)] == [
        ("2026-11-21", ["names", "figures", "spellings"]),
        ("2026-11-01", ["facts"]),
    ]


def test_members_of_an_object_are_one_change() -> None:
    changes = [
        ("languages.deu", "German", None),
        ("languages.her", "Herero", None),
        ("languages.xho", None, "Xhosa"),
        ("languages.nld", "Flemish", "Dutch"),
    ]
    described = describe_changes([entry("2026-11-21", *changes)], dataset(*VALUES))
    assert [change.text for change in described] == [
        "Languages: Xhosa added; German, Herero removed",
        "Language (nld): Flemish to Dutch",
    ]


def test_parts_that_repeat_a_change_are_left_out() -> None:
    changes = [
        ("enrichment.population.value", 1, 2),
        ("enrichment.population.asOf", "2024", "2025"),
        ("population", 1, 2),
    ]
    assert [one.field for one in describe_changes([entry("2026-11-21", *changes)], dataset(*VALUES))] == ["population"]


def test_every_change_has_an_address_of_its_own() -> None:
    changes = describe_changes([entry("2026-11-21", ("area", 1, 2), ("population", 1, 2))], dataset(*VALUES))
    assert {change.anchor for change in changes} == {"on-2026-11-21-aa-population", "on-2026-11-21-aa-area"}
