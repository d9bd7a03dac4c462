"""The shipped tables: known facts, and rules for all their rows."""

import json
from functools import cache
from itertools import repeat
from typing import Any

from builder.api.field_types import value_at
from refresh.data_files import load_records
from tests.support.processes import printed
from tests.support.project import ROOT
from tests.support.refresh.decisions import is_corrected

DATA = ROOT / "data"
# Table, key, and columns; null for a key that the table must not have.
FACTS = json.loads((ROOT / "tests/fixtures/sources/table-facts.json").read_text("utf-8"))
RECORDS = load_records(DATA)
HISTORY_FIELDS = {
    "population": "population",
    "gdp": "enrichment.economics.gdp",
    "gdpPerCapita": "enrichment.economics.gdpPerCapita",
    "lifeExpectancy": "enrichment.development.lifeExpectancy",
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


@cache
def rows(table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((DATA / f"tables/{table}.json").read_text("utf-8"))["rows"]
    return found


def has(row: dict[str, Any], column: str, value: Any) -> bool:
    """Tell whether a column has a value; of a list of objects, whether they are among its own."""
    if value and isinstance(value, list) and isinstance(value[0], dict):
        return all(item in row[column] for item in value)
    return bool(row.get(column) == value)


def test_tables_have_the_known_facts() -> None:
    wrong = []
    for table, key, columns in FACTS:
        found = [row for row in rows(table) if key.items() <= row.items()]
        if columns is None:
            wrong += [(table, key)] if found else []
        elif not found or not all(has(found[0], name, value) for name, value in columns.items()):
            wrong.append((table, key))
    assert [key for key in wrong if not is_corrected(key[1])] == []


def test_shared_code_has_one_main_country_and_no_prefix_twice() -> None:
    by_code: dict[str, list[Any]] = {}
    for row in rows("calling-codes"):
        by_code.setdefault(row["code"], []).append(row)
    for code, sharing in by_code.items():
        assert sum(row["isMain"] for row in sharing) == 1, code
        prefixes = [prefix for row in sharing for prefix in row["prefixes"]]
        assert len(set(prefixes)) == len(prefixes), code


def test_a_dialling_code_begins_with_the_calling_code() -> None:
    listed = {row["cca2"]: (row["code"], row["diallingCodes"]) for row in rows("calling-codes")}
    assert [one for one, (code, own) in listed.items() if own and not any(map(str.startswith, own, repeat(code)))] == []


def test_currencies_of_today_are_those_of_the_records() -> None:
    currencies = {row["code"]: row for row in rows("currencies")}
    local = json.loads((DATA / "reference/local-issues.json").read_text("utf-8"))
    day = json.loads((DATA / "sources.json").read_text("utf-8"))["fetchedAt"][:10]
    current = {
        (one["cca2"], code)
        for code, row in currencies.items()
        for one in row["countries"]
        if one.get("since", "") <= day <= one.get("until", "9999")
    }
    owned = {
        (code, key): entry for code, record in RECORDS.items() for key, entry in record.get("currencies", {}).items()
    }
    assert current == {(code, key) for code, key in owned if key not in local}
    for (_, key), entry in owned.items():
        if key not in local:
            assert (currencies[key]["name"], currencies[key]["narrowSymbol"]) == (entry["name"], entry["symbol"])


def test_code_that_was_split_has_several_successors_and_one_that_was_merged_has_one() -> None:
    for row in rows("former-codes"):
        count = len(row["successors"])
        assert {"split": count > 1, "merge": count == 1}.get(row["kind"], True), row["code"]


def test_newest_year_is_the_value_of_the_record_where_both_have_the_source() -> None:
    provenance = json.loads((DATA / "provenance.json").read_text("utf-8"))
    for metric, field in HISTORY_FIELDS.items():
        newest = {row["cca2"]: (row["year"], row[metric]) for row in rows("history") if metric in row}
        curated = provenance[field].get("curated", {})
        dated = provenance[field]["sources"]["world-bank"].items()
        codes = [(code, int(year)) for year, listed in dated for code in listed if code not in curated]
        assert len(codes) > 150
        assert [one for one in codes if newest[one[0]] != (one[1], value_at(RECORDS[one[0]], field))] == []


def test_every_language_of_a_record_has_a_row_with_its_countries() -> None:
    countries: dict[str, set[str]] = {}
    for code, record in RECORDS.items():
        for language in record.get("languages", ()):
            countries.setdefault(language, set()).add(code)
    assert {row["code"]: {*row["countries"]} for row in rows("languages")} == countries


def test_names_of_each_language_are_in_the_order_of_its_collator() -> None:
    named: dict[str, dict[str, dict[str, Any]]] = {}
    for row in rows("names"):
        named.setdefault(row["language"], {})[row["cca2"]] = row
    assert len(named) > 100
    for language, own in named.items():
        assert own.keys() == RECORDS.keys(), language
        assert sorted(row["place"] for row in own.values()) == [*range(1, len(RECORDS) + 1)], language
        assert len({row["name"] for row in own.values()}) == len(RECORDS), language
    ordered = {
        language: [row["name"] for row in sorted(own.values(), key=lambda row: int(row["place"]))]
        for language, own in named.items()
    }
    checked = json.loads(printed("node", "-e", _CHECK, stdin=json.dumps(ordered)))
    assert len(checked["known"]) >= 85
    assert checked["wrong"] == []
    for language, key in (("de", "deu"), ("fr", "fra"), ("pt-PT", "por"), ("sr", "srp"), ("zh-Hans", "zho")):
        expected = {code: record["translations"][key]["common"] for code, record in RECORDS.items()}
        assert {code: row["name"] for code, row in named[language].items()} == expected


def test_parent_is_a_subdivision_of_the_same_country_and_no_chain_of_parents_is_a_circle() -> None:
    parents = {row["code"]: row.get("parent") for row in rows("subdivisions")}
    for code in parents:
        chain = [code]
        while above := parents[chain[-1]]:
            chain.append(above)
            assert len(chain) < 5, f"{code} has more than three levels above it, or a circle"
        assert {one[:2] for one in chain} == {code[:2]}


def test_old_name_leads_to_one_zone() -> None:
    aliases = [alias for row in rows("time-zones") for alias in row["aliases"]]
    assert len({*aliases}) == len(aliases)
    assert {*aliases}.isdisjoint(row["name"] for row in rows("time-zones"))


def test_every_record_has_a_row_of_identifiers_with_its_number_and_item() -> None:
    own = {row["cca2"]: row for row in rows("identifiers")}
    assert own.keys() == RECORDS.keys()
    assert {
        code for code, row in own.items() if row.get("m49", RECORDS[code].get("ccn3")) != RECORDS[code].get("ccn3")
    } == set()
    assert {code for code, row in own.items() if row["wikidata"] != RECORDS[code]["kbId"]} == set()
    for column in ("m49", "itu", "geonames", "wikidata"):
        codes = [row[column] for row in own.values() if column in row]
        assert sorted({*codes}) == sorted(codes)


def test_only_a_dependency_has_a_sovereign_and_members_of_the_united_nations_are_those_of_the_records() -> None:
    dependencies = {row["cca2"]: row["sovereign"] for row in rows("identifiers") if "sovereign" in row}
    assert dependencies.keys() == {row["cca2"] for row in rows("identifiers") if "dependency" in row}
    members = {code for code, record in RECORDS.items() if record["unMember"]}
    assert {*dependencies.values()} <= members
    assert dependencies.keys().isdisjoint(members)
    assert {row["cca2"] for row in rows("memberships") if row["organisation"] == "UN"} == members
