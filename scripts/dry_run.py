"""Runs the commands of a workflow unchanged: on a fresh clone, step by step, as a user who is not root.

``python -m scripts.dry_run [JOB ...]`` runs the named jobs, such as ``deploy.yml:build``, or all. Steps that cannot be
run here are listed with the reason; a step that is neither run nor listed is an error.
"""

import os
import re
import shlex
import shutil
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
    (r"gh (api|pr|release|run|workflow)", "needs the repository's own service"),
    (r"countries refresh --live", "asks live services"),
    (r"make (soak|audit)", "takes an hour, or asks the registries for advisories"),
    (r"^make test\b", "is the whole suite; run it by itself"),
)
# The values of expressions; an expression that is not listed is an error.
GIVEN = {
    "matrix.host": "cloudflare",
    "inputs.run": "",
    "vars.DEPLOY_ADDRESSES": "",
    "vars.DEPLOY_HOLD": "",
    "vars.AWS_ROLE_ARN": "",
    "vars.CLOUDFLARE_WORKERS_DEV": "",
    "fromJSON(vars.DEPLOY_ADDRESSES || '{}')[matrix.host] || vars.COUNTRIES_BASE_URL": "https://api.example.org",
    "inputs.run || github.run_id": "1",
    "vars.DEPLOY_HOSTS": '["cloudflare"]',
    "vars.CLOUDFLARE_ZONE_ID": "",
    "github.repository": "country-reference/country-reference",
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
            if "run" in step and _is_taken(step):
                environment: dict[str, Any] = {**job.get("env", {}), **step.get("env", {})}
                yield WorkflowStep(
                    f"{path.name}:{name}",
                    step.get("name", step["run"].splitlines()[0]),
                    step["run"].strip(),
                    {key: _filled(str(value)) for key, value in environment.items()},
                    step.get("working-directory", "."),
                )


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
    environment = {**os.environ, **files, "HOME": str(home), "CI": "true", **step.environment}
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.command]
    if os.geteuid() == 0:
        # The runner's user is not root. In a namespace, it can still read a Python in a folder of root.
        shell = ["unshare", "--user", "--map-user=1001", "--map-group=1001", *shell]
    return subprocess.run(shell, cwd=clone / step.folder, env=environment, check=False).returncode


def _prepared(folder: Path, job: str) -> Path:
    """Clone the committed state of the checkout."""
    clone = folder / re.sub(r"\W+", "-", job)
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    (folder / "home").mkdir(exist_ok=True)
    return clone


def _carry(before: Path, clone: Path) -> None:
    """Pass on the artifacts of an earlier job, as the service's artifact storage does."""
    for name in ("site.tar.zst", "SHA256SUMS"):
        if (before / name).exists():
            shutil.copy2(before / name, clone)


def main(wanted: list[str]) -> int:
    """Run the jobs named in *wanted*, or all; return 1 when a step fails."""
    failed = []
    with TemporaryDirectory(prefix="dry-run-") as scratch:
        folder = Path(scratch)
        clones: dict[str, Path] = {}
        for step in (step for path in sorted(WORKFLOWS.glob("*.yml")) for step in steps(path)):
            if wanted and step.job not in wanted:
                continue
            if step.elsewhere:
                sys.stdout.write(f"{step.job}: {step.name}: NOT RUN, it {step.elsewhere}\n")
                continue
            if step.job not in clones:
                clones[step.job] = _prepared(folder, step.job)
                for before in list(clones.values())[:-1]:
                    _carry(before, clones[step.job])
            code = _run(step, clones[step.job], folder / "home")
            sys.stdout.write(f"{step.job}: {step.name}: {'ran' if code == 0 else f'FAILED with {code}'}\n")
            sys.stdout.flush()
            if code:
                failed.append(f"{step.job}: {step.name}: {shlex.quote(step.command)}")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
