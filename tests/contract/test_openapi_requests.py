"""The interface as ``/openapi.json`` describes it, compared with a running preview."""

from scripts.soak.openapi_requests import hold
from scripts.soak.preview_process import Served

EXAMPLES = 12


def test_every_answer_to_a_generated_request_is_as_described(served: Served) -> None:
    verdict = hold(served.origin, EXAMPLES, seed=1)
    assert not verdict.wrong, "\n".join(verdict.wrong[:10])
    modes = {mode for mode, _ in verdict.cases}
    statuses = {status for _, status in verdict.cases}
    assert modes == {"positive", "negative"}
    assert {200, 301, 400, 404, 405} <= statuses
    assert "Traceback" not in served.log.read_text()
