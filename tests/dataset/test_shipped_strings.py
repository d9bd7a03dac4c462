"""Rules for every string of the dataset: characters, scripts, spaces and marks; each finds planted faults."""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from builder.api.field_types import value_at
from refresh.data_files import load_records
from tests.support.project import ROOT

DATA = ROOT / "data"
# Written by people or taken over from sources, and shown.
SHOWN = ("countries", "holidays", "tables", "aliases")
# These folders, and those that only a search or a check reads.
FOLDERS = (*SHOWN, "names", "reference")
# Expressions and forms of codes are no words.
NOT_WORDS = ("postalCodeExpression", "postalCodeFormat")
JOINERS = "\u200c\u200d"
# Signs of currencies that are newer than Python's edition of Unicode.
NEW_SIGNS = "\u20c1\u20c2\u20c3\u20c4"
# Scripts that are written together.
EAST_ASIAN = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL"}
RECORDS = load_records(DATA)
script_of = cache(lambda letter: unicodedata.name(letter).split()[0])


def strings(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield each key and text in *value* with its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, list):
        for item in value:
            yield from strings(item, path)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield path, key
            yield from strings(item, f"{path}.{key}")


@cache
def of_folder(folder: str) -> dict[str, str]:
    """Map each text of a folder to a place that has it."""
    paths = {*(DATA / folder).glob("*.json")}
    read = ((path.relative_to(DATA).as_posix(), json.loads(path.read_text("utf-8"))) for path in sorted(paths))
    found = (one for name, value in read for one in strings(value, name))
    return {text: path for path, text in found if not path.endswith(NOT_WORDS)}


def is_visible(text: str) -> bool:
    """Whether each character is seen, except joiners next to a letter of a script that needs them."""
    for index, character in enumerate(text):
        category = unicodedata.category(character)
        if character in JOINERS:
            # A joiner at the end joins nothing; the other one keeps the sign of a missing vowel.
            if (
                text.endswith("\u200d")
                or not index
                or text[index - 1].isascii()
                or "LATIN" in unicodedata.name(text[index - 1], "")
            ):
                return False
        elif character not in (" ", *NEW_SIGNS) and (category[0] == "Z" or category in ("Cf", "Cc", "Co", "Cn")):
            return False
    return True


def has_one_script_a_word(text: str) -> bool:
    for word in re.findall(r"[^\W\d_]+", text):
        names = {script_of(letter) for letter in word} - {"MODIFIER", "FEMININE", "MASCULINE"}
        if len(names) > 1 and not names <= EAST_ASIAN:
            return False
    return True


def has_single_spaces(text: str) -> bool:
    return not re.search(r"^\s|\s$|\s\s|\s[,;)]|\(\s|\s['\u2019]\s", text)


def has_no_mark(text: str) -> bool:
    return not re.search("[\u2020\u2021*]|\\[\\d+\\]", text)


def has_one_apostrophe(text: str) -> bool:
    return "\u2019" not in text


# A rule, the folders whose strings keep it, and faults that it finds.
RULES: list[tuple[Callable[[str], bool], tuple[str, ...], list[str]]] = [
    (
        is_visible,
        FOLDERS,
        ["Reyk\u00adjavík", "កោះ\u200bអាឡង់", "F\u202fCFA", "\u200cSy", "Ga\u200cbon", "a\tb", "എസ്റ്റോണിയ\u200d"],
    ),
    (has_one_script_a_word, FOLDERS, ["\u0405M", "Mосква", "Афгaнистан"]),
    (has_single_spaces, SHOWN, ["ta ' Malta", " Chad", "New  Zealand", "Mali ", "Korea ,South", "Congo ( Kinshasa)"]),
    (has_no_mark, SHOWN, ["Butel \u2020", "Peru*", "Chad[1]"]),
    (has_one_apostrophe, ("countries", "holidays"), ["Côte d\u2019Ivoire"]),
]


@pytest.mark.parametrize(("rule", "folders", "planted"), RULES)
def test_every_string_keeps_the_rule(rule: Callable[[str], bool], folders: tuple[str, ...], planted: list[str]) -> None:
    assert [text for text in planted if rule(text)] == []
    of_folders = (found for folder in folders for found in of_folder(folder).items())
    assert [(path, text) for text, path in of_folders if not rule(text)] == []


def test_urdu_has_its_own_letters() -> None:
    urdu = {code: record["translations"]["urd"] for code, record in RECORDS.items()}
    assert {
        code: name for code, name in urdu.items() if re.search("[\u0643\u064a]", name["common"] + name["official"])
    } == {}


def test_other_spellings_are_no_fragments_and_no_repeats() -> None:
    wrong = {
        (code, name)
        for code, record in RECORDS.items()
        for name in record["altSpellings"]
        if name == record["name"]["common"] or re.match("(the|and|of) ", name)
    }
    assert wrong == set()


def test_french_names_of_peoples_have_a_capital_in_each_part() -> None:
    words = [
        (code, name)
        for code, record in RECORDS.items()
        for name in (value_at(record, "demonyms.fra") or {}).values()
        if re.search(r"-[a-zà-ÿ]", re.sub("-et-[a-zà-ÿ]", "", name))
    ]
    assert words == []


def test_native_names_are_in_languages_of_the_country() -> None:
    """French is the working language of the three by their constitutions, and the formal names are French."""
    others = {
        (code, key)
        for code, record in RECORDS.items()
        for key in record["name"].get("native", {}).keys() - record.get("languages", {}).keys()
    }
    assert others <= {("BF", "fra"), ("ML", "fra"), ("NE", "fra")}


def test_no_two_countries_have_one_name_in_a_language() -> None:
    named: dict[tuple[str, str], set[str]] = {}
    for code, record in RECORDS.items():
        for key, forms in record["translations"].items():
            for name in {forms["official"], forms["common"]}:
                named.setdefault((key, name), set()).add(code)
    assert {name: codes for name, codes in named.items() if len(codes) > 1} == {}


def test_each_year_of_holidays_has_days() -> None:
    empty = {
        (code, year)
        for code, record in RECORDS.items()
        for year in record.get("holidays", {}).get("years", ())
        if not any(item["date"].startswith(str(year)) for item in record["holidays"]["items"])
    }
    assert empty == set()
