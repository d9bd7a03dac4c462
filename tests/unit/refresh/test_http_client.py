"""The client repeats requests after temporary failures, and reports permanent ones."""

from typing import Any

import pytest

from refresh.http_client import Client, Unavailable
from tests.support.refresh.scripted_server import ScriptedReply, in_turn, serving

GOOD = ScriptedReply({"fine": True})


def patient(**limits: Any) -> tuple[Client, list[float]]:
    waits: list[float] = []
    quick = {"attempts": 3, "timeout": 2, "backoff": 0.001, "longest_wait": 5} | limits
    return Client("https://example.org/contact", **quick, sleep=waits.append), waits


def test_client_sends_its_user_agent() -> None:
    client, _ = patient()
    with serving(in_turn(GOOD)) as server:
        assert client.json(server.url + "/facts", {"q": "a b&c"}, "application/sparql-results+json") == {"fine": True}
    (asked,) = server.requests
    assert asked.path == "/facts"
    assert asked.query == {"q": "a b&c"}
    assert asked.headers["User-Agent"].startswith("country-reference/")
    assert "(https://example.org/contact)" in asked.headers["User-Agent"]
    assert asked.headers["Accept"] == "application/sparql-results+json"


@pytest.mark.parametrize(
    "failure",
    [
        ScriptedReply("busy", 429),
        ScriptedReply("broken", 500),
        ScriptedReply("gateway", 502),
        ScriptedReply("away", 503),
        ScriptedReply("late", 504),
        ScriptedReply({"fine": "half of it is missing"}, cut=12),
        ScriptedReply('{"fine": tr'),
        ScriptedReply(""),
        ScriptedReply("<html>not JSON</html>"),
        ScriptedReply("[" * 100_000),
    ],
    ids=["429", "500", "502", "503", "504", "cut off", "half of a text", "nothing", "a page", "bottomless"],
)
def test_client_tries_again_after_a_temporary_failure(failure: ScriptedReply) -> None:
    client, waits = patient()
    with serving(in_turn(failure, failure, GOOD)) as server:
        assert client.json(server.url) == {"fine": True}
    assert len(server.requests) == 3
    assert waits == [0.001, 0.002]


def test_client_gives_up_after_the_last_attempt() -> None:
    client, _ = patient()
    with (
        serving(in_turn(ScriptedReply("broken", 500))) as server,
        pytest.raises(Unavailable, match="HTTP 500 after 3 attempts"),
    ):
        client.json(server.url)
    assert len(server.requests) == 3


@pytest.mark.parametrize("status", [400, 401, 403, 410])
def test_client_does_not_repeat_a_permanent_failure(status: int) -> None:
    client, _ = patient()
    with serving(in_turn(ScriptedReply("no", status))) as server, pytest.raises(Unavailable, match=f"HTTP {status}"):
        client.json(server.url)
    assert len(server.requests) == 1


@pytest.mark.parametrize("status", [204, 404])
def test_client_accepts_204_and_404_as_no_data(status: int) -> None:
    client, _ = patient()
    with serving(in_turn(ScriptedReply("", status))) as server:
        assert client.json(server.url) is None


def test_client_waits_as_long_as_retry_after() -> None:
    client, waits = patient()
    with serving(in_turn(ScriptedReply("busy", 429, {"Retry-After": "3"}), GOOD)) as server:
        client.json(server.url)
    assert waits == [3]


@pytest.mark.parametrize("header", ["soon", "-1", "", "Wed, 21 Oct 2026 07:28:00 GMT"])
def test_client_ignores_a_retry_after_that_is_no_number(header: str) -> None:
    client, waits = patient()
    with serving(in_turn(ScriptedReply("busy", 429, {"Retry-After": header}), GOOD)) as server:
        client.json(server.url)
    assert waits == [0.001]


def test_client_gives_up_when_retry_after_is_too_long() -> None:
    client, waits = patient()
    busy = ScriptedReply("busy", 429, {"Retry-After": "3600"})
    with serving(in_turn(busy)) as server, pytest.raises(Unavailable, match="with Retry-After 3600 s"):
        client.json(server.url)
    assert waits == []


def test_client_aborts_after_the_timeout() -> None:
    client, _ = patient(attempts=1, timeout=0.2)
    with (
        serving(in_turn(ScriptedReply({"fine": True}, pause=1))) as server,
        pytest.raises(Unavailable, match="timed out"),
    ):
        client.json(server.url)


def test_client_reports_an_unreachable_service() -> None:
    with serving(in_turn(GOOD)) as server:
        pass
    client, _ = patient()
    with pytest.raises(Unavailable, match="refused after 3 attempts"):
        client.json(server.url)
