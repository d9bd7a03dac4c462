"""Who wins: facts of several sources into records, by declared precedence, then the curated rows."""

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from builder.problems import InputError, Problem
from builder.sources.facts import Facts, Record, Records
from builder.tables.field_order import ordered
from builder.tables.field_paths import discard, store, value_at
from builder.tables.record_model import Country

Precedence = Mapping[str, tuple[str, ...]]
CURATED = "curated"


@dataclass(frozen=True)
class Origin:
    """Which source gave a country's field, and the year or date of the figure where it is known."""

    source: str
    as_of: str


# Origins by field path and alpha-2 code.
Origins = dict[str, dict[str, Origin]]


def lay(records: Records, given: Mapping[str, Facts], precedence: Precedence) -> Origins:
    """Put each field's first known value into *records* in place and say whose it was."""
    origins: Origins = {}
    for field, sources in precedence.items():
        for code, record in records.items():
            for source in sources:
                fact = given.get(source, {}).get(code, {}).get(field)
                if fact is not None:
                    store(record, field, copy.deepcopy(fact.value))
                    _date(record, field, fact.fetched_at)
                    origins.setdefault(field, {})[code] = Origin(source, fact.as_of)
                    break
    return origins


def _date(record: Record, field: str, fetched_at: str) -> None:
    if fetched_at and field.startswith("enrichment."):
        store(record, "enrichment.fetchedAt", max(fetched_at, value_at(record, "enrichment.fetchedAt") or ""))


def finish(records: Records, fetched_at: str, currencies: Mapping[str, str], languages: Mapping[str, str]) -> Records:
    """Give every record its final shape: one English name a code, group dates, the model's field order.

    Raises ``InputError`` listing every currency and language that the reference lists do not know.
    """
    problems = [
        Problem(f"{code.lower()}.json", f"{field}.{key}", "is not in the reference list")
        for code, record in records.items()
        for field, names in (("currencies", currencies), ("languages", languages))
        for key in record.get(field, {})
        if key not in names
    ]
    if problems:
        raise InputError(problems, "Add the code to data/reference/, or correct the country in data/curated/.")
    return {code: _finished(records[code], fetched_at, currencies, languages) for code in sorted(records)}


def _finished(record: Record, fetched_at: str, currencies: Mapping[str, str], languages: Mapping[str, str]) -> Record:
    record = dict(record)
    for field, names in (("currencies", currencies), ("languages", languages)):
        if field in record:
            record[field] = {key: _named(value, names[key]) for key, value in sorted(record[field].items())}
    # The build adds what can be computed, and drops the whole where even that is nothing.
    known = record.get("enrichment", {})
    record["enrichment"] = {"company": None, **known, "fetchedAt": max(fetched_at, known.get("fetchedAt", ""))}
    record.setdefault("population", None)
    shaped = ordered(Country, record)
    # The build computes it; ordered() fills every nullable field of a group.
    discard(shaped, "enrichment.economics.gdpPerCapita")
    return shaped


def _named(value: Any, name: str) -> Any:
    return {**value, "name": name} if isinstance(value, dict) else name


def provenance(records: Mapping[str, Record], origins: Origins, curated: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Table of each field: how many countries have it, how many from which source, and the range of dates.

    *curated* are the (field, country) pairs that a curated row decided.
    """
    by_hand = set(curated)
    table = {}
    for field, countries in origins.items():
        sources: dict[str, list[str]] = {}
        for code, record in records.items():
            if value_at(record, field) is None:
                continue
            if (field, code) in by_hand:
                sources.setdefault(CURATED, []).append("")
            elif code in countries:
                sources.setdefault(countries[code].source, []).append(countries[code].as_of)
        table[field] = {
            "countries": sum(map(len, sources.values())),
            "sources": [{"id": name, "countries": len(dates), **_range(dates)} for name, dates in sources.items()],
        }
    return table


def _range(dates: list[str]) -> dict[str, str]:
    known = sorted(filter(None, dates))
    return {"from": known[0], "to": known[-1]} if known else {}
