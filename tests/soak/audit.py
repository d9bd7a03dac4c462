"""Ask the registries' advisories about every locked package; ``python -m tests.soak.audit``.

Exit codes: 0 nothing is known against any package that could be asked about, 1 an advisory names one.
A registry that does not answer is said, and is no failure: a machine without a network can still release.
"""

import json
import subprocess
import sys
from typing import Any

from tests.project import ROOT

_LOCKS = ("requirements.lock", "requirements-dev.lock")


def main() -> int:
    """Ask both registries and print what they know."""
    advisories = [*_python(), *_npm()]
    for advisory in advisories:
        sys.stdout.write(f"{advisory}\n")
    sys.stdout.write(f"{len(advisories)} advisories\n")
    return 1 if advisories else 0


def _python() -> list[str]:
    found: dict[str, str] = {}
    for lock in _LOCKS:
        command = ["-m", "pip_audit", "--disable-pip", "--require-hashes", "--format", "json", "-r", lock]
        dependencies = _asked([sys.executable, *command]).get("dependencies", [])
        answered = [package for package in dependencies if "skip_reason" not in package]
        _say(lock, len(answered), len(dependencies))
        for package in answered:
            for advisory in package["vulns"]:
                fixed = ", ".join(advisory["fix_versions"]) or "none yet"
                found[advisory["id"]] = f"{package['name']} {package['version']}: {advisory['id']}, fixed in {fixed}"
    return list(found.values())


def _npm() -> list[str]:
    answer = _asked(["npm", "audit", "--json", "--package-lock-only"])
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    total = len(packages) - 1
    _say("package-lock.json", total if "vulnerabilities" in answer else 0, total)
    return [
        f"{name} {package['range']}: {package['severity']}"
        for name, package in answer.get("vulnerabilities", {}).items()
    ]


def _asked(command: list[str]) -> dict[str, Any]:
    """Run *command* and read the JSON that it prints, whatever its exit code; nothing when it prints none."""
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    try:
        answer: dict[str, Any] = json.loads(shown)
    except json.JSONDecodeError:
        return {}
    return answer


def _say(lock: str, answered: int, total: int) -> None:
    verdict = f"{answered} of {total} packages were known to a registry that answered"
    sys.stdout.write(f"{lock}: {verdict if answered else 'no registry answered; nothing was audited'}\n")


if __name__ == "__main__":
    sys.exit(main())
