"""Calls of the edge core from Python."""

from pathlib import Path

import orjson

from builder.api.output_paths import EDGE
from builder.documents import DocumentData
from builder.javascript.context import read_modules
from builder.javascript.core_calls import OpenSite, core_request
from tests.support import values


def test_folding_maps_spellings_of_a_name_to_the_same_text() -> None:
    assert values.folding()(["Côte d'Ivoire", "COTE DIVOIRE"]) == ["cote divoire", "cote divoire"]


def test_core_answers_a_request_and_rejects_a_method(site: Path) -> None:
    core = OpenSite(read_modules(site / EDGE))
    assert core.answer(core_request("/v1/alpha/de"))["status"] == 200
    assert core.answer(core_request("/v1", method="DELETE"))["status"] == 405
    assert [answer["status"] for answer in core.answer_each(["/v1", "/v1?limit=x"])] == [200, 400]


def test_core_joins_records_as_array_or_object(site: Path) -> None:
    core = OpenSite(read_modules(site / EDGE))
    listed = core.answer(core_request("/v1/alpha/de,fr"))
    single = core.answer(core_request("/v1/current", country="DE"))
    records = orjson.loads(core.body(listed))
    assert [record["cca2"] for record in records] == ["DE", "FR"]
    assert orjson.loads(core.body(single)) == records[0]


def test_core_makes_the_error_answer_of_a_server(site: Path) -> None:
    core = OpenSite(read_modules(site / EDGE))
    assert orjson.loads(core.refused(431, "too large")["body"]) == {"message": "too large", "status": 431}


def test_asker_gives_the_same_random_answer_each_time(data: DocumentData) -> None:
    assert data.ask("/v1/random").body == data.ask("/v1/random").body
