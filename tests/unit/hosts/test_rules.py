"""The rules that hosts evaluate themselves, as filters of the table of answers."""

import re
from typing import Any

import pytest

from builder.hosts.cloudflare.rules import answer_rules, rewrite
from builder.hosts.shared.deployment import Deployment
from builder.hosts.vercel import file_routes


def test_rule_of_a_file_gives_what_the_core_sends(deployment: Deployment) -> None:
    rules = {rule.path: rule for rule in answer_rules(deployment, 100)[0]}
    total = dict(rules["/v1/region/europe.json"].headers)
    link = next(dict(answer.headers)["Link"] for answer in deployment.default_answers if answer.row.key == "europe")
    assert total["Link"] == link.replace("\0", "/v1/region/europe")
    assert rules["/v1/region/europe.json"].removed == ("Link",)
    assert dict(rules["/v1/alpha/:key.json"].headers)["X-Total-Count"] == "1"


@pytest.mark.parametrize("room", [12, 20, 30, 100])
def test_answer_with_a_next_page_has_a_rule_or_is_not_rewritten(room: int, deployment: Deployment) -> None:
    rules, unruled = answer_rules(deployment, room)
    assert len(rules) <= room
    paged = [answer for answer in deployment.default_answers if answer.row.file and answer.has_next]
    ruled = {rule.path for rule in rules if "next" in dict(rule.headers).get("Link", "")}
    assert {f"/{answer.file}" for answer in paged} - ruled == {f"/{answer.file}" for answer in unruled}
    expression = rewrite(deployment, unruled)["rules"][0]["expression"]
    excluded = expression.rpartition(" and not http.request.uri.path in ")[2] if unruled else ""
    assert all(f'"{answer.row.address}"' in excluded for answer in unruled)
    # What several answers share must be true of each that has no rule of its own.
    shared = {rule.path: dict(rule.headers) for rule in rules if ":key" in rule.path}
    for answer in paged:
        folder = answer.row.route.path.partition("{")[0]
        if f"/{answer.file}" not in ruled:
            assert "Link" not in shared.get(f"{folder}:key.json", {})


def test_patterns_of_vercel_are_short_and_lead_to_files(deployment: Deployment) -> None:
    files = {answer.file for answer in deployment.default_answers}
    reached = set()
    routes: Any = file_routes(deployment)
    for route in routes:
        assert len(route["src"]) <= 4096
        keys = re.search(r"\((.*)\)", route["src"])
        named = keys[1].replace("[.]", ".").split("|") if keys else [""]
        reached |= {route["dest"].replace("$1", key).removeprefix("/") for key in named}
    assert reached == files
