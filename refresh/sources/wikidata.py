"""Wikidata (SPARQL): an optional live source of figures, forms of government, websites and companies.

Each query covers some countries and one property, so that a failure affects no others.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from builder.input_errors import Progress, silent
from refresh.http_client import FAILURES_IN_A_ROW, Client, Unavailable
from refresh.refresh_types import Fact, Facts, StoredRecord
from refresh.sources.name_suggestion_index import choose

SOURCE = "wikidata"
_ENTITY = "http://www.wikidata.org/entity/"
_DOLLAR = "wd:Q4917"
_COUNTRIES_A_QUESTION = 50
# Countries per query. A country has thousands of companies but few figures; larger queries exceed the time limit.
_COUNTRIES_A_COMPANY_QUESTION = 5
_PRECISIONS = {"9": 4, "10": 7, "11": 10}

Binding = Mapping[str, str]
Bounds = Mapping[str, Sequence[float]]


@dataclass(frozen=True)
class Question:
    """A property: its SPARQL pattern for ``?item``, its fields, and a function that turns rows into their facts.

    The function returns a fact for each field, or none at all.
    """

    name: str
    pattern: str
    fields: tuple[str, ...]
    read: Callable[[list[Binding], StoredRecord], list[Fact]]
    countries: int = _COUNTRIES_A_QUESTION


def collect(
    client: Client,
    endpoint: str,
    known: Mapping[str, StoredRecord],
    stored: Facts,
    *,
    bounds: Bounds,
    fetched_at: str,
    progress: Progress = silent,
) -> tuple[Facts, list[str]]:
    """Query all properties for the countries of *known* that have a ``kbId``; return facts and notes on failures.

    An answer, also an empty one, replaces the *stored* facts of its fields. Where a query fails, or a figure is outside
    *bounds* (by field path), they are kept.
    """
    collected = dict(stored)
    notes: list[str] = []
    codes = sorted(code for code, record in known.items() if "kbId" in record)
    failures = 0
    batches = [
        (question, codes[start : start + question.countries])
        for question in questions(int(fetched_at[:4]))
        for start in range(0, len(codes), question.countries)
    ]
    for done, (question, batch) in enumerate(batches):
        progress("queries of Wikidata", done, len(batches))
        try:
            rows = _ask(client, endpoint, question, [known[code]["kbId"] for code in batch])
        except Unavailable as failure:
            notes.append(f"{question.name} of {', '.join(batch)}: {failure}; the stored values are kept")
            failures += 1
            if failures == FAILURES_IN_A_ROW:
                notes.append(f"Wikidata failed {failures} times in a row; all other stored values are kept")
                return collected, notes
            continue
        failures = 0
        for code in batch:
            try:
                found = _facts_of(question, rows.get(known[code]["kbId"], []), known[code], bounds)
            except ValueError as error:
                notes.append(f"{question.name} of {code}: {error}; the stored value is kept")
                continue
            kept = {path: fact for path, fact in collected.get(code, {}).items() if path not in question.fields}
            collected[code] = kept | {path: replace(fact, fetched_at=fetched_at) for path, fact in found.items()}
    progress("queries of Wikidata", len(batches), len(batches))
    return collected, notes


def _ask(client: Client, endpoint: str, question: Question, items: Sequence[str]) -> dict[str, list[Binding]]:
    values = " ".join(f"wd:{item}" for item in items)
    sparql = f"SELECT * WHERE {{ VALUES ?item {{ {values} }} {question.pattern} }}"
    answer = client.json(endpoint, {"query": sparql, "format": "json"}, "application/sparql-results+json")
    rows: dict[str, list[Binding]] = {}
    try:
        for binding in answer["results"]["bindings"]:
            row = {name: str(term["value"]) for name, term in binding.items()}
            rows.setdefault(row["item"].removeprefix(_ENTITY), []).append(row)
    except (TypeError, KeyError, AttributeError):
        raise Unavailable("an answer that is not a table of SPARQL results") from None
    return rows


def _facts_of(question: Question, rows: list[Binding], record: StoredRecord, bounds: Bounds) -> dict[str, Fact]:
    """Return the facts of a record. Raises ``ValueError`` with the reason why the answer cannot be used."""
    try:
        facts = dict(zip(question.fields, question.read(rows, record), strict=False))
    except (KeyError, ValueError) as error:
        raise ValueError(f"cannot be read ({error})") from None
    for path, fact in facts.items():
        least, greatest = bounds.get(path, (-math.inf, math.inf))
        if isinstance(fact.value, int | float) and not least <= fact.value <= greatest:
            raise ValueError(f"{fact.value} is implausible")
    return facts


def questions(year: int) -> tuple[Question, ...]:
    """List all queries. Only company figures of the three years before *year* count, so that none is outdated."""
    form = f"?item wdt:P122 ?form . {_label('?form', '?value')}"
    capital = f"?item wdt:P36 ?capital . {_label('?capital', '?name')} {_quantity('P1082', subject='?capital')}"
    return (
        Question("population", _quantity("P1082"), ("population", "enrichment.population"), _population),
        Question(
            "GDP", _quantity("P2131", _DOLLAR), ("enrichment.economics.gdp", "enrichment.economics.gdpYear"), _gdp
        ),
        Question("HDI", _quantity("P1081"), ("enrichment.development.hdi",), _newest),
        Question("life expectancy", _quantity("P2250"), ("enrichment.development.lifeExpectancy",), _newest),
        Question("Gini index", _quantity("P1125"), ("enrichment.development.gini",), _newest),
        Question("form of government", form, ("enrichment.government.type",), _shortest),
        Question("website", "?item wdt:P856 ?value .", ("enrichment.government.website",), _website),
        Question("population of the capital", capital, ("capitalInfo.population",), _capital),
        Question(
            "largest company", _companies(year - 3), ("enrichment.company",), _company, _COUNTRIES_A_COMPANY_QUESTION
        ),
    )


def _quantity(prop: str, unit: str = "", subject: str = "?item") -> str:
    of_unit = f"?node wikibase:quantityUnit {unit} . " if unit else ""
    return (
        f"{subject} p:{prop} ?statement . ?statement wikibase:rank ?rank ; psv:{prop} ?node . "
        f"?node wikibase:quantityAmount ?value . {of_unit}FILTER(?rank != wikibase:DeprecatedRank) "
        "OPTIONAL { ?statement pqv:P585 ?when . ?when wikibase:timeValue ?date ; wikibase:timePrecision ?precision }"
    )


def _label(of: str, name: str) -> str:
    return f'{of} rdfs:label {name} . FILTER(LANG({name}) = "en")'


def _companies(since: int) -> str:
    profit = f"psv:P2295 ?gain ; pqv:P585/wikibase:timeValue ?date ] . ?gain wikibase:quantityUnit {_DOLLAR}"
    return (
        f"?company wdt:P17 ?item . {_quantity('P2139', _DOLLAR, '?company')} FILTER(YEAR(?date) >= {since}) "
        f"{_label('?company', '?name')} OPTIONAL {{ ?company p:P2295 [ {profit} ; wikibase:quantityAmount ?profit }}"
    )


def _number(text: str) -> int | float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is not a number")
    return int(value) if value.is_integer() else round(value, 4)


def _date(row: Binding) -> str:
    # Wikidata writes a year as January 1; the precision distinguishes the two.
    return row.get("date", "").lstrip("+")[: _PRECISIONS.get(row.get("precision", ""), 0)]


def _newest(rows: list[Binding], _record: StoredRecord) -> list[Fact]:
    if not rows:
        return []
    newest = max(rows, key=lambda row: (_date(row), row["rank"].endswith("PreferredRank"), float(row["value"])))
    return [Fact(_number(newest["value"]), _date(newest))]


def _population(rows: list[Binding], record: StoredRecord) -> list[Fact]:
    if not rows:
        return []
    [newest] = _newest(rows, record)
    people, date = int(newest.value), newest.as_of
    figure = {"value": people, "source": SOURCE, **({"asOf": date} if date else {})}
    return [Fact(people, date), Fact(figure, date)]


def _gdp(rows: list[Binding], record: StoredRecord) -> list[Fact]:
    dated = [row for row in rows if _date(row)]
    if not dated:
        return []
    [newest] = _newest(dated, record)
    year = newest.as_of[:4]
    return [Fact(int(newest.value), year), Fact(int(year), year)]


def _shortest(rows: list[Binding], _record: StoredRecord) -> list[Fact]:
    texts = sorted((len(row["value"]), row["value"]) for row in rows)
    return [Fact(text) for _, text in texts[:1]]


def _website(rows: list[Binding], _record: StoredRecord) -> list[Fact]:
    site = choose([row["value"] for row in rows])
    return [Fact(site)] if site else []


def _capital(rows: list[Binding], record: StoredRecord) -> list[Fact]:
    first = record.get("capital", [""])[0].casefold()
    found = _newest([row for row in rows if row["name"].casefold() == first], record)
    for fact in found:
        if fact.value > (record.get("population") or math.inf):
            raise ValueError(f"{fact.value} are more than the whole country has")
    return [Fact(int(fact.value), fact.as_of) for fact in found]


def _company(rows: list[Binding], _record: StoredRecord) -> list[Fact]:
    newest: dict[str, Binding] = {}
    for row in sorted(rows, key=_date):
        newest[row["company"]] = row
    if not newest:
        return []
    row = max(newest.values(), key=lambda row: (float(row["value"]), row["company"]))
    profit = _number(row["profit"]) if "profit" in row else None
    company = {"name": row["name"], "kbId": row["company"].removeprefix(_ENTITY), "revenue": _number(row["value"])}
    return [Fact({**company, "profit": profit, "asOf": _date(row) or None}, _date(row))]
