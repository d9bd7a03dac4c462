"""Runs the commands of a workflow: on a fresh clone, step by step, as a user who is not root.

``python -m scripts.dry_run [JOB ...]`` runs the named jobs, such as ``deploy.yml:build``, or all; a job that takes an
artifact needs the job before it. Steps that cannot be run here are listed with the reason.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
WORKFLOWS = ROOT / ".github" / "workflows"
# A step whose command matches is not run.
ELSEWHERE = (
    (r"\.bin/(wrangler|netlify|vercel) deploy|npm run deploy|rewrite\.js", "needs an account of the vendor"),
    (r"countries verify", "asks the deployed site"),
    (r"gh (api|pr|release|workflow)", "needs the repository's own service"),
    (r"make (soak|audit)", "takes an hour, or asks the registries for advisories"),
)
# What runs in place of a command that needs a service. The steps after a refresh need a change to work on.
STAND_INS = (
    (r'gh run download "\$RUN" --name (\w+)', r'cp -r "$ARTIFACTS/\1/." .'),
    # The whole suite is run by itself.
    (r"^make test\b.*", "make .venv/.dev node_modules/.dev"),
    (r"\S+ refresh --live .*", "echo >> data/README.md; touch calendars.txt failures.txt"),
)
# What a runner sets.
RUNNER = {
    "CI": "true",
    "GITHUB_SERVER_URL": "https://github.com",
    "GITHUB_REPOSITORY": "country-reference/country-reference",
    "GITHUB_RUN_ID": "1",
}
# The values of expressions; an expression that is not listed is an error.
GIVEN = {
    "matrix.host": "cloudflare",
    "inputs.run": "",
    "vars.DEPLOY_ADDRESSES": "",
    "vars.DEPLOY_HOLD": "",
    "vars.AWS_ROLE_ARN": "",
    "vars.CLOUDFLARE_WORKERS_DEV": "",
    "fromJSON(vars.DEPLOY_ADDRESSES || '{}')[matrix.host] || vars.COUNTRIES_BASE_URL": "https://api.example.org",
    "inputs.run || github.run_id": RUNNER["GITHUB_RUN_ID"],
    "vars.DEPLOY_HOSTS": '["cloudflare"]',
    "vars.CLOUDFLARE_ZONE_ID": "",
    "github.repository": RUNNER["GITHUB_REPOSITORY"],
    "github.ref_name": "v1.1.0",
    "github.event.before || github.event.pull_request.base.sha": "",
    "vars.COUNTRIES_BASE_URL": "https://api.example.org",
    "vars.COUNTRIES_CDN_URL": "",
    "vars.COUNTRIES_DOCS_URL": "",
}
# The values of conditions; a condition that is not listed is an error.
CONDITIONS = {
    "inputs.run": True,
    "matrix.host == 'aws'": True,
    "matrix.host == 'cloudflare'": True,
    "matrix.host == 'cloudflare' && vars.CLOUDFLARE_ZONE_ID": True,
    "matrix.host == 'netlify'": False,
    "matrix.host == 'vercel'": False,
    "needs.build.outputs.refused": False,
}
_EXPRESSION = re.compile(r"\$\{\{\s*(.+?)\s*\}\}")


@dataclass(frozen=True)
class WorkflowStep:
    """A command of a job, with its additional environment and its working folder relative to the clone."""

    job: str
    name: str
    command: str
    environment: Mapping[str, str]
    folder: str

    @property
    def elsewhere(self) -> str:
        """Return the reason for not running it here, or an empty string."""
        return next((why for pattern, why in ELSEWHERE if re.search(pattern, self.command)), "")


def steps(path: Path) -> Iterator[WorkflowStep]:
    """Yield the commands of the workflow at *path* in order. Raises ``KeyError`` for an unknown expression."""
    for name, job in yaml.safe_load(path.read_text("utf-8"))["jobs"].items():
        for step in job["steps"]:
            command = _command(step)
            if command and _is_taken(step):
                environment: dict[str, Any] = {**job.get("env", {}), **step.get("env", {})}
                yield WorkflowStep(
                    f"{path.name}:{name}",
                    step.get("name", command.splitlines()[0]),
                    command,
                    {key: _filled(str(value)) for key, value in environment.items()},
                    step.get("working-directory", "."),
                )


def _command(step: Mapping[str, Any]) -> str:
    """Return the command of a step, or that which does the work of an action; empty for what prepares a machine."""
    action, options = str(step.get("uses", "")).partition("@")[0], step.get("with", {})
    if action == "actions/upload-artifact":
        # The contents of a folder, not the folder.
        paths = " ".join(re.sub("/$", "/.", path) for path in str(options["path"]).split())
        return f'mkdir -p "$ARTIFACTS/{options["name"]}" && cp -r {paths} "$ARTIFACTS/{options["name"]}"'
    if action == "actions/download-artifact":
        return f'mkdir -p {options["path"]} && cp -r "$ARTIFACTS/{options["name"]}/." {options["path"]}'
    return str(step.get("run", "")).strip()


def _is_taken(step: Mapping[str, Any]) -> bool:
    return "if" not in step or CONDITIONS[str(step["if"])]


def _filled(value: str) -> str:
    """Replace expressions by values; secrets and tokens are empty here."""

    def given(found: re.Match[str]) -> str:
        expression = found[1]
        return "" if expression.startswith(("secrets.", "github.token")) else GIVEN[expression]

    return _EXPRESSION.sub(given, value)


def _run(step: WorkflowStep, clone: Path, home: Path) -> int:
    """Run a command as the runner's shell does; return its exit code."""
    files = {name: str(home / name.lower()) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_ENV")}
    own = {"HOME": str(home), "ARTIFACTS": str(home / "artifacts")}
    command = step.command
    for pattern, stand_in in STAND_INS:
        command = re.sub(pattern, stand_in, command)
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", command]
    if os.geteuid() == 0:
        # The runner's user is not root. In a namespace, it can still read a Python in a folder of root.
        shell = ["unshare", "--user", "--map-user=1001", "--map-group=1001", *shell]
    environment = {**os.environ, **RUNNER, **files, **own, **step.environment}
    return subprocess.run(shell, cwd=clone / step.folder, env=environment, check=False).returncode


def _prepared(folder: Path, job: str) -> Path:
    """Clone the committed state of the checkout."""
    clone = folder / re.sub(r"\W+", "-", job)
    # Owners differ in the namespace of a step, which git apply would take for changes.
    subprocess.run(["git", "clone", "--quiet", "--config", "core.checkStat=minimal", ROOT, clone], check=True)
    (folder / "home").mkdir(exist_ok=True)
    return clone


def main(wanted: list[str]) -> int:
    """Run the jobs named in *wanted*, or all; return 1 when a step fails, which ends its job."""
    failed: dict[str, str] = {}
    with TemporaryDirectory(prefix="dry-run-") as scratch:
        folder = Path(scratch)
        clones: dict[str, Path] = {}
        for step in (step for path in sorted(WORKFLOWS.glob("*.yml")) for step in steps(path)):
            if step.job in failed or (wanted and step.job not in wanted):
                continue
            if step.elsewhere:
                sys.stdout.write(f"{step.job}: {step.name}: NOT RUN, it {step.elsewhere}\n")
                continue
            if step.job not in clones:
                clones[step.job] = _prepared(folder, step.job)
            code = _run(step, clones[step.job], folder / "home")
            sys.stdout.write(f"{step.job}: {step.name}: {'ran' if code == 0 else f'FAILED with {code}'}\n")
            sys.stdout.flush()
            if code:
                failed[step.job] = step.name
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
