"""A second, slower implementation of the contract's matching and rankings, to compare the core with.

It shares no code with the build or the core. It reads the records, aliases and reference lists from the files of
the frozen dataset, and computes what a build computes. It does not know the forms of lists, such as ``Korea, South``.
"""

import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.support.project import WORLD

SPELLED = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
# Letters that keyboards give in several forms, by their names in Unicode, and a variant of an ideograph.
SPELLED |= {
    unicodedata.lookup(f"ARABIC LETTER {form}"): unicodedata.lookup(f"ARABIC LETTER {letter}")
    for letter, forms in {
        "KAF": ["KEHEH"],
        "YEH": ["ALEF MAKSURA", "FARSI YEH"],
        "HEH": ["HEH GOAL", "HEH DOACHASHMEE", "AE", "TEH MARBUTA", "TEH MARBUTA GOAL"],
    }.items()
    for form in forms
} | {"臺": "台"}

PlainRecord = dict[str, Any]


@cache
def fold(text: str) -> str:
    """Fold a name. Case, diacritics, invisible characters, separators and "the" do not count, and st is saint."""
    text = unicodedata.normalize("NFKD", text.lower()).lower()
    text = "".join(SPELLED.get(char, char) for char in text if unicodedata.category(char) not in ("Mn", "Cf"))
    text = "".join(char for char in text if char not in ".'’‘‛ʻʼʾʿ′`")
    text = re.sub(r"[-_,()/‐‑‒–—―\s]+", " ", text.replace("&", " and ")).strip()
    words = ["saint" if word == "st" else word for word in text.split(" ")]
    return " ".join([word for word in words if word != "the"] or words)


@cache
def key_of(text: str) -> str:
    """Fold a text and remove its spaces."""
    return fold(text).replace(" ", "")


@cache
def records() -> tuple[PlainRecord, ...]:
    """Return all records in dataset order: by folded common name, then cca3."""
    found = [json.loads(path.read_text("utf-8")) for path in (WORLD / "countries").glob("*.json")]
    return tuple(sorted(found, key=lambda record: (fold(record["name"]["common"]), record["cca3"])))


@cache
def stored(name: str) -> Any:
    """Read the file *name* of the dataset, such as ``aliases/regions``."""
    return json.loads((WORLD / f"{name}.json").read_text("utf-8"))


def codes_of(found: list[PlainRecord]) -> list[str]:
    """List the cca2 codes of records."""
    return [record["cca2"] for record in found]


def by_codes(listed: str) -> list[PlainRecord]:
    """Find the records of comma-separated codes in their order, without duplicates and unknown codes."""
    found: list[PlainRecord] = []
    for code in (code.strip().upper() for code in listed.split(",")):
        sought = {"UNK": "XKX", "XKK": "XKX"}.get(code, code.zfill(3) if code.isdigit() else code)
        found += [
            record
            for record in records()
            if sought in (record["cca2"], record["cca3"], record.get("ccn3")) and record not in found
        ]
    return found


@dataclass(frozen=True)
class Searched:
    """The names of a record for a search.

    ``wholes`` has what a whole query is compared with first: every own name, folded and without spaces, and the codes
    in lower case. ``in_other_languages`` has names that match only as a whole.
    """

    common: list[str]
    others: list[str]
    wholes: frozenset[str]
    in_other_languages: frozenset[str]


@cache
def _tails(name: str) -> list[tuple[str, frozenset[int]]]:
    """Return the rest of a name from each of its words, folded and without spaces, with the positions of word ends."""
    words = fold(name).split(" ")
    return [("".join(words[place:]), _ends(words[place:])) for place in range(len(words))]


def _ends(words: Sequence[str]) -> frozenset[int]:
    return frozenset(len("".join(words[: count + 1])) for count in range(len(words)))


def _starts(tail: tuple[str, frozenset[int]], query: str) -> bool:
    """Whether the rest of a name begins with the query, which ends with a word or has a space after each word."""
    text, ends = tail
    sought = key_of(query)
    if not text.startswith(sought):
        return False
    return len(sought) in ends or {end for end in ends if end < len(sought)} <= _ends(fold(query).split(" "))


