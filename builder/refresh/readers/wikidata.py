"""Wikidata (SPARQL): an optional live source of figures, forms of government, websites and companies.

Each query covers some countries and one property, so that a failure affects no others.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from builder.problems import Progress, silent
from builder.refresh.readers.name_suggestion_index import choose
from builder.refresh.refresh_types import FAILURES_IN_A_ROW, Fact, Facts, StoredRecord, Unavailable

if TYPE_CHECKING:
    from builder.refresh.http_client import Client

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
    """A property: its SPARQL pattern for ``?item``, its fields, and a function that turns rows into facts."""

    name: str
    pattern: str
    fields: tuple[str, ...]
    read: Callable[[list[Binding], StoredRecord], dict[str, Fact]]
    countries: int = _COUNTRIES_A_QUESTION

    def sparql(self, items: Sequence[str]) -> str:
        """Make the query for *items* (Q-ids)."""
        values = " ".join(f"wd:{item}" for item in items)
        return f"SELECT * WHERE {{ VALUES ?item {{ {values} }} {self.pattern} }}"


@dataclass
class WikidataResult:
    """The facts, the answered (country, field) pairs (with or without a fact), and notes on failures."""

    facts: Facts = field(default_factory=dict)
    answered: set[tuple[str, str]] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)


def collect(
    client: "Client",
    endpoint: str,
    known: Mapping[str, StoredRecord],
    bounds: Bounds,
    fetched_at: str,
    *,
    progress: Progress = silent,
) -> WikidataResult:
    """Query all properties for the countries of *known* that have a ``kbId``.

    Figures outside *bounds* (by field path) are rejected. Failed pairs are not among the answered ones, so the caller
    keeps their stored values.
    """
    reply = WikidataResult()
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
            reply.notes.append(f"{question.name} of {', '.join(batch)}: {failure}; the stored values are kept")
            failures += 1
            if failures == FAILURES_IN_A_ROW:
                reply.notes.append(f"Wikidata failed {failures} times in a row; all other stored values are kept")
                return reply
            continue
        failures = 0
        for code in batch:
            _take(reply, question, code, _facts_of(question, rows, known[code], bounds), fetched_at)
    progress("queries of Wikidata", len(batches), len(batches))
    return reply


def _take(reply: WikidataResult, question: Question, code: str, found: dict[str, Fact] | str, fetched_at: str) -> None:
    if isinstance(found, str):
        reply.notes.append(f"{question.name} of {code}: {found}; the stored value is kept")
        return
    reply.answered |= {(code, path) for path in question.fields}
    for path, fact in found.items():
        reply.facts.setdefault(code, {})[path] = Fact(fact.value, fact.as_of, fetched_at)


def _ask(client: "Client", endpoint: str, question: Question, items: Sequence[str]) -> dict[str, list[Binding]]:
    query = {"query": question.sparql(items), "format": "json"}
    answer = client.json(endpoint, query, "application/sparql-results+json")
    rows: dict[str, list[Binding]] = {}
    try:
        for binding in answer["results"]["bindings"]:
            row = {name: str(term["value"]) for name, term in binding.items()}
            rows.setdefault(row["item"].removeprefix(_ENTITY), []).append(row)
    except (TypeError, KeyError, AttributeError):
        raise Unavailable("an answer that is not a table of SPARQL results") from None
    return rows


def _facts_of(
    question: Question, rows: Mapping[str, list[Binding]], record: StoredRecord, bounds: Bounds
) -> dict[str, Fact] | str:
    """Return the facts of a record, or the reason why the answer cannot be used."""
    try:
        facts = question.read(rows.get(record["kbId"], []), record)
    except (KeyError, ValueError) as error:
        return f"cannot be read ({error})"
    for path, fact in facts.items():
        least, greatest = bounds.get(path, (-math.inf, math.inf))
        if isinstance(fact.value, int | float) and not least <= fact.value <= greatest:
            return f"{fact.value} is implausible"
    return facts


def questions(year: int) -> tuple[Question, ...]:
    """List all queries. Only company figures of the three years before *year* count, so that none is outdated."""
    return (
        Question("population", _quantity("P1082"), ("population", "enrichment.population"), _population),
        Question("GDP", _quantity("P2131", _DOLLAR), (_GDP, _GDP_YEAR), _gdp),
        Question("HDI", _quantity("P1081"), (_HDI,), _figure(_HDI)),
        Question("life expectancy", _quantity("P2250"), (_LIFE,), _figure(_LIFE)),
        Question("Gini index", _quantity("P1125"), (_GINI,), _figure(_GINI)),
        Question(
            "form of government", f"?item wdt:P122 ?form . {_label('?form', '?value')}", (_TYPE,), _shortest(_TYPE)
        ),
        Question("website", "?item wdt:P856 ?value .", (_SITE,), _website),
        Question(
            "population of the capital",
            f"?item wdt:P36 ?capital . {_label('?capital', '?name')} {_quantity('P1082', subject='?capital')}",
            (_CAPITAL,),
            _capital,
        ),
        Question("largest company", _companies(year - 3), (_COMPANY,), _company, _COUNTRIES_A_COMPANY_QUESTION),
    )


_GDP, _GDP_YEAR = "enrichment.economics.gdp", "enrichment.economics.gdpYear"
_HDI, _LIFE, _GINI = (f"enrichment.development.{name}" for name in ("hdi", "lifeExpectancy", "gini"))
_TYPE, _SITE = "enrichment.government.type", "enrichment.government.website"
_CAPITAL, _COMPANY = "capitalInfo.population", "enrichment.company"


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


def _newest(rows: list[Binding]) -> Fact | None:
    if not rows:
        return None
    newest = max(rows, key=lambda row: (_date(row), row["rank"].endswith("PreferredRank"), float(row["value"])))
    return Fact(_number(newest["value"]), _date(newest))


def _population(rows: list[Binding], _record: StoredRecord) -> dict[str, Fact]:
    newest = _newest(rows)
    if newest is None:
        return {}
    people, date = int(newest.value), newest.as_of
    figure = {"value": people, "source": SOURCE, **({"asOf": date} if date else {})}
    return {"population": Fact(people, date), "enrichment.population": Fact(figure, date)}


def _gdp(rows: list[Binding], _record: StoredRecord) -> dict[str, Fact]:
    newest = _newest([row for row in rows if _date(row)])
    if newest is None:
        return {}
    year = newest.as_of[:4]
    return {_GDP: Fact(int(newest.value), year), _GDP_YEAR: Fact(int(year), year)}


def _figure(path: str) -> Callable[[list[Binding], StoredRecord], dict[str, Fact]]:
    def read(rows: list[Binding], _record: StoredRecord) -> dict[str, Fact]:
        newest = _newest(rows)
        return {path: newest} if newest else {}

    return read


def _shortest(path: str) -> Callable[[list[Binding], StoredRecord], dict[str, Fact]]:
    def read(rows: list[Binding], _record: StoredRecord) -> dict[str, Fact]:
        texts = sorted((len(row["value"]), row["value"]) for row in rows)
        return {path: Fact(texts[0][1])} if texts else {}

    return read


def _website(rows: list[Binding], _record: StoredRecord) -> dict[str, Fact]:
    site = choose([row["value"] for row in rows])
    return {_SITE: Fact(site)} if site else {}


def _capital(rows: list[Binding], record: StoredRecord) -> dict[str, Fact]:
    first = record.get("capital", [""])[0].casefold()
    newest = _newest([row for row in rows if row["name"].casefold() == first])
    if newest and newest.value > (record.get("population") or math.inf):
        raise ValueError(f"{newest.value} are more than the whole country has")
    return {_CAPITAL: Fact(int(newest.value), newest.as_of)} if newest else {}


def _company(rows: list[Binding], _record: StoredRecord) -> dict[str, Fact]:
    newest: dict[str, Binding] = {}
    for row in sorted(rows, key=_date):
        newest[row["company"]] = row
    if not newest:
        return {}
    row = max(newest.values(), key=lambda row: (float(row["value"]), row["company"]))
    profit = _number(row["profit"]) if "profit" in row else None
    company = {"name": row["name"], "kbId": row["company"].removeprefix(_ENTITY), "revenue": _number(row["value"])}
    return {_COMPANY: Fact({**company, "profit": profit, "asOf": _date(row) or None}, _date(row))}
