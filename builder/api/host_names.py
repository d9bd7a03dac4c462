"""Names of the supported hosts, which are the folders of ``builder/stages/hosts/`` with templates."""

from pathlib import Path


def package_of(host: str) -> str:
    """Return the name of the package (and folder) of *host*."""
    return host.replace("-", "_")


FOLDER = Path(__file__).parents[1] / "stages" / "hosts"
# The name of a package cannot contain a hyphen.
HOSTS = tuple(sorted(path.parent.name.replace("_", "-") for path in FOLDER.glob("*/templates")))
