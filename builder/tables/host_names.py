"""The hosts that a deployment can be written for: each is a folder of ``builder/stages/hosts/``."""

from pathlib import Path


def package_of(host: str) -> str:
    """Name the package, and folder, of *host*."""
    return host.replace("-", "_")


FOLDER = Path(__file__).parents[1] / "stages" / "hosts"
# A package has no hyphen in its name.
HOSTS = tuple(sorted(path.parent.name.replace("_", "-") for path in FOLDER.glob("*/templates")))
