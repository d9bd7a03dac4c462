"""The rules that hosts evaluate themselves, compared with the answers of the core."""

import pytest

from builder.hosts.cloudflare.rules import answer_rules, rewrite
from builder.hosts.shared.deployment import Deployment


@pytest.mark.parametrize("room", [30, 100])
def test_answer_with_a_next_page_has_a_rule_or_is_not_rewritten(room: int, deployment: Deployment) -> None:
    rules, unruled = answer_rules(deployment, room)
    assert len(rules) <= room
    paged = [answer for answer in deployment.default_answers if answer.row.file and answer.has_next]
    ruled = {rule.path for rule in rules if "next" in dict(rule.headers).get("Link", "")}
    assert {f"/{answer.file}" for answer in paged} - ruled == {f"/{answer.file}" for answer in unruled}
    files, metrics, *_ = (rule["expression"] for rule in rewrite(deployment, unruled))
    assert all(f'"{answer.row.address}"' in files.rpartition(" and not ")[2] for answer in unruled)
    assert [answer.row.address for answer in unruled if f'"{answer.row.address}"' in metrics] == []
