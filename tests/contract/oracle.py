"""The contract's matching said a second time, slowly and from ``data/`` alone, for the core to be held against.

Nothing here is shared with the build or the core. Records are the plain files of ``data/countries``.
"""

import json
import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[2] / "data"
SPELLED = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}

Record = dict[str, Any]


@cache
def fold(text: str) -> str:
    """Fold a name as contract.md says."""
    text = unicodedata.normalize("NFKD", text.lower()).lower()
    text = "".join(SPELLED.get(char, char) for char in text if unicodedata.category(char) != "Mn")
    text = "".join(char for char in text if char not in ".'’‘‛ʻʼʾʿ′`")
    text = re.sub(r"[-_,()/‐‑‒–—―\s]+", " ", text).strip()
    return " ".join("saint" if word == "st" else word for word in text.split(" "))


def squash(text: str) -> str:
    """Fold and take the spaces out."""
    return fold(text).replace(" ", "")


@cache
def records() -> tuple[Record, ...]:
    """All records in dataset order: by folded common name, then cca3."""
    found = [json.loads(path.read_text("utf-8")) for path in (DATA / "countries").glob("*.json")]
    return tuple(sorted(found, key=lambda record: (fold(record["name"]["common"]), record["cca3"])))


@cache
def reference(name: str) -> Any:
    """Read a closed list of ``data/reference``."""
    return json.loads((DATA / "reference" / f"{name}.json").read_text("utf-8"))


def codes_of(found: list[Record]) -> list[str]:
    """Their cca2 codes."""
    return [record["cca2"] for record in found]


def by_codes(given: str) -> list[Record]:
    """Find the records of comma-separated codes, as given, without repeats and unknown ones."""
    found: list[Record] = []
    for code in (code.strip().upper() for code in given.split(",")):
        wanted = {"UNK": "XKX"}.get(code, code.zfill(3) if code.isdigit() else code)
        found += [
            record
            for record in records()
            if wanted in (record["cca2"], record["cca3"], record.get("ccn3")) and record not in found
        ]
    return found


def _tier(names: list[str], wanted: str) -> int:
    """4 where a name is *wanted*, 3 where one starts with it, 2 where a word does, 1 where it occurs, else 0."""
    best = 0
    for name in names:
        folded = fold(name)
        whole = folded.replace(" ", "")
        if whole == wanted:
            return 4
        if wanted in whole:
            words = folded.split(" ")
            ends = ["".join(words[place:]) for place in range(1, len(words))]
            inside = 2 if any(end.startswith(wanted) for end in ends) else 1
            best = max(best, 3 if whole.startswith(wanted) else inside)
    return best


def _searched(names: list[tuple[list[str], list[str]]], query: str, *, full: bool) -> list[Record]:
    wanted, as_code = squash(query), query.strip().lower()
    if not wanted:
        return []
    ranked = []
    for place, (record, (parts, wholes)) in enumerate(zip(records(), names, strict=True)):
        tier = _tier(parts, wanted)
        if as_code in wholes or wanted in wholes:
            tier = 4
        if tier == 4 or (tier and not full):
            ranked.append((-tier, place, record))
    return [record for *_, record in sorted(ranked, key=lambda item: item[:2])]


@cache
def _names() -> list[tuple[list[str], list[str]]]:
    names = []
    for record in records():
        name, others = record["name"], record.get("altSpellings", [])
        native = [text for one in name.get("native", {}).values() for text in one.values()]
        codes = [record["cca2"], record["cca3"]]
        short = [text for text in others if text in codes or len(squash(text)) <= 3]
        long = [text for text in others if text not in short]
        # A code is compared as it stands: as a word ST would be saint.
        wholes = [*(code.lower() for code in codes), *(squash(text) for text in short if text not in codes)]
        names.append(([name["common"], name["official"], *native, *long], wholes))
    return names


def by_name(query: str, *, full: bool = False) -> list[Record]:
    """Search the names: common, official, native and alternative; short ones only as a whole."""
    return _searched(_names(), query, full=full)


def by_capital(query: str) -> list[Record]:
    """Search the capitals."""
    return _searched([(record.get("capital", []), []) for record in records()], query, full=False)


def by_text(field: str, query: str) -> list[Record]:
    """Find records in whose *field*, a text or several, one folds to the same as *query*."""
    wanted = squash(query)
    found = []
    for record in records():
        value = record.get(field, [])
        texts = [value] if isinstance(value, str) else value
        if wanted and wanted in map(squash, texts):
            found.append(record)
    return found


def by_language(query: str) -> list[Record]:
    """Find records with a language of this code or English name; a name stands for its code."""
    wanted, codes = squash(query), set()
    for record in records():
        for code, name in record.get("languages", {}).items():
            known = reference("languages").get(code, {})
            if wanted in map(squash, (code, name, known.get("name", name), known.get("alpha2", code))):
                codes.add(code)
    return [record for record in records() if codes & record.get("languages", {}).keys()]


def by_currency(query: str) -> list[Record]:
    """Find records with a currency of this code, this name or with this whole word in its name."""
    wanted = squash(query)
    return [
        record
        for record in records()
        for names in [[(code, money["name"]) for code, money in record.get("currencies", {}).items()]]
        if any(wanted in (squash(code), squash(name), *fold(name).split(" ")) for code, name in names)
    ]


def by_independence(*, independent: bool) -> list[Record]:
    """Independent records, or every other."""
    return [record for record in records() if (record.get("independent") is True) is independent]


def figure(record: Record, metric: str) -> float | None:
    """Read a metric of a plain record, computed where the build computes it; None where the ranking leaves it out."""
    if "enrichment" not in record:
        return None
    population, area = record["population"], record.get("area")
    economics, development = (record["enrichment"].get(group, {}) for group in ("economics", "development"))
    gdp = economics.get("gdp")
    found: dict[str, float | None] = {
        "population": population,
        "area": area,
        "gdp": gdp,
        "gdpPerCapita": round(gdp / population, 2) if gdp is not None and population else None,
        "hdi": development.get("hdi"),
        "lifeExpectancy": development.get("lifeExpectancy"),
        "populationDensity": round(population / area, 4) if population is not None and area else None,
    }
    return found[metric]


def ranked(metric: str, order: str) -> list[Record]:
    """Sort records by a metric, ties in dataset order."""
    pairs = [(value, record) for record in records() if (value := figure(record, metric)) is not None]
    sign = -1 if order == "desc" else 1
    return [record for _, record in sorted(pairs, key=lambda pair: sign * pair[0])]
