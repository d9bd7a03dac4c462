"""Each annex and ``refresh/`` can be deleted: what is left is a service that builds and answers."""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from builder.annexes import NAMES
from tests.support.processes import run
from tests.support.project import ROOT

# What a build reads and what asks its answers, in a copy without what is deleted.
_COPIED = ("builder", "refresh", "edge", "templates", "tests", "CHANGELOG.md", "LICENSE", "requirements.lock")
_ASK = """
import json, sys
from pathlib import Path
from builder.cli import main
from builder.javascript.context import read_modules
from builder.javascript.core_calls import OpenSite
from tests.support.serving import Service
from tests.support.vectors import disagreements, load_vectors

main(["build", "--quiet"], standalone_mode=False)
# It loads every command.
main(["--help"], standalone_mode=False)
site = Path("output")
service = Service(OpenSite(read_modules(site / "edge")), site / "public")
vectors = [vector for vector in load_vectors() if vector.annex not in json.loads(sys.argv[1])]
wrong = {vector.id: found for vector in vectors if (found := disagreements(vector, service.send))}
print(len(vectors), wrong)
"""
EVERYTHING = (*NAMES, "refresh")


# Each alone is tried in the soak: what imports a deleted one fails without all, too.
ALONE = [pytest.param((name,), marks=pytest.mark.soak) for name in EVERYTHING]


@pytest.mark.parametrize("deleted", [*ALONE, pytest.param(NAMES, marks=pytest.mark.soak), EVERYTHING], ids="+".join)
def test_service_without_it_builds_and_answers_every_vector_that_is_left(
    deleted: tuple[str, ...], tmp_path: Path
) -> None:
    for name in _COPIED:
        if (ROOT / name).is_dir():
            # With compiled modules, which are those of sources with the same time.
            shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("node_modules"))
        else:
            shutil.copy(ROOT / name, tmp_path / name)
    # A build only reads them.
    (tmp_path / "data").symlink_to(ROOT / "data")
    (tmp_path / ".cache").symlink_to(ROOT / ".cache")
    config = (ROOT / "site_config.toml").read_text("utf-8")
    # The windows that vectors ask for, and one host: others have no part in annexes.
    config = config.replace('limits = "all"', "limits = [1, 2, 5, 10, 25]")
    config = re.sub(r"(?<=\nnames = )\[[^]]*\]", '["node"]', config)
    (tmp_path / "site_config.toml").write_text(config, "utf-8")
    _delete(tmp_path, deleted)
    done = run(sys.executable, "-c", _ASK, json.dumps(deleted), folder=tmp_path, PYTHONPATH=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    count, _, wrong = done.stdout.splitlines()[-1].partition(" ")
    assert wrong == "{}"
    assert int(count) > 1_000


def _delete(project: Path, names: tuple[str, ...]) -> None:
    """Delete each annex as its list says: its folder and its line."""
    listed = project / "builder/annexes/__init__.py"
    for name in names:
        folder = project / "builder/annexes" / name if name in NAMES else project / name
        shutil.rmtree(folder)
        text = listed.read_text("utf-8")
        listed.write_text(text.replace(f'    "{name}",\n', ""), "utf-8")
