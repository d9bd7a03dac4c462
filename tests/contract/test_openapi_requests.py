"""Requests generated from ``/openapi.json``, sent to a running preview."""

from scripts.preview_process import Served
from tests.soak.openapi_requests import hold

EXAMPLES = 1


def test_generated_requests_have_the_described_answers(small_served: Served) -> None:
    verdict = hold(small_served.origin, EXAMPLES, seed=1)
    assert not verdict.wrong, "\n".join(verdict.wrong[:10])
    modes = {mode for mode, _ in verdict.cases}
    statuses = {status for _, status in verdict.cases}
    assert modes == {"positive", "negative"}
    assert {200, 301, 400, 404, 405} <= statuses
    assert "Traceback" not in small_served.log.read_text()
