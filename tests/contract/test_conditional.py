"""Entity tags across a change of the dataset: a changed answer is never 304."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from builder.build import build
from builder.javascript.context import read_modules
from builder.javascript.core_calls import OpenSite
from builder.output.tree import Tree
from builder.project.build_request import BuildRequest
from tests.support.few_countries import few_project, without_bouvet_island
from tests.support.serving import Service
from tests.support.vectors import Reply, load_vectors

TARGETS = sorted({vector.target for vector in load_vectors() if vector.method == "GET"})


def replies(request: BuildRequest) -> dict[str, Reply]:
    """Build the site and answer every target of the vectors that has an entity tag."""
    build(request, Tree(request.output))
    service = Service(OpenSite(read_modules(request.output / "edge")), request.output / "public")
    answered = {target: service.get(target, country="DE") for target in TARGETS}
    return {target: reply for target, reply in answered.items() if reply.header("ETag")}


@pytest.fixture
def inputs(tmp_path: Path) -> BuildRequest:
    """Copy the inputs, with a few countries."""
    return few_project(tmp_path)


def rewrite(path: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    """Change a JSON file."""
    value = json.loads(path.read_text("utf-8"))
    change(value)
    path.write_text(json.dumps(value), "utf-8")


def test_different_representations_have_different_tags(inputs: BuildRequest) -> None:
    """A figure, a holiday, a country that is gone, the notice and the origin of flags."""
    before = replies(inputs)
    data = inputs.data
    rewrite(data / "countries/de.json", lambda value: value.update(area=value["area"] + 1))
    rewrite(data / "holidays/fr.json", lambda value: value["items"][0].update(name="Another day"))
    without_bouvet_island(inputs)
    rewrite(data / "notice.json", lambda value: value.update(level="info", title="T", message="M"))
    config = inputs.config.read_text("utf-8")
    inputs.config.write_text(f'cdn_url = "https://flags.example"\n{config}', "utf-8")
    after = replies(inputs)
    both = before.keys() & after.keys()
    assert len(both) > 500
    changed = {target for target in both if shown(before[target]) != shown(after[target])}
    kept = {target for target in both if before[target].header("ETag") == after[target].header("ETag")}
    assert {"/v1/alpha/de", "/v1/notice"} <= changed
    assert changed & kept == set()


def shown(reply: Reply) -> tuple[bytes, str | None, str | None]:
    """Return the parts of an answer that a client stores."""
    return reply.body, reply.header("Link"), reply.header("X-Total-Count")


def test_different_answers_have_different_tags(service: Service) -> None:
    tags: dict[str, set[bytes]] = {}
    for target in TARGETS:
        reply = service.get(target, country="DE")
        if (tag := reply.header("ETag")) and reply.status == 200:
            tags.setdefault(tag, set()).add(reply.body)
    assert [tag for tag, bodies in tags.items() if len(bodies) > 1] == []
