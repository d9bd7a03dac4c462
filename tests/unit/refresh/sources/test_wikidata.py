"""Wikidata's answers become facts; a failed query keeps the stored facts and is reported."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from refresh.http_client import Client
from refresh.refresh_types import Fact, Facts
from refresh.sources.wikidata import collect
from tests.support.refresh.scripted_server import ReceivedRequest, ScriptedReply, serving
from tests.support.refresh.wikidata_answers import ANSWERS, answer, subject
from tests.support.values import incomplete

KNOWN: Any = {
    "DE": {"kbId": "Q183", "capital": ["Berlin"]},
    "NO": {"kbId": "Q20", "capital": ["Oslo"]},
    "BV": {},
}
BOUNDS = {"enrichment.development.hdi": (0.2, 1), "population": (0, 2e9)}
STORED = {
    "DE": {
        "enrichment.development.hdi": Fact(0.95, "2022", "2025-01-01T00:00:00Z"),
        "enrichment.development.gini": Fact(30, "2010", "x"),
    },
    "SE": {"enrichment.development.hdi": Fact(0.9, "2022", "2025-01-01T00:00:00Z")},
}
MOMENT = "2026-11-21T10:00:00Z"
HDI = "enrichment.development.hdi"
CLIENT = Client("https://example.org", attempts=2, timeout=60, backoff=0.001)


def spoiled(prop: str, reply: ScriptedReply) -> Callable[[ReceivedRequest], ScriptedReply]:
    return lambda asked: reply if subject(asked) == prop else answer(asked)


def asked_of(
    handler: Callable[[ReceivedRequest], ScriptedReply], stored: Facts | None = None, **germany: Any
) -> tuple[Facts, list[str]]:
    known = KNOWN | {"DE": KNOWN["DE"] | germany}
    with serving(handler) as server:
        return collect(CLIENT, server.url + "/sparql", known, stored or {}, bounds=BOUNDS, fetched_at=MOMENT)


@pytest.mark.parametrize(
    ("country", "field", "value", "as_of"),
    [
        ("DE", "population", 83577140, "2025-03-31"),
        (
            "DE",
            "enrichment.population",
            {"value": 83577140, "source": "wikidata", "asOf": "2025-03-31"},
            "2025-03-31",
        ),
        ("NO", "population", 5550203, "2024"),
        ("DE", "enrichment.economics.gdp", 4456081000000, "2023"),
        ("DE", "enrichment.economics.gdpYear", 2023, "2023"),
        ("DE", HDI, 0.959, "2023"),
        ("DE", "enrichment.development.lifeExpectancy", 80.6415, "2016"),
        ("DE", "enrichment.development.gini", 31.7, "2016"),
        ("DE", "enrichment.government.type", "federal republic", ""),
        ("DE", "enrichment.government.website", "https://www.bund.de/", ""),
        ("DE", "capitalInfo.population", 3685265, "2024-12-31"),
        (
            "DE",
            "enrichment.company",
            {"name": "Another Company", "kbId": "Q1", "revenue": 300000000000, "profit": None, "asOf": "2024"},
            "2024",
        ),
    ],
)
def test_reader_takes_the_newest_figure(country: str, field: str, value: Any, as_of: str) -> None:
    facts, notes = asked_of(answer)
    assert facts[country][field] == Fact(value, as_of, MOMENT)
    assert notes == []


def test_unanswered_fields_have_no_fact() -> None:
    facts, _ = asked_of(answer)
    assert set(facts) == {"DE", "NO"}
    assert "enrichment.economics.gdp" not in facts["NO"]


def test_reader_queries_many_countries_at_once() -> None:
    known = {f"C{number}": {"kbId": f"Q{number}"} for number in range(1, 121)}
    with serving(lambda _asked: ScriptedReply({"results": {"bindings": []}})) as server:
        collect(CLIENT, server.url, incomplete(known), {}, bounds=BOUNDS, fetched_at=MOMENT)
    asked = [request for request in server.requests if subject(request) == "P1081"]
    assert [len(re.findall(r"wd:Q", request.query["query"])) for request in asked] == [50, 50, 20]
    assert all(request.query["format"] == "json" for request in asked)


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (ScriptedReply("busy", 429, {"Retry-After": "0"}), "HTTP 429 after 2 attempts"),
        (ScriptedReply("broken", 500), "HTTP 500 after 2 attempts"),
        (ScriptedReply("syntax", 400), "HTTP 400"),
        (ScriptedReply({"results": {"bindings": []}}, cut=5), "after 2 attempts"),
        (ScriptedReply({"results": []}), "an answer that is not a table of SPARQL results"),
        (ScriptedReply([1, 2]), "an answer that is not a table of SPARQL results"),
        (
            ScriptedReply({"results": {"bindings": [{"item": "Q183"}]}}),
            "an answer that is not a table of SPARQL results",
        ),
        (ScriptedReply({"results": {"bindings": [{"value": {"value": "1"}}]}}), "an answer that is not a table"),
        (ScriptedReply("", 204), "an answer that is not a table of SPARQL results"),
    ],
)
def test_failed_query_affects_only_its_own_field(reply: ScriptedReply, reason: str) -> None:
    facts, (note,) = asked_of(spoiled("P1081", reply), STORED)
    assert note.startswith("HDI of DE, NO: ")
    assert reason in note
    assert note.endswith("the stored values are kept")
    assert facts["DE"][HDI] == STORED["DE"][HDI]
    assert facts["DE"]["population"].value == 83577140


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("NaN", "NaN is not a number"),
        ("INF", "INF is not a number"),
        ("a lot", "could not convert"),
        ("95.9", "95.9 is implausible"),
        ("http://www.wikidata.org/.well-known/genid/1", "could not convert"),
    ],
)
def test_invalid_value_affects_only_its_country(value: str, reason: str) -> None:
    rows = [{**row} for row in ANSWERS["P1081"]]
    rows[0] = {**rows[0], "value": {"type": "literal", "value": value}}
    facts, (note,) = asked_of(spoiled("P1081", ScriptedReply({"results": {"bindings": rows}})), STORED)
    assert note.startswith("HDI of DE: ")
    assert reason in note
    assert facts["DE"][HDI] == STORED["DE"][HDI]
    assert facts["NO"][HDI].value == 0.97


def test_population_of_a_capital_above_that_of_its_country_is_ignored() -> None:
    facts, (note,) = asked_of(answer, population=3000000)
    assert note.startswith("population of the capital of DE: ")
    assert "3685265 are more than the whole country has" in note
    assert "capitalInfo.population" not in facts["DE"]


def test_unanswered_facts_are_kept_and_facts_with_an_empty_answer_are_removed() -> None:
    facts, _ = asked_of(spoiled("P1081", ScriptedReply("broken", 500)), STORED)
    assert facts["DE"][HDI] == STORED["DE"][HDI]
    assert facts["DE"]["enrichment.development.gini"].value == 31.7
    assert facts["SE"] == STORED["SE"]
    nothing, _ = asked_of(spoiled("P1081", ScriptedReply({"results": {"bindings": []}})), STORED)
    assert HDI not in nothing["DE"]
