"""Looks up the advisories of the registries about every locked package: ``python -m scripts.audit``.

Exit codes: 0 if there is no advisory, 1 if an advisory names a package, 2 if no registry answered for a lock file.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]


def main() -> int:
    """Query both registries and print their advisories."""
    files = locks(ROOT)
    return summarize({**{lock: _python(lock) for lock in files.python}, **{lock: _npm(lock) for lock in files.npm}})


def summarize(advisories_of: Mapping[Path, list[str] | None]) -> int:
    """Print the advisories of all lock files, which are ``None`` if no registry answered. Return the exit code."""
    # A package in several locks is listed once.
    advisories = sorted({advisory for listed in advisories_of.values() for advisory in listed or ()})
    for advisory in advisories:
        sys.stdout.write(f"{advisory}\n")
    unaudited = [lock for lock, listed in advisories_of.items() if listed is None]
    audited = (
        f"{len(advisories)} advisories in {len(advisories_of) - len(unaudited)} of {len(advisories_of)} lock files"
    )
    sys.stdout.write(f"{audited}{'; nothing answered for the others' if unaudited else ''}\n")
    if advisories:
        return 1
    return 2 if unaudited else 0


class Locks(NamedTuple):
    """The lock files of pip and of npm."""

    python: list[Path]
    npm: list[Path]


def locks(root: Path) -> Locks:
    """Find the committed lock files below *root*."""
    committed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    paths = [root / name for name in committed]
    return Locks(
        [path for path in paths if path.name.startswith("requirements") and path.suffix == ".lock"],
        [path for path in paths if path.name == "package-lock.json"],
    )


def _python(lock: Path) -> list[str] | None:
    command = ["-m", "pip_audit", "--disable-pip", "--require-hashes", "--format", "json", "-r", str(lock)]
    dependencies = _json_of([sys.executable, *command], ROOT).get("dependencies", [])
    answered = [package for package in dependencies if "skip_reason" not in package]
    if not _report(lock, len(answered), len(dependencies)):
        return None
    return [
        f"{package['name']} {package['version']}: {advisory['id']}, "
        f"fixed in {', '.join(advisory['fix_versions']) or 'none yet'}"
        for package in answered
        for advisory in package["vulns"]
    ]


def _npm(lock: Path) -> list[str] | None:
    answer = _json_of(["npm", "audit", "--json", "--package-lock-only"], lock.parent)
    total = len(json.loads(lock.read_text("utf-8"))["packages"]) - 1
    if not _report(lock, total if "vulnerabilities" in answer else 0, total):
        return None
    return [
        f"{name} {package['range']}: {package['severity']}"
        for name, package in answer.get("vulnerabilities", {}).items()
    ]


def _json_of(command: list[str], folder: Path) -> dict[str, Any]:
    """Run *command* in *folder* and read the JSON that it prints; its exit code is ignored."""
    shown = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout
    try:
        answer: dict[str, Any] = json.loads(shown)
    except json.JSONDecodeError:
        return {}
    return answer


def _report(lock: Path, answered: int, total: int) -> bool:
    """Print whether a registry answered for *lock*, and return it."""
    verdict = f"{answered} of {total} packages were known to a registry that answered"
    sys.stdout.write(
        f"{lock.relative_to(ROOT)}: {verdict if answered else 'no registry answered; nothing was audited'}\n"
    )
    return answered > 0


if __name__ == "__main__":
    sys.exit(main())
