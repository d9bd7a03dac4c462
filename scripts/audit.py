"""Looks up the registries' advisories about every locked package; ``python -m scripts.audit``.

Exit codes: 0 no advisory was found, 1 an advisory names a package, 2 a lock file was not audited, because no registry
answered for any of its packages.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def main() -> int:
    """Query both registries and print their advisories."""
    python, npm = locks(ROOT)
    return summarize({**{lock: _python(lock) for lock in python}, **{lock: _npm(lock) for lock in npm}})


def summarize(found: Mapping[Path, list[str] | None]) -> int:
    """Print the advisories by lock file, or that none was looked up (``None``); return the exit code."""
    # A package in several locks is listed once.
    advisories = sorted({advisory for listed in found.values() for advisory in listed or ()})
    for advisory in advisories:
        sys.stdout.write(f"{advisory}\n")
    unaudited = [lock for lock, listed in found.items() if listed is None]
    audited = f"{len(advisories)} advisories in {len(found) - len(unaudited)} of {len(found)} lock files"
    sys.stdout.write(f"{audited}{'; nothing answered for the others' if unaudited else ''}\n")
    if advisories:
        return 1
    return 2 if unaudited else 0


def locks(root: Path) -> tuple[list[Path], list[Path]]:
    """Find the committed lock files below *root*, of pip and of npm."""
    kept = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout.split("\n")
    paths = [root / name for name in kept]
    return (
        [path for path in paths if path.name.startswith("requirements") and path.suffix == ".lock"],
        [path for path in paths if path.name == "package-lock.json"],
    )


def _python(lock: Path) -> list[str] | None:
    command = ["-m", "pip_audit", "--disable-pip", "--require-hashes", "--format", "json", "-r", str(lock)]
    dependencies = _asked([sys.executable, *command], ROOT).get("dependencies", [])
    answered = [package for package in dependencies if "skip_reason" not in package]
    if not _say(lock, len(answered), len(dependencies)):
        return None
    return [
        f"{package['name']} {package['version']}: {advisory['id']}, "
        f"fixed in {', '.join(advisory['fix_versions']) or 'none yet'}"
        for package in answered
        for advisory in package["vulns"]
    ]


def _npm(lock: Path) -> list[str] | None:
    answer = _asked(["npm", "audit", "--json", "--package-lock-only"], lock.parent)
    total = len(json.loads(lock.read_text("utf-8"))["packages"]) - 1
    if not _say(lock, total if "vulnerabilities" in answer else 0, total):
        return None
    return [
        f"{name} {package['range']}: {package['severity']}"
        for name, package in answer.get("vulnerabilities", {}).items()
    ]


def _asked(command: list[str], folder: Path) -> dict[str, Any]:
    """Run *command* in *folder* and read the JSON that it prints; its exit code is ignored."""
    shown = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout
    try:
        answer: dict[str, Any] = json.loads(shown)
    except json.JSONDecodeError:
        return {}
    return answer


def _say(lock: Path, answered: int, total: int) -> bool:
    """Print whether *lock* was audited, and return it."""
    verdict = f"{answered} of {total} packages were known to a registry that answered"
    sys.stdout.write(
        f"{lock.relative_to(ROOT)}: {verdict if answered else 'no registry answered; nothing was audited'}\n"
    )
    return answered > 0


if __name__ == "__main__":
    sys.exit(main())
