"""Writes the software bill of materials, in CycloneDX 1.6: ``python -m scripts.sbom FILE``.

It names the Python packages of a build, the data that is shipped, and the npm packages of the deploy tools, each with
its version, licence and hash. It has no time and no serial number, so that the same locks give the same bytes.
"""

import base64
import json
import re
import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageMetadata, metadata
from pathlib import Path
from typing import Any

from builder import __version__

ROOT = Path(__file__).resolve().parents[1]

_HOSTS = ROOT / "builder/hosts"
# An identifier or an expression of SPDX; some packages have the text or the name of a licence instead.
_SPDX = re.compile(r"[A-Za-z0-9.+-]+(?: (?:AND|OR|WITH) [A-Za-z0-9.+-]+)*")
# Their metadata names no licence; these are the ones whose text they ship.
_BY_ITS_TEXT = {"quickjs-ng": "MIT", "resvg-py": "MIT"}
_CLASSIFIER = "License :: OSI Approved :: "


def make_bom() -> dict[str, Any]:
    """Collect the components of the service."""
    components = [*_python_packages(), *_shipped_data(), *_deploy_tools()]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "country-reference",
                "name": "country-reference",
                "version": __version__,
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": sorted(components, key=lambda component: str(component["bom-ref"])),
    }


def _python_packages() -> Iterator[dict[str, Any]]:
    """Read the packages of a build from their lock, and their licences from what is installed."""
    for entry in re.split(r"\n(?=\S)", (ROOT / "requirements.lock").read_text("utf-8")):
        if found := re.match(r"([\w.-]+)==(\S+)", entry):
            name, version = found.groups()
            hashes = re.findall(r"sha256:([0-9a-f]{64})", entry)
            yield _component(
                "library",
                f"pkg:pypi/{name}@{version}",
                name,
                version,
                _python_licence(metadata(name)) or _BY_ITS_TEXT[name],
                # One for each system that the package is built for.
                properties=[{"name": "sha256", "value": value} for value in hashes],
            )


def _python_licence(package: PackageMetadata) -> str:
    for expression in package.get_all("License-Expression", []):
        return str(expression)
    named = [value.removeprefix(_CLASSIFIER) for value in package.get_all("Classifier", []) if _CLASSIFIER in value]
    return " and ".join(named) or "".join(package.get_all("License", [])).strip().partition("\n")[0]


def _shipped_data() -> Iterator[dict[str, Any]]:
    for source in json.loads((ROOT / "data/sources.json").read_bytes())["sources"]:
        reference = f"data:{source['id']}"
        version = source.get("version") or source.get("date", "")
        yield _component("data", reference, source["title"], version, source["licence"], url=source["url"])


def _deploy_tools() -> Iterator[dict[str, Any]]:
    """Read the packages that deployments install; a package of several tools is listed once."""
    found: dict[str, dict[str, Any]] = {}
    for lock in sorted(_HOSTS.rglob("templates/**/package-lock.json")):
        for path, package in json.loads(lock.read_bytes())["packages"].items():
            if path:
                name = path.rpartition("node_modules/")[2]
                reference = f"pkg:npm/{name.replace('@', '%40')}@{package['version']}"
                found[reference] = _component(
                    "library",
                    reference,
                    name,
                    package["version"],
                    _npm_licence(package.get("license", "")),
                    scope="excluded",
                    hashes=_npm_hashes(package.get("integrity", "")),
                )
    yield from found.values()


def _npm_hashes(integrity: str) -> list[dict[str, str]]:
    """Decode the hash of a package. One that is part of the archive of another has none."""
    name, _, digest = integrity.partition("-")
    if not name:
        return []
    return [{"alg": name.upper().replace("SHA", "SHA-"), "content": base64.b64decode(digest).hex()}]


def _npm_licence(given: Any) -> str:
    return str(given.get("type", "")) if isinstance(given, Mapping) else str(given).strip("()")


def _component(
    kind: str, reference: str, name: str, version: str, licence: str, *, url: str = "", **further: Any
) -> dict[str, Any]:
    component = {"type": kind, "bom-ref": reference, "name": name, "version": version, **further}
    if reference.startswith("pkg:"):
        component["purl"] = reference
    if url:
        component["externalReferences"] = [{"type": "website", "url": url}]
    if licence:
        simple = _SPDX.fullmatch(licence) and " " in licence
        component["licenses"] = [{"expression": licence}] if simple else [{"license": {"name": licence}}]
    return component


def main(path: Path) -> None:
    """Write the bill of materials to *path*."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{json.dumps(make_bom(), indent=1, ensure_ascii=False)}\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
