"""The requests of the comparison with a deployed site, and the faults that it finds."""

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from builder.extensions.verify.http_replies import OutgoingRequest, Reply, Send
from builder.extensions.verify.verify import Verification, verify_site
from builder.inputs.errors import InputError
from builder.project.build_request import BuildRequest
from tests.support import sites
from tests.support.cases import load_cases

ORIGIN = "http://127.0.0.1:8000"
Fault = Callable[[Reply], Reply]


@pytest.fixture(scope="module")
def deployed(small: BuildRequest) -> Send:
    """Answer as a host does whose site is as built. Each request is answered once for all tests."""
    opened = threading.local()
    replies: dict[str, Reply] = {}

    def ask(sent: OutgoingRequest) -> Reply:
        key = repr(sent)
        if key not in replies:
            # A core belongs to the thread that opens it.
            opened.site = getattr(opened, "site", None) or sites.opened(small.output)
            tag = sent.headers.get("If-None-Match", "")
            reply = opened.site.get(sent.url.removeprefix(ORIGIN), sent.method, ifNoneMatch=tag)
            replies[key] = Reply(reply.status, {name.lower(): value for name, value in reply.headers}, reply.body)
        return replies[key]

    return ask


@pytest.fixture(scope="module")
def expected(small: BuildRequest) -> Verification:
    return Verification(ORIGIN, small.output)


@pytest.mark.needs("pages", "exports")
def test_sample_has_files_of_each_kind_and_each_route(deployed: Send, expected: Verification) -> None:
    asked: list[OutgoingRequest] = []
    counts = verify_site(expected, partial(_noting, asked, deployed))
    assert counts.requests == len(asked)
    assert counts.files < counts.all_files
    targets = " ".join(sent.url for sent in asked)
    for kind in load_cases("verify")["sampled"]:
        assert kind in targets.replace("fullText", "fulltext"), kind
    assert {sent.method for sent in asked} == {"GET", "HEAD", "OPTIONS", "POST"}


@pytest.mark.needs("pages")
def test_all_files_are_asked_for_with_everything(deployed: Send, expected: Verification) -> None:
    counts = verify_site(replace(expected, everything=True), deployed)
    assert counts.files == counts.all_files > 800


def test_another_turn_asks_for_other_files(deployed: Send, expected: Verification) -> None:
    first: list[OutgoingRequest] = []
    second: list[OutgoingRequest] = []
    for turn, asked in enumerate((first, second)):
        verify_site(replace(expected, turn=turn), partial(_noting, asked, deployed))
    assert len({sent.url for sent in second} - {sent.url for sent in first}) > 50


def _noting(asked: list[OutgoingRequest], deployed: Send, sent: OutgoingRequest) -> Reply:
    asked.append(sent)
    return deployed(sent)


def _header(name: str, value: str | None) -> Fault:
    def changed(reply: Reply) -> Reply:
        others = {key: reply.headers[key] for key in reply.headers if key != name}
        return reply._replace(headers=others | ({name: value} if value is not None else {}))

    return changed


def _body(old: bytes, new: bytes) -> Fault:
    return lambda reply: reply._replace(body=reply.body.replace(old, new))


def _status(status: int) -> Fault:
    return lambda reply: reply._replace(status=status)


# A part of an address, a fault in the replies of such addresses, and the problem that is reported.
FAULTS: tuple[tuple[str, Fault, str], ...] = (
    ("/v1/alpha/", _body(b"name", b"NAME"), "body: differs"),
    ("/v1/region/", _status(404), "status: is 404; 200 is expected"),
    ("/v1/rank/gdp/", _body(b"[", b"[ "), "body: differs"),
    ("/tables/", lambda reply: reply._replace(body=reply.body[:-1]), "body: differs"),
    ("/docs/downloads/countries.sqlite", _body(b"SQLite", b"sqlite"), "body: differs"),
    (".csv", _header("content-type", "text/plain; charset=utf-8"), "Content-Type: is 'text/plain"),
    ("/docs/calendars/", _status(403), "status: is 403"),
    ("/docs/countries/", _header("content-security-policy", None), "Content-Security-Policy: is missing"),
    ("/flags/svg/", _header("cache-control", "no-store"), "Cache-Control: is 'no-store'"),
    ("/tables/", _header("access-control-allow-origin", None), "Access-Control-Allow-Origin: is missing"),
    ("/flags/get/png/", _header("location", "/flags/png/xx.png"), "Location: is"),
    ("?fields=", _header("etag", '"other"'), "ETag: is"),
    ("?limit=-1", _status(200), "status: is 200; 400 is expected"),
    ("/v1/rank/", _header("x-rank-order", None), "X-Rank-Order: is missing"),
    ("/v1/region/", _header("link", None), "Link: is missing"),
    ("/v1/random", _header("cache-control", "public, max-age=3600"), "Cache-Control: is 'public"),
    ("/docs/zzzz.html", _status(200), "status: is 200; 404 is expected"),
    ("/edge/generated/records.js", _status(200), "status: is 200; 404 is expected"),
    ("/v1/alpha/", _header("x-dataset-revision", "0" * 16), "X-Dataset-Revision: is '0000"),
    ("page=random&seed", _body(b"cca2", b"CCA2"), "body: differs"),
)


