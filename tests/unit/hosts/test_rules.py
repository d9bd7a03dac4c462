"""The rules that hosts evaluate themselves, compared with the answers of the core."""

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


def test_rule_of_a_folder_has_headers_of_every_answer_without_its_own_rule(deployment: Deployment) -> None:
    rules, _ = answer_rules(deployment, 100)
    shared = {rule.path: dict(rule.headers) for rule in rules if ":key" in rule.path}
    for answer in deployment.default_answers:
        folder = answer.row.route.path.partition("{")[0]
        of_answer = dict(answer.headers)
        if not answer.has_next and answer.row.file:
            of_folder = shared.get(f"{folder}:key.json", {})
            assert {name: of_answer[name].replace("\0", f"{folder}:key") for name in of_folder} == of_folder


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
