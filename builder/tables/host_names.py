"""The hosts that a deployment can be written for: each is a folder of ``builder/stages/hosts/``."""

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "stages" / "hosts"
HOSTS = tuple(sorted(path.parent.name for path in FOLDER.glob("*/templates")))
