"""Each extension and ``refresh/`` can be deleted: what is left is a service that builds and answers."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from builder.extensions import NAMES
from builder.project.build_request import BuildRequest
from tests.support import sites
from tests.support.processes import run
from tests.support.project import ROOT, copy_tree
from tests.support.vectors import Reply, load_vectors

# What a build reads and what asks its answers, in a copy without what is deleted.
_COPIED = ("builder", "refresh", "edge", "templates", "tests", "CHANGELOG.md", "LICENSE", "requirements.lock")
_ASK = """
import json, sys
from pathlib import Path
from builder.cli import main
from builder.javascript.context import read_modules
from builder.javascript.core_calls import OpenSite
from tests.support.serving import Service
from tests.support.vectors import load_vectors

main(["build", "--quiet"], standalone_mode=False)
# It loads every command.
main(["--help"], standalone_mode=False)
service = Service(OpenSite(read_modules(Path("output/edge"))), Path("output/public"))
vectors = [vector for vector in load_vectors() if vector.extension not in json.loads(sys.argv[1])]
replies = {vector.id: service.send(vector) for vector in vectors}
print(json.dumps({name: [reply.status, reply.body.hex()] for name, reply in replies.items()}))
"""
EVERYTHING = (*NAMES, "refresh")


# Each alone is tried in the soak: what imports a deleted one fails without all, too.
ALONE = [pytest.param((name,), marks=pytest.mark.soak) for name in EVERYTHING]


@pytest.mark.parametrize("deleted", [*ALONE, pytest.param(NAMES, marks=pytest.mark.soak), EVERYTHING], ids="+".join)
def test_service_without_it_builds_and_answers_every_vector_that_is_left_as_before(
    deleted: tuple[str, ...], small: BuildRequest, tmp_path: Path
) -> None:
    for name in _COPIED:
        # With the compiled modules, which are those of sources with the same time.
        copy_tree(ROOT / name, tmp_path / name)
    for source in (small.data, small.config):
        copy_tree(source, tmp_path / source.name)
    (tmp_path / ".cache").symlink_to(small.cache)
    _delete(tmp_path, deleted)
    done = run(sys.executable, "-c", _ASK, json.dumps(deleted), folder=tmp_path, PYTHONPATH=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    replies = json.loads(done.stdout.splitlines()[-1])
    service = sites.opened(small.output)
    wanted = {vector.id: service.send(vector) for vector in load_vectors() if vector.extension not in deleted}
    assert {name: status for name, (status, _) in replies.items()} == {name: one.status for name, one in wanted.items()}
    # Documents and errors name extensions; what is left to chance is never kept.
    same = [name for name, one in wanted.items() if one.status == 200 and _is_same_each_time(one)]
    assert [name for name in same if replies[name][1] != wanted[name].body.hex()] == []
    assert len(same) > 500


def _is_same_each_time(reply: Reply) -> bool:
    is_data = (reply.header("Content-Type") or "").startswith("application/json")
    return is_data and reply.header("Cache-Control") != "no-store"


def _delete(project: Path, names: tuple[str, ...]) -> None:
    """Delete each extension as its list says: its folder and its line."""
    listed = project / "builder/extensions/__init__.py"
    for name in names:
        folder = project / "builder/extensions" / name if name in NAMES else project / name
        shutil.rmtree(folder)
        text = listed.read_text("utf-8")
        listed.write_text(text.replace(f'    "{name}",\n', ""), "utf-8")
