"""The addresses that nginx answers from files, compared with what the core answers to each of them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from builder.api.headers import LINK
from builder.build import assemble, derive
from builder.cache.step_cache import StepCache
from builder.config import load_config
from builder.javascript.core_calls import Draft, core_request
from builder.javascript.manifest import Result
from builder.stages.edge import with_assets
from builder.stages.hosts import Deployment, prepare_hosts, prepared_steps
from builder.stages.hosts.nginx.file_answers import make_rows, rows_step
from tests.support.few_countries import few_project
from tests.support.project import quiet


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Deployment:
    """Make a small site as input of a host."""
    request = few_project(tmp_path_factory.mktemp("nginx"))
    data = derive(request, load_config(request.config))
    site = assemble(data, request, quiet)
    return Deployment(
        config=data.config,
        dataset=data.dataset,
        listings=data.listings,
        manifest=with_assets(data.manifest, site.assets),
        core=data.core,
        steps=data.steps,
        assets=site.assets,
        function=site.edge,
        javascript=request.edge,
        cache=request.cache,
    )


def test_rows_are_the_answers_of_the_core(deployment: Deployment) -> None:
    addresses, rows = make_rows(deployment)
    core = Draft(deployment.core, deployment.manifest, deployment.dataset.records)
    common = {name for name, _ in deployment.manifest["headers"]["common"]}
    assert {
        "/v1",
        "/v1/alpha/de",
        "/v1/name/germany",
        "/v1/region/europe",
        "/docs/",
        "/openapi.json",
    } <= addresses.keys()
    for address, number in addresses.items():
        result = core.answer(core_request(address))
        assert "file" in result, address
        headers = [(name, value) for name, value in result["headers"] if name not in common]
        given = [
            (name, value.replace("$request_uri", address) if name == LINK.name else value)
            for name, value in rows[number].headers
        ]
        assert (rows[number].file, given) == (result["file"], headers), address


def test_every_document_has_a_row(deployment: Deployment) -> None:
    addresses, _ = make_rows(deployment)
    documents = {address for address, asset in deployment.manifest["assets"].items() if asset["cache"] != "image"}
    assert documents <= addresses.keys()


def test_what_another_process_prepares_is_not_made_again(
    deployment: Deployment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert prepared_steps(["nginx", "aws", "node"]) == (rows_step,)
    assert prepared_steps(["aws"]) == ()
    there, here = (replace(deployment, steps=StepCache(tmp_path, name, ())) for name in ("there", "here"))
    sent = there.steps.made_by(lambda: prepare_hosts(there))
    here.steps.take_from(lambda: sent, prepared_steps(["nginx"]))
    asked: list[int] = []

    class Counted(Draft):
        def answer_each(self, targets: Iterable[str]) -> Iterator[Result]:
            listed = list(targets)
            asked.append(len(listed))
            return super().answer_each(listed)

    monkeypatch.setattr("builder.stages.hosts.nginx.file_answers.Draft", Counted)
    assert make_rows(here) == make_rows(deployment)
    # One asset of each kind; the addresses of routes are many more.
    assert len(asked) == 1
    assert asked[0] < 30 < len(make_rows(here)[0])
