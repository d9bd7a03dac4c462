"""The requests of the comparison with a deployed site, and the faults that it finds."""

import threading
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from builder.extensions.verify.http_replies import OutgoingRequest, Reply, Send
from builder.extensions.verify.verify import Verification, verify_site
from builder.inputs.errors import InputError
from builder.project.build_request import BuildRequest
from tests.support import sites
from tests.support.cases import load_cases

ORIGIN = "http://127.0.0.1:8000"


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
    noted: list[OutgoingRequest] = []
    counts = verify_site(expected, partial(_noting, noted, deployed))
    assert counts.requests == len(noted)
    assert counts.files < counts.all_files
    targets = " ".join(sent.url for sent in noted)
    for kind in load_cases("verify")["sampled"]:
        assert kind in targets.replace("fullText", "fulltext"), kind
    assert {sent.method for sent in noted} == {"GET", "HEAD", "OPTIONS", "POST"}


@pytest.mark.needs("pages")
def test_all_files_are_asked_for_with_everything(deployed: Send, expected: Verification) -> None:
    counts = verify_site(replace(expected, everything=True), deployed)
    assert counts.files == counts.all_files > 800


def test_another_turn_asks_for_other_files(deployed: Send, expected: Verification) -> None:
    first: list[OutgoingRequest] = []
    second: list[OutgoingRequest] = []
    for turn, noted in enumerate((first, second)):
        verify_site(replace(expected, turn=turn), partial(_noting, noted, deployed))
    assert len({sent.url for sent in second} - {sent.url for sent in first}) > 50


def _noting(noted: list[OutgoingRequest], deployed: Send, sent: OutgoingRequest) -> Reply:
    noted.append(sent)
    return deployed(sent)


def _damaged(reply: Reply, part: str, value: Any) -> Reply:
    """Change a *part* of a reply: its status, a text of its body and the text in its place, or a header, if any."""
    if part == "status":
        return reply._replace(status=value)
    if part == "body":
        old, new = map(str.encode, value)
        return reply._replace(body=reply.body.replace(old, new))
    headers = {**reply.headers, part: value}
    return reply._replace(headers={name: text for name, text in headers.items() if text is not None})


# Each fault: a part of an address, the part of the replies there that is wrong, its value, and the reported problem.
FAULTS = sorted(load_cases("verify")["faults"], key=lambda fault: str(fault[-1]))


# A fault may hide another of the same reply, and many of a kind that of another address: each turn has one of a kind.
@pytest.mark.needs("pages", "exports")
@pytest.mark.parametrize("planted", [FAULTS[turn::5] for turn in range(5)])
def test_every_planted_fault_is_found(
    planted: list[tuple[str, str, Any, str]], deployed: Send, expected: Verification
) -> None:
    def ask(sent: OutgoingRequest) -> Reply:
        reply = deployed(sent)
        for address, part, value, _ in planted:
            reply = _damaged(reply, part, value) if address in sent.url else reply
        return reply

    with pytest.raises(InputError) as raised:
        verify_site(expected, ask)
    problems = [*map(str, raised.value.problems)]
    found = [any(address in one and problem in one for one in problems) for address, *_, problem in planted]
    assert [fault for fault, is_found in zip(planted, found, strict=True) if not is_found] == []


def test_wrong_status_of_another_method_is_found(deployed: Send, expected: Verification) -> None:
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
