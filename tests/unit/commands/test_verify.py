"""What the comparison with a deployed site concludes."""

from collections.abc import Mapping

import pytest

from builder.build_request import BuildRequest
from builder.commands.verify import Reply, Wanted, verify_site
from builder.input_errors import InputError
from tests.support import sites
from tests.support.serving import Service

ORIGIN, OTHER = "http://127.0.0.1:8000", "https://other.example"


def _verify(small: BuildRequest, closed: Reply | OSError) -> None:
    service = sites.opened(small.output)

    def ask(url: str, headers: Mapping[str, str]) -> Reply:
        if url.startswith(ORIGIN):
            return _reply(service, url.removeprefix(ORIGIN), headers)
        if isinstance(closed, OSError):
            raise closed
        return closed

    verify_site(Wanted(ORIGIN, small.output, closed=[OTHER]), ask)


def _reply(service: Service, target: str, headers: Mapping[str, str]) -> Reply:
    reply = service.get(target, ifNoneMatch=headers.get("If-None-Match", ""))
    return Reply(reply.status, {name.lower(): value for name, value in reply.headers}, reply.body)


@pytest.mark.parametrize("closed", [Reply(404, {}, b""), OSError("refused")])
def test_closed_origin_that_has_no_site_is_sound(closed: Reply | OSError, small: BuildRequest) -> None:
    _verify(small, closed)


@pytest.mark.parametrize("closed", [Reply(200, {}, b""), Reply(404, {"x-dataset-revision": "0" * 16}, b"")])
def test_closed_origin_that_answers_is_a_problem(closed: Reply, small: BuildRequest) -> None:
    with pytest.raises(InputError) as raised:
        _verify(small, closed)
    [problem] = raised.value.problems
    assert str(problem).startswith(OTHER)
