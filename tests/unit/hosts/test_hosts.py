"""The files of each host, and the sites that exceed its limits."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from builder.build import read_publication
from builder.hosts import aws, cloudflare, make_hosts, usage_of_hosts, vercel
from builder.hosts.shared.deployment import Deployment
from builder.project.build_request import BuildRequest
from builder.project.config import load_config
from tests.support.commands import countries
from tests.support.project import ROOT
from tests.support.small_project import small_project


def test_build_with_too_large_a_function_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = tuple(limit._replace(most=1000) if "function" in limit.what else limit for limit in vercel.LIMITS)
    monkeypatch.setattr(vercel, "LIMITS", small)
    project = small_project(tmp_path)
    ran = countries(project, "build")
    assert (ran.exit_code, project.output.exists()) == (1, False)
    assert "vercel: bytes of the function, compressed: " in ran.output


def test_host_that_is_not_configured_has_no_files_and_no_limits(deployment: Deployment, tmp_path: Path) -> None:
    path = tmp_path / "site_config.toml"
    path.write_text(re.sub(r"(?m)^names = .*", 'names = ["nginx"]', (ROOT / path.name).read_text("utf-8")))
    hosts = make_hosts(
        replace(
            deployment, site=replace(deployment.site, config=load_config(path, extensions=deployment.site.extensions))
        )
    )
    # nginx forwards to Node.
    folders = {file.path.split("/")[1] for host in hosts for file in host.files if file.path.startswith("hosts/")}
    assert folders == {"nginx", "node"}
    assert {use.host for use in usage_of_hosts(hosts, {"v1.json": 1})} == {"nginx"}


def test_every_route_of_vercel_counts(deployment: Deployment) -> None:
    host = vercel.make(deployment)
    (config,) = (json.loads(file.make()) for file in host.files if file.path.endswith("vercel/vercel.json"))
    assert host.used["routes of vercel.json"] == len(config["routes"])


def test_worker_of_each_domain_has_its_own_name(deployment: Deployment) -> None:
    urls = ("https://api.example.org", "https://staging.example.org")
    configs = [deployment.site.config.model_copy(update={"base_url": url}) for url in urls]
    made = [cloudflare.make(replace(deployment, site=replace(deployment.site, config=config))) for config in configs]
    texts = [
        file.make().decode() for host in made for file in host.files if file.path.endswith("cloudflare/wrangler.jsonc")
    ]
    names = [re.findall(r'"name": "(.*)"', text) for text in texts]
    assert names == [["countries-api-example-org"], ["countries-staging-example-org"]]


def _deployed(request: BuildRequest) -> Deployment:
    """Make the site of *request* as input of a host."""
    return read_publication(request).deployment


def _published(deployment: Deployment) -> str:
    """Return the name of the version that a deployment to AWS publishes."""
    (template,) = (file for file in aws.make(deployment).files if file.path == "hosts/aws/template.json")
    name: str = json.loads(template.make())["Outputs"]["Version"]["Value"]
    return name


@pytest.mark.slow
def test_aws_publishes_a_new_version_only_after_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    request = small_project(tmp_path, "edge")
    names = [_published(_deployed(request))]
    assert _published(_deployed(request)) == names[0]
    names.append(_published(_deployed(request._replace(overrides={"base_url": "https://api.example.org"}))))
    core = request.edge / "core" / "paging.js"
    core.write_text(f"{core.read_text('utf-8')}// A release.\n")
    deployment = _deployed(request)
    names.append(_published(deployment))
    monkeypatch.setitem(aws.FUNCTION, "MemorySize", 512)
    names.append(_published(deployment))
    record = request.data / "countries" / "de.json"
    record.write_text(record.read_text("utf-8").replace("Berlin", "Bonn"))
    names.append(_published(_deployed(request)))
    assert len(set(names)) == len(names)