# A fault may hide another of the same reply, and many of a kind that of another address: each turn has one of a kind.
@pytest.mark.needs("pages", "exports")
@pytest.mark.parametrize("planted", [sorted(FAULTS, key=lambda fault: fault[2])[turn::5] for turn in range(5)])
def test_every_planted_fault_is_found(
    planted: list[tuple[str, Fault, str]], deployed: Send, expected: Verification
) -> None:
    def ask(sent: OutgoingRequest) -> Reply:
        reply = deployed(sent)
        for part, fault, _ in planted:
            reply = fault(reply) if part in sent.url else reply
        return reply

    with pytest.raises(InputError) as raised:
        verify_site(expected, ask)
    problems = [*map(str, raised.value.problems)]
    missed = [(part, found) for part, _, found in planted if not any(part in one and found in one for one in problems)]
    assert missed == []


def test_method_that_is_answered_otherwise_is_found(deployed: Send, expected: Verification) -> None:
    wrong = {"HEAD": 405, "OPTIONS": 201, "POST": 202}

    def ask(sent: OutgoingRequest) -> Reply:
        reply = deployed(sent)
        return reply._replace(status=wrong.get(sent.method, reply.status))

    with pytest.raises(InputError) as raised:
        verify_site(expected, ask)
    assert all(f"status: is {status}" in str(raised.value) for status in wrong.values())


def test_rules_that_are_gone_are_seen_by_the_tags_of_records(deployed: Send, expected: Verification) -> None:
    def of_files(sent: OutgoingRequest) -> Reply:
        reply = deployed(sent)
        is_plain = "?" not in sent.url and sent.method == "GET"
        return reply._replace(headers={**reply.headers, "etag": '"of-a-file"'}) if is_plain else reply

    expected = replace(expected, plain_from_files=True)
    verify_site(expected, of_files)
    with pytest.raises(InputError, match=r"/v1/alpha/[0-9a-z]+: ETag: is the edge function's; the rules .* are gone"):
        verify_site(expected, deployed)


def test_run_that_takes_too_long_ends_with_a_problem(deployed: Send, expected: Verification) -> None:
    gate = threading.Event()

    def ask(sent: OutgoingRequest) -> Reply:
        if "/tables/" in sent.url:
            gate.wait()
        return deployed(sent)

    with pytest.raises(InputError, match="has not answered everything after 1 second"):
        verify_site(replace(expected, seconds=1), ask)
    gate.set()


def test_closed_origin_is_a_problem_if_it_has_the_site(deployed: Send, expected: Verification) -> None:
    closed: dict[str, Reply | OSError] = {
        "https://refuses.example": OSError("refused"),
        "https://has-none.example": Reply(404, {}, b""),
        "https://answers.example": Reply(200, {}, b""),
        "https://knows.example": Reply(404, {"x-dataset-revision": "0" * 16}, b""),
    }

    def ask(sent: OutgoingRequest) -> Reply:
        origin = next((origin for origin in closed if sent.url.startswith(origin)), "")
        if isinstance(reply := closed[origin] if origin else deployed(sent), OSError):
            raise reply
        return reply

    verify_site(replace(expected, closed=[*closed][:2]), ask)
    with pytest.raises(InputError) as raised:
        verify_site(replace(expected, closed=[*closed]), ask)
    problems = sorted(map(str, raised.value.problems))
    assert [problem.partition("/v1")[0] for problem in problems] == [*closed][2:]


def test_output_of_an_older_builder_is_refused(deployed: Send, small_copy: BuildRequest) -> None:
    (small_copy.output / "edge/generated/files.json").unlink()
    with pytest.raises(InputError, match="the function of an older builder"):
        verify_site(Verification(ORIGIN, small_copy.output), deployed)
