"""The core finds what the contract requires, for every key of the dataset."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote

import orjson
import pytest

from builder.api.parameters import ORDER
from tests.contract import oracle
from tests.contract.oracle import PlainRecord
from tests.support.serving import Service
from tests.support.values import INTERFACE
from tests.support.vectors import Vector, load_vectors

Find = Callable[[str], list[PlainRecord]]
BY_ALIAS_TABLE: dict[str, tuple[str, Find]] = {
    "regions": ("/v1/region/{}", partial(oracle.by_text, "region")),
    "subregions": ("/v1/subregion/{}", partial(oracle.by_text, "subregion")),
    "continents": ("/v1/countries/continent/{}", partial(oracle.by_text, "continents")),
    "languages": ("/v1/lang/{}", oracle.by_language),
    "currencies": ("/v1/currency/{}", oracle.by_currency),
    "currency-numbers": ("/v1/currency/{}", oracle.by_currency),
}
# Targets that follow the pages of an answer are longer than the first, and must not be rejected for their length.
LONGEST = 1000
# The functions of the oracle by the part of a path before the key.
QUERIES: dict[str, Callable[[str, dict[str, str]], list[PlainRecord]]] = {
    "/v1/name/": lambda key, options: oracle.by_name(key, full=options["fullText"] == "true"),
    "/v1/capital/": lambda key, _: oracle.by_capital(key),
    "/v1/alpha/": lambda key, _: oracle.by_codes(key),
    "/v1/countries/alpha/": lambda key, _: oracle.by_codes(key),
    "/v1/countries/cioc/": lambda key, _: oracle.by_cioc(key),
} | {route.removesuffix("{}"): lambda key, _, find=find: find(key) for route, find in BY_ALIAS_TABLE.values()}


def walked_each(service: Service, targets: Iterable[str]) -> list[list[str]]:
    """List the codes of all matches of each target by following rel=next from the first page of 25."""
    following = {
        number: f"{target}{'&' if '?' in target else '?'}fields=cca2&limit=25" for number, target in enumerate(targets)
    }
    codes: list[list[str]] = [[] for _ in following]
    while following:
        asked, following = following, {}
        for (number, target), result in zip(asked.items(), service.core.answer_each(asked.values()), strict=True):
            reply = service.reply("GET", result)
            assert reply.status in (200, 404), f"{target}: {reply.body.decode()}"
            codes[number] += [record["cca2"] for record in orjson.loads(reply.body)] if reply.status == 200 else []
            if link := re.search(r'<([^>]*)>; rel="next"', reply.header("Link") or ""):
                following[number] = link[1]
    return codes


def texts_of(record: PlainRecord, field: str) -> list[str]:
    """List the texts of a field of a record. The field is a text, a list of texts or absent."""
    value = record.get(field, [])
    return [value] if isinstance(value, str) else value


def texts(field: str) -> list[str]:
    """List every text in a field of the dataset."""
    return sorted({text for record in oracle.records() for text in texts_of(record, field)})


def differing(service: Service, route: str, cases: Iterable[tuple[str, list[PlainRecord]]]) -> Iterator[str]:
    """List the keys of *route* for which the core finds other records than expected, or for which none is expected."""
    known = dict(cases)
    every = walked_each(service, (route.replace("{}", quote(key, safe="")) for key in known))
    for (key, expected), found in zip(known.items(), every, strict=True):
        if not expected or found != oracle.codes_of(expected):
            yield f"{key}: {found}, not {oracle.codes_of(expected)}"


def test_dataset_is_in_order(service: Service) -> None:
    replies = [service.get(f"/v1?fields=cca2&page={page}") for page in range(50)]
    listed = [record["cca2"] for reply in replies for record in orjson.loads(reply.body)]
    assert listed == oracle.codes_of(list(oracle.records()))


@pytest.mark.parametrize("form", ["cca2", "cca3", "ccn3"])
@pytest.mark.parametrize("route", ["/v1/alpha/{}", "/v1/countries/alpha/{}"])
def test_every_code_finds_its_record(service: Service, route: str, form: str) -> None:
    codes = texts(form)
    assert list(differing(service, route, ((code, oracle.by_codes(code)) for code in codes))) == []


@pytest.mark.parametrize(
    ("route", "find", "field"),
    [
        *((*BY_ALIAS_TABLE[table], field) for table, field in (("regions", "region"), ("subregions", "subregion"))),
        (*BY_ALIAS_TABLE["continents"], "continents"),
        ("/v1/countries/cioc/{}", oracle.by_cioc, "cioc"),
    ],
)
def test_every_value_of_a_field_finds_its_records(service: Service, route: str, find: Find, field: str) -> None:
    assert list(differing(service, route, ((text.lower(), find(text)) for text in texts(field)))) == []


@pytest.mark.parametrize("table", BY_ALIAS_TABLE)
def test_every_alias_finds_the_records_of_its_value(service: Service, table: str) -> None:
    route, find = BY_ALIAS_TABLE[table]
    names = [name for listed in oracle.stored(f"aliases/{table}").values() for name in listed]
    assert list(differing(service, route, ((name, find(name)) for name in names))) == []


def test_every_language_is_found_by_code_and_name(service: Service) -> None:
    spoken = {code: name for record in oracle.records() for code, name in record.get("languages", {}).items()}
    alpha2 = {oracle.stored("reference/languages").get(code, {}).get("alpha2") for code in spoken} - {None}
    bibliographic = {code for codes in oracle.stored("aliases/bibliographic-codes").values() for code in codes}
    keys = [*spoken, *spoken.values(), *alpha2, *bibliographic]
    assert list(differing(service, "/v1/lang/{}", ((key, oracle.by_language(key)) for key in keys))) == []


def test_every_currency_is_found_by_code_sign_name_and_words(service: Service) -> None:
    currencies = {code: money for record in oracle.records() for code, money in record.get("currencies", {}).items()}
    names = {code: money["name"] for code, money in currencies.items()}
    signs = {money["symbol"] for money in currencies.values() if "symbol" in money}
    spelled = [oracle.fold(name).split(" ") for name in names.values()]
    words = {" ".join(name[start : start + 2]) for name in spelled for start in range(len(name))}
    words |= {word for name in spelled for word in name}
    keys = [*names, *names.values(), *sorted(words | signs)]
    assert list(differing(service, "/v1/currency/{}", ((key, oracle.by_currency(key)) for key in keys))) == []


@pytest.mark.parametrize("status", ["true", "false"])
def test_status_selects_independent_countries_or_all_others(service: Service, status: str) -> None:
    found = walked_each(service, [f"/v1/independent?status={status}"])[0]
    assert found == oracle.codes_of(oracle.by_independence(independent=status == "true"))


@pytest.mark.parametrize("order", ORDER.enum)
@pytest.mark.parametrize("metric", [metric.name for metric in INTERFACE.ranked_metrics])
def test_every_ranking_is_sorted_by_its_metric(service: Service, metric: str, order: str) -> None:
    found = walked_each(service, [f"/v1/rank/{metric}?order={order}"])[0]
    assert found == oracle.codes_of(oracle.ranked(metric, order))


def own_names(record: PlainRecord) -> list[str]:
    name = record["name"]
    native = [text for one in name.get("native", {}).values() for text in one.values()]
    return [name["common"], name["official"], *native, *record.get("altSpellings", [])]


def test_every_full_name_finds_its_record(service: Service) -> None:
    names = {name for record in oracle.records() for name in own_names(record)}
    cases = ((name, oracle.by_name(name, full=True)) for name in sorted(names) if oracle.key_of(name))
    assert list(differing(service, "/v1/name/{}?fullText=true", cases)) == []


def first_of(service: Service, route: str, names: Iterable[str]) -> list[str]:
    """Return the code of the first record that each name finds, or its status."""
    codes = oracle.codes_of([*oracle.records()])
    results = service.core.answer_each(route.replace("{}", quote(name, safe="")) for name in names)
    return [codes[one["members"][0]] if one["status"] == 200 else str(one["status"]) for one in results]


@pytest.mark.parametrize("step", [6, pytest.param(1, marks=pytest.mark.soak)])
def test_every_name_in_another_language_finds_its_own_country_first(service: Service, step: int) -> None:
    """``shared-names.json`` lists the exceptions: names that another country has too, or that fold to its code."""
    named = {
        (record["cca2"], oracle.key_of(name)): name
        for record in oracle.records()
        for name in (
            *(text for one in record.get("translations", {}).values() for text in one.values()),
            *oracle.stored("names/countries")[record["cca2"]],
        )
    }
    named = dict([*named.items()][::step])
    found = first_of(service, "/v1/name/{}?fullText=true", named.values())
    wrong = {key: first for key, first in zip(named, found, strict=True) if first != key[0]}
    shared = orjson.loads(Path(__file__).with_name("shared-names.json").read_bytes())
    keyed = {(one["country"], oracle.key_of(one["name"])): one["first"] for one in shared}
    assert wrong == {key: first for key, first in keyed.items() if key in named}
    assert len(named) > 15_000 // step


@pytest.mark.parametrize(
    ("route", "read", "least", "step"),
    [
        ("/v1/capital/{}", partial(oracle.stored, "names/capitals"), 1_000, 4),
        pytest.param("/v1/capital/{}", partial(oracle.stored, "names/capitals"), 4_000, 1, marks=pytest.mark.soak),
        ("/v1/name/{}?fullText=true", partial(oracle.other_names, "others"), 150, 1),
    ],
)
def test_every_other_name_finds_its_own_country_first(
    service: Service, route: str, read: Callable[[], dict[str, list[str]]], least: int, step: int
) -> None:
    named = [(code, name) for code, names in read().items() for name in names][::step]
    found = first_of(service, route, (name for _, name in named))
    assert [pair for pair, first in zip(named, found, strict=True) if first != pair[0]] == []
    assert len(named) > least


@pytest.mark.parametrize(
    "path", sorted(Path(__file__).with_name("name_lists").glob("*.json")), ids=lambda path: path.stem
)
def test_names_of_a_published_list_find_their_own_country_first(service: Service, path: Path) -> None:
    """Each file has the names of a list by code, its date, and ``others``: names that find another country, and why."""
    listed = orjson.loads(path.read_bytes())
    named: dict[str, str] = listed["names"]
    found = first_of(service, "/v1/name/{}", named)
    wrong = {name for name, first in zip(named, found, strict=True) if first != named[name]}
    assert wrong == listed.get("others", {}).keys()
    assert len(wrong) < len(named) / 100
    assert len(named) > 190


def test_parts_of_names_find_the_best_match_first(service: Service) -> None:
    # Shorter names match only as a whole.
    words = {word for name in texts("altSpellings") if len(name) > 3 for word in name.split()}
    parts = sorted({word[:length] for word in words for length in (2, 4, 9)})
    cases = ((part, oracle.by_name(part)) for part in parts[::20] if oracle.key_of(part))
    assert list(differing(service, "/v1/name/{}", cases)) == []


def test_every_capital_is_found_by_its_name_and_parts_of_it(service: Service) -> None:
    capitals = texts("capital")
    words = [oracle.fold(name).split()[-1] for name in capitals[::5]]
    keys = [*capitals, *(word[1:6] for word in words if len(word) > 4)]
    cases = ((key, oracle.by_capital(key)) for key in keys if oracle.key_of(key))
    assert list(differing(service, "/v1/capital/{}", cases)) == []


def test_every_query_of_the_vectors_has_the_expected_matches(service: Service) -> None:
    """Check the order of each answer, and the expectations of the vector."""
    searches = [(vector, *found) for vector in load_vectors() if (found := expected_of(vector))]
    targets = (
        vector.target.partition("?")[0] + ("?fullText=true" if options.get("fullText") == "true" else "")
        for vector, _, options in searches
    )
    for (vector, records, options), walk in zip(searches, walked_each(service, targets), strict=True):
        codes = oracle.codes_of(records)
        limit, offset = int(options.get("limit", "5")), int(options.get("offset", "0"))
        if "cca2" in vector.expect:
            assert vector.expect["cca2"] == codes[offset : offset + limit], vector.id
        total = vector.expect.get("headers", {}).get("X-Total-Count", str(len(codes)))
        assert (vector.expect["status"] == 404) is (codes == []), vector.id
        assert vector.expect["status"] == 404 or total == str(len(codes)), vector.id
        assert walk == codes, vector.id
    assert len(searches) > 300


def expected_of(vector: Vector) -> tuple[list[PlainRecord], dict[str, str]] | None:
    """Find the records of a vector by the oracle, in order, and its query.

    Returns None if the vector is no search, or if the core finds its name by reading it in another way.
    """
    path, _, query = vector.target.partition("?")
    if path.endswith(".json"):
        return None
    options = dict(reversed(parse_qsl(query)))
    options["fullText"] = options.get("fullText", "").lower()
    is_judged = vector.method == "GET" and vector.expect["status"] in (200, 404)
    if not is_judged or len(path) > LONGEST:
        return None
    for prefix, find in QUERIES.items():
        key = path.removeprefix(prefix).removesuffix("/")
        if path.startswith(prefix) and key and "/" not in key:
            found = find(unquote(key), options)
            return (found, options) if found or vector.expect["status"] == 404 else None
    return None


@pytest.mark.parametrize(("kind", "key", "field"), [("subregions", "name", "subregion"), ("tlds", "tld", "tld")])
def test_every_item_of_the_catalogs_counts_its_countries(service: Service, kind: str, key: str, field: str) -> None:
    items: list[dict[str, object]] = []
    while page := orjson.loads(service.get(f"/v1/meta/{kind}?limit=100&offset={len(items)}").body)[kind]:
        items += page
    expected = [
        (text, [record["cca2"] for record in oracle.records() if text in texts_of(record, field)])
        for text in texts(field)
    ]
    assert [(item[key], item["cca2"]) for item in items] == expected
    assert [item["countryCount"] for item in items] == [len(codes) for _, codes in expected]
    if kind == "subregions":
        regions = {record.get("subregion"): record["region"] for record in oracle.records()}
        assert {item["name"]: item["region"] for item in items} == {name: regions[name] for name in texts(field)}
