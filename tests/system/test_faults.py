"""Faults during a build leave a complete site, and the next build removes the remains."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import Result

from builder.output.tree import Tree, is_intact, locked, read_state, write_state
from builder.project.build_request import BuildRequest
from tests.support.commands import countries
from tests.support.faults import ORIGINS, VARIANTS, build_each, finish, kill_builds, mount, small_disk, start
from tests.support.processes import printed
from tests.support.small_project import small_project
from tests.support.trees import content

FIRST, SECOND = ORIGINS


def build(project: BuildRequest, origin: str) -> Result:
    return countries(project, "build", COUNTRIES_BASE_URL=origin)


@pytest.fixture
def disk(small: BuildRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Mount a disk with a built site, and with room for one, but not for two."""
    if os.geteuid() or not shutil.which("mount"):
        pytest.skip("only root may mount a small disk")
    try:
        with small_disk(tmp_path_factory.mktemp("disk") / "small", _mebibytes(small.output) * 3 // 2) as folder:
            printed("cp", "-a", small.output, Tree(small.output).state, folder)
            yield folder
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no disk can be mounted here: {error.stderr.decode()}")


def _mebibytes(site: Path) -> int:
    """Count the bytes of a site on a disk; a file with several links counts once."""
    blocks = {stat.st_ino: stat.st_blocks for path in site.rglob("*") for stat in [path.stat()]}
    return sum(blocks.values()) * 512 // 1024**2


@pytest.mark.soak
def test_killed_build_leaves_the_old_or_the_new_site(tmp_path: Path) -> None:
    project = small_project(tmp_path)
    killed = kill_builds(project, build_each(project, *VARIANTS), 200, seed=1)
    assert killed.old + killed.new + killed.none == killed.killed == 200
    assert killed.old


def test_build_waits_for_another_of_the_same_output(small_copy: BuildRequest) -> None:
    tree = Tree(small_copy.output)
    with locked(tree, lambda: None):
        state = read_state(tree.state.rename(small_copy.root / "state.json"))
        waiting = start(small_copy, VARIANTS[0])
        assert waiting.stderr
        assert waiting.stderr.readline() == "Waiting for another build of the same output to end.\n"
        # A build that had read the state before it waited would write the site again.
        write_state(tree.state, {**state, "inputs": small_copy._replace(overrides={"base_url": FIRST}).inputs()})
    code, message = finish(waiting)
    assert (code, " 0 changed, " in message, is_intact(tree, state)) == (0, True, True), message


def test_disk_that_is_full_or_read_only_is_named_and_the_old_site_is_kept(small: BuildRequest, disk: Path) -> None:
    there, known = small._replace(output=disk / small.output.name), content(small.output)
    full = build(there, SECOND)
    assert full.exit_code == 1
    assert "No space left on device" in full.stderr
    assert "the site is unchanged" in full.stderr
    assert content(there.output) == known
    assert sorted(path.name for path in disk.iterdir()) == [".output.lock", ".output.state.json", "output"]
    mount("-o", "remount,ro", str(disk))
    try:
        refused = build(there, SECOND)
    finally:
        mount("-o", "remount,rw,size=200m", str(disk))
    assert refused.exit_code == 1
    assert str(disk) in refused.stderr
    assert "Read-only file system" in refused.stderr
    assert content(there.output) == known
    assert build(there, SECOND).exit_code == 0
    assert is_intact(Tree(there.output), read_state(Tree(there.output).state))
    assert content(there.output).keys() == known.keys()
    assert SECOND in (there.output / "public/llms.txt").read_text("utf-8")


# tests/unit/images has the same test for a single image.
@pytest.mark.soak
def test_cache_that_cannot_be_written_costs_nothing_but_time(small: BuildRequest, small_copy: BuildRequest) -> None:
    small_copy.cache.unlink()
    small_copy.cache.touch()
    built = countries(small_copy, "build", "--force")
    assert (built.exit_code, content(small_copy.output)) == (0, content(small.output)), built.stderr
