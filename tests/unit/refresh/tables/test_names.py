import json
import subprocess
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import pytest

from builder.preview.engines import node
from tests.support.project import ROOT

NAMES: Mapping[str, dict[str, dict[str, Any]]] = defaultdict(dict)
for _row in json.loads((ROOT / "data/tables/names.json").read_text("utf-8"))["rows"]:
    NAMES[_row["language"]][_row["cca2"]] = _row
RECORDS: dict[str, dict[str, Any]] = {
    path.stem.upper(): json.loads(path.read_text("utf-8")) for path in (ROOT / "data/countries").glob("*.json")
}
# Languages whose collation ICU has; others are sorted without rules of their own, and Cantonese as Chinese.
_CHECK = """
const names = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
const known = Object.keys(names).filter((tag) => Intl.Collator.supportedLocalesOf([tag]).length);
const wrong = known.filter((tag) => {
  const { compare } = new Intl.Collator(tag);
  return names[tag].some((name, place) => place && compare(names[tag][place - 1], name) >= 0);
});
process.stdout.write(JSON.stringify({ known, wrong }));
"""


def in_order(language: str) -> list[str]:
    return [row["name"] for row in sorted(NAMES[language].values(), key=lambda row: row["place"])]


def test_every_language_names_every_country_once_and_numbers_them() -> None:
    assert len(NAMES) > 100
    for language, rows in NAMES.items():
        assert rows.keys() == RECORDS.keys(), language
        assert sorted(row["place"] for row in rows.values()) == [*range(1, len(RECORDS) + 1)], language
        assert len({row["name"] for row in rows.values()}) == len(RECORDS), language


def test_order_is_that_of_the_collator_of_each_language() -> None:
    lists = json.dumps({language: in_order(language) for language in NAMES})
    done = subprocess.run([node.program(), "-e", _CHECK], input=lists, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert len(found["known"]) >= 85
    assert found["wrong"] == []


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("de", "Oman", "Österreich"),
        ("de", "Österreich", "Pakistan"),
        ("sv", "Zimbabwe", "Österrike"),
        ("et", "Saudi Araabia", "Taani"),
        ("da", "Zimbabwe", "Østrig"),
        ("es", "Níger", "Nigeria"),
        ("cs", "Curaçao", "Čad"),
        ("zh-Hans", "阿富汗", "中国"),
    ],
)
def test_name_is_before_another(language: str, first: str, second: str) -> None:
    names = in_order(language)
    assert names.index(first) < names.index(second)


@pytest.mark.parametrize(
    ("language", "key"), [("de", "deu"), ("fr", "fra"), ("pt-PT", "por"), ("sr", "srp"), ("zh-Hans", "zho")]
)
def test_names_of_the_records_win_in_their_languages(language: str, key: str) -> None:
    own = {code: record["translations"][key]["common"] for code, record in RECORDS.items()}
    assert {code: row["name"] for code, row in NAMES[language].items()} == own


@pytest.mark.parametrize(
    ("language", "country", "name"),
    [
        ("en", "US", "United States"),
        ("en", "NR", "Naoero"),
        ("zh-Hant", "DE", "德國"),
        ("zh-Hans", "DE", "德国"),
        ("sr-Latn", "DE", "Nemačka"),
        ("sr", "DE", "Немачка"),
        ("pt", "VN", "Vietnã"),
        ("en", "XK", "Kosovo"),
    ],
)
def test_country_has_its_name(language: str, country: str, name: str) -> None:
    assert NAMES[language][country]["name"] == name
