"""Faults during a build leave a complete site, and the next build removes the remains."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import Result

from builder.output.tree import Tree, locked
from builder.project.build_request import BuildRequest
from tests.support.commands import countries
from tests.support.faults import (
    ORIGINS,
    VARIANTS,
    Contents,
    finish,
    kill_builds,
    mount,
    small_disk,
    start,
    whole,
)
from tests.support.few_countries import few_project
from tests.support.trees import content

FIRST, SECOND = ORIGINS


def build(project: BuildRequest, origin: str) -> Result:
    return countries(project, "build", COUNTRIES_BASE_URL=origin)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> BuildRequest:
    return few_project(tmp_path_factory.mktemp("faults"))


@pytest.fixture(scope="module")
def known(project: BuildRequest) -> dict[str, Contents]:
    """List the files of the site of each origin; the second stays in the output."""
    found = {}
    for origin in ORIGINS:
        assert build(project, origin).exit_code == 0
        found[origin] = content(project.output)
    return found


@pytest.fixture
def disk(project: BuildRequest, known: dict[str, Contents], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Mount a disk with room for one site, but not for two."""
    assert known
    if os.geteuid() or not shutil.which("mount"):
        pytest.skip("only root may mount a small disk")
    try:
        with small_disk(tmp_path_factory.mktemp("disk") / "small", _mebibytes(project.output) * 3 // 2) as folder:
            yield folder
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no disk can be mounted here: {error.stderr.decode()}")


def _mebibytes(site: Path) -> int:
    """Count the bytes of a site on a disk; a file with several links counts once."""
    blocks = {stat.st_ino: stat.st_blocks for path in site.rglob("*") for stat in [path.stat()]}
    return sum(blocks.values()) * 512 // 1024**2


@pytest.mark.soak
def test_killed_build_leaves_the_old_or_the_new_site(tmp_path: Path) -> None:
    project = few_project(tmp_path)
    toll = kill_builds(project, whole(project, *VARIANTS), 200, seed=1)
    assert toll.old + toll.new + toll.none == toll.killed == 200
    assert toll.old


def test_build_waits_for_another_of_the_same_output(project: BuildRequest, known: dict[str, Contents]) -> None:
    with locked(Tree(project.output), lambda: None):
        waiting = start(project, VARIANTS[0])
        assert waiting.stderr
        assert waiting.stderr.readline() == "Waiting for another build of the same output to end.\n"
        assert content(project.output) != known[FIRST]
    assert finish(waiting)[0] == 0
    assert content(project.output) == known[FIRST]


def test_disk_that_is_full_or_read_only_is_named_and_the_old_site_is_kept(
    project: BuildRequest, known: dict[str, Contents], disk: Path
) -> None:
    there = project._replace(output=disk / "site")
    assert build(there, FIRST).exit_code == 0
    full = build(there, SECOND)
    assert full.exit_code == 1
    assert "No space left on device" in full.stderr
    assert "the site is unchanged" in full.stderr
    assert content(there.output) == known[FIRST]
    assert sorted(path.name for path in disk.iterdir()) == [".site.state.json", "site"]
    mount("-o", "remount,ro", str(disk))
    try:
        refused = build(there, SECOND)
    finally:
        mount("-o", "remount,rw,size=200m", str(disk))
    assert refused.exit_code == 1
    assert str(disk) in refused.stderr
    assert "Read-only file system" in refused.stderr
    assert content(there.output) == known[FIRST]
    assert build(there, SECOND).exit_code == 0
    assert content(there.output) == known[SECOND]


def test_cache_that_cannot_be_written_costs_nothing_but_time(known: dict[str, Contents], tmp_path: Path) -> None:
    project = few_project(tmp_path)
    project.cache.unlink()
    project.cache.touch()
    built = build(project, FIRST)
    assert (built.exit_code, content(project.output)) == (0, known[FIRST]), built.stderr