def _match_kind(name: str, query: str) -> str:
    """Classify the match of a part of a name with a query: "prefix", "word", "inside" or ""."""
    # Most names do not contain the query, and the rest of this function takes ten times as long.
    if key_of(query) not in key_of(name):
        return ""
    whole, *others = _tails(name)
    if _starts(whole, query):
        return "prefix"
    if any(_starts(tail, query) for tail in others):
        return "word"
    # A match inside a word needs four letters, or two ideographs or syllable signs.
    signs = any(unicodedata.name(char, "").startswith(("CJK", "HANGUL", "HIRAGANA", "KATAKANA")) for char in query)
    if len(unicodedata.normalize("NFC", key_of(query))) <= (1 if signs else 3):
        return ""
    return "inside" if any(key_of(query) in word for word in fold(name).split(" ")) else ""


def _rank_of_match(names: Searched, query: str, unfolded: str, *, full: bool) -> int | None:
    """Return the best kind of match as its position in the contract's list, from 0 on; None without a match."""
    sought = key_of(query)
    if sought in names.wholes or unfolded in names.wholes:
        return 0
    if sought in names.in_other_languages:
        return 1
    if not full:
        common, others = ({_match_kind(name, query) for name in texts} for texts in (names.common, names.others))
        kinds = [
            "prefix" in common,
            "word" in common,
            "prefix" in others,
            "word" in others,
            "inside" in common,
            "inside" in others,
        ]
        if any(kinds):
            return 2 + kinds.index(True)
    return None


def _searched(names: Sequence[Searched], query: str, *, full: bool) -> list[PlainRecord]:
    if not key_of(query):
        return []
    unfolded = unicodedata.normalize("NFKC", query).strip().lower()
    ranks = [_rank_of_match(searched, query, unfolded, full=full) for searched in names]
    placed = zip(ranks, records(), strict=True)
    found = [(rank, record) for rank, record in placed if rank is not None]
    return [record for _, record in sorted(found, key=lambda pair: pair[0])]


@cache
def _names() -> tuple[Searched, ...]:
    names = []
    for record in records():
        name, others = record["name"], record.get("altSpellings", [])
        native = [text for one in name.get("native", {}).values() for text in one.values()]
        codes = [record["cca2"], record["cca3"]]
        short = [text for text in others if text in codes or min(len(text), len(key_of(text))) <= 3]
        long = [text for text in others if text not in short]
        # A code is not folded: the word ST would become saint.
        wholes = [*(code.lower() for code in codes), *(key_of(text) for text in short if text not in codes)]
        translated = [text for one in record.get("translations", {}).values() for text in one.values()]
        further = [*stored("names/countries").get(record["cca2"], ()), *other_names("others").get(record["cca2"], ())]
        in_other_languages = frozenset(map(key_of, (*translated, *further)))
        own = [name["common"], name["official"], *native, *long]
        saints = [re.sub(r"\bsint\b", "saint", fold(text)) for text in own if "sint" in fold(text).split()]
        every = frozenset((*wholes, *map(key_of, own + saints)))
        names.append(Searched(own[:1], [*own[1:], *saints], every, in_other_languages))
    return tuple(names)


@cache
def _capitals() -> tuple[Searched, ...]:
    tables = stored("names/capitals"), other_names("other-capitals")
    return tuple(
        Searched(
            record.get("capital", []),
            [],
            frozenset(map(key_of, record.get("capital", []))),
            frozenset(key_of(name) for table in tables for name in table.get(record["cca2"], ())),
        )
        for record in records()
    )


@cache
def other_names(table: str) -> dict[str, list[str]]:
    """Read a table of further names, by alpha-2 code."""
    return {code: [row["name"] for row in rows] for code, rows in stored(f"names/{table}").items()}


def by_name(query: str, *, full: bool = False) -> list[PlainRecord]:
    """Search common, official, native and alternative names. Short names and those in other languages match whole."""
    return _searched(_names(), query, full=full)


def by_capital(query: str) -> list[PlainRecord]:
    """Search the capitals."""
    return _searched(_capitals(), query, full=False)


def by_text(field: str, query: str) -> list[PlainRecord]:
    """Find the records with a value of *field* that *query* names, directly or by an alias."""
    sought = key_of(query)
    table = stored(f"aliases/{field.removesuffix('s')}s")
    found = []
    for record in records():
        value = record.get(field, [])
        texts = [value] if isinstance(value, str) else value
        if sought and any(sought in map(key_of, (text, *table.get(text, ()))) for text in texts):
            found.append(record)
    return found


