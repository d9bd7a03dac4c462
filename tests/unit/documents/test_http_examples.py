"""Requests and answers in the documents."""

import re

import pytest

from builder.api.types import Answer, Ask
from builder.documents.http_examples import fenced_exchange, lay_out
from tests.support.serving import Service

RANDOM_TARGET = re.compile(r"^/v1/random|page=randomized|page=random(?!.*seed=)")


EXCHANGE = re.compile(
    r"^```+http\nGET (?P<target>\S+) HTTP/1.1\n\nHTTP/1.1 (?P<status>\d+)[^\n]*(?P<rest>.*?)\n```+$", re.DOTALL | re.M
)


def without_whitespace(text: str) -> str:
    return re.sub(r"\s+", "", text)


def test_service_answers_every_exchange_as_shown(texts: dict[str, str], service: Service) -> None:
    shown = 0
    for name, text in texts.items():
        for found in EXCHANGE.finditer(text):
            target = found["target"]
            reply = service.get(target, country="DE")
            assert reply.status == int(found["status"]), f"{name}: {target}"
            headers, _, body = found["rest"].partition("\n\n")
            if RANDOM_TARGET.search(target):
                continue
            for line in filter(None, headers.split("\n")):
                assert tuple(line.split(": ", 1)) in reply.headers, f"{name}: {target}"
            if body and "more lines" not in body:
                assert without_whitespace(body) == without_whitespace(reply.body.decode()), f"{name}: {target}"
            shown += 1
    assert shown > 40


def answering(body: str, status: int = 200) -> Ask:
    headers = (("X-Total-Count", "1"), ("Cache-Control", "x"), ("X-Dataset-Revision", "r"))

    def ask(_target: str, /, **_request: str) -> Answer:
        return Answer(status, headers, body)

    return ask


def test_exchange_shows_list_headers_and_requested_headers() -> None:
    shown = fenced_exchange(answering('{"a":[1,2]}'), "/v1")
    assert shown == ('```http\nGET /v1 HTTP/1.1\n\nHTTP/1.1 200 OK\nX-Total-Count: 1\n\n{"a": [1, 2]}\n```')
    assert "\nCache-Control: x\n" in fenced_exchange(answering("[]"), "/v1", ("Cache-Control",))


def test_exchange_has_a_longer_fence_than_its_answer() -> None:
    assert fenced_exchange(answering('"```"'), "/v1").startswith("````http\n")


def test_exchange_truncates_a_long_answer_and_counts_the_rest() -> None:
    rows = ",".join(f'"{"x" * 80}{number}"' for number in range(9))
    shown = fenced_exchange(answering(f"[{rows}]"), "/v1", lines=4)
    assert shown.endswith("\n… 7 more lines\n```")


@pytest.mark.parametrize("target", ["/v1/name/côte", "/v1?a b", "/v1\n"])
def test_exchange_rejects_an_invalid_request_target(target: str) -> None:
    with pytest.raises(ValueError, match="percent-encode"):
        fenced_exchange(answering("[]"), target)


def test_lay_out_keeps_short_values_on_one_line() -> None:
    value = {"short": [1, {"a": None}], "long": ["x" * 50, "y" * 50], "text": "é"}
    assert lay_out(value) == (
        '{\n  "short": [1, {"a": null}],\n  "long": [\n    "' + "x" * 50 + '",\n    "' + "y" * 50 + '"\n  ],\n'
        '  "text": "é"\n}'
    )
