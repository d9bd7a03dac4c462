"""The interface as ``/openapi.json`` describes it, held against a running preview."""

from pathlib import Path

from scripts.soak.described import hold
from scripts.soak.served import preview, small_project

EXAMPLES = 12


def test_every_answer_to_a_generated_request_is_as_described(tmp_path: Path) -> None:
    with preview(small_project(tmp_path)) as served:
        verdict = hold(served.origin, EXAMPLES, seed=1)
        assert not verdict.wrong, "\n".join(verdict.wrong[:10])
        modes = {mode for mode, _ in verdict.cases}
        statuses = {status for _, status in verdict.cases}
        assert modes == {"positive", "negative"}
        assert {200, 301, 400, 404, 405} <= statuses
        assert "Traceback" not in served.log.read_text()