def by_cioc(query: str) -> list[PlainRecord]:
    """Find the records with this Olympic code, of which only the case does not count."""
    sought = query.strip()
    return [record for record in records() if sought.isascii() and record.get("cioc", "").lower() == sought.lower()]


def by_language(query: str) -> list[PlainRecord]:
    """Find the records with a language of this name, code or tag. Without a match, the first part of a tag is tried."""
    found = _by_language(query)
    tag = re.fullmatch(r"([a-z]{2,3})[-_].*", query.strip().lower())
    return found or (_by_language(tag[1]) if tag else [])


def _by_language(query: str) -> list[PlainRecord]:
    sought, as_code, codes = key_of(query), query.strip().lower(), set()
    for record in records():
        for code, name in record.get("languages", {}).items():
            known = stored("reference/languages").get(code, {})
            names = (name, known.get("name", name), *stored("aliases/languages").get(code, ()))
            spelled = (code, known.get("alpha2", code), *stored("aliases/bibliographic-codes").get(code, ()))
            if as_code in spelled or sought in spelled or sought in map(key_of, names):
                codes.add(code)
    return [record for record in records() if codes & record.get("languages", {}).keys()]


def _runs(name: str) -> set[str]:
    words = fold(name).split(" ")
    spans = ((start, end) for end in range(1, len(words) + 1) for start in range(end))
    return {"".join(words[start:end]) for start, end in spans}


def by_currency(query: str) -> list[PlainRecord]:
    """Find the records with a currency of this code, number, sign, name or alias, or run of words in its name."""
    sought = key_of(query)
    other_form = sought.zfill(3) if sought.isdecimal() else re.sub(r"s$|(?<=e)r$", "", sought)
    return _by_sign(query) or _by_currency(sought) or _by_currency(other_form)


def _by_sign(query: str) -> list[PlainRecord]:
    """Find the records with a currency that has the query, without folding, as its sign or in its name."""
    printed = unicodedata.normalize("NFKC", query)
    written = "".join(one for one in printed if unicodedata.category(one) != "Cf").strip()
    sought = written.lower() if written.isascii() else written
    return _by_currency(sought, "symbol")


def _by_currency(sought: str, sign_field: str = "") -> list[PlainRecord]:
    def has(code: str, money: dict[str, str]) -> bool:
        return sought in _currency_keys(code, money["name"], money.get(sign_field, ""))

    found = (record for record in records() if any(has(*item) for item in record.get("currencies", {}).items()))
    return [*found] if sought else []


@cache
def _currency_keys(code: str, name: str, symbol: str) -> frozenset[str]:
    others = [name for table in ("currencies", "currency-numbers") for name in stored(f"aliases/{table}").get(code, ())]
    further = stored("aliases/currency-signs").get(code, ())
    written = (unicodedata.normalize("NFKC", one.strip()) for one in (symbol, *further))
    signs = {form for sign in written for form in (sign.lower() if sign.isascii() else sign, sign.lower())}
    return frozenset((*_runs(name), *map(key_of, [code, *others]), *signs, *(one.removesuffix(".") for one in signs)))


def by_independence(*, independent: bool) -> list[PlainRecord]:
    """List the independent records, or all others."""
    return [record for record in records() if (record.get("independent") is True) is independent]


def figure(record: PlainRecord, metric: str) -> float | None:
    """Return the value of *metric* for a record, computed as in the build; None if the ranking omits the record."""
    if "enrichment" not in record:
        return None
    population, area = record["population"], record.get("area")
    economics, development = (record["enrichment"].get(group, {}) for group in ("economics", "development"))
    found: dict[str, float | None] = {
        "population": population,
        "area": area,
        "gdp": economics.get("gdp"),
        "gdpPerCapita": economics.get("gdpPerCapita"),
        "hdi": development.get("hdi"),
        "lifeExpectancy": development.get("lifeExpectancy"),
        "populationDensity": round(population / area, 4) if population is not None and area else None,
    }
    return found[metric]


def ranked(metric: str, order: str) -> list[PlainRecord]:
    """Sort records by a metric, ties in dataset order."""
    pairs = [(value, record) for record in records() if (value := figure(record, metric)) is not None]
    sign = -1 if order == "desc" else 1
    return [record for _, record in sorted(pairs, key=lambda pair: sign * pair[0])]
