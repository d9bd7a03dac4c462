"""Faults during a build leave a complete site, and the next build removes the remains."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.build_request import BuildRequest
from builder.output.tree import Tree, locked
from tests.soak.faults import (
    VARIANTS,
    Contents,
    Variant,
    build_exactly,
    contents,
    finish,
    kill_builds,
    mount,
    small_disk,
    start,
    whole,
)
from tests.support.few_countries import few_project

FIRST, SECOND, THIRD = VARIANTS


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> BuildRequest:
    return few_project(tmp_path_factory.mktemp("faults"))


@pytest.fixture(scope="module")
def known(project: BuildRequest) -> dict[Variant, Contents]:
    return whole(project, FIRST, SECOND)


@pytest.fixture
def disk(
    project: BuildRequest, known: dict[Variant, Contents], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """Mount a disk with room for one site, but not for two."""
    if os.geteuid() or not shutil.which("mount"):
        pytest.skip("only root may mount a small disk")
    build_exactly(project, FIRST, known[FIRST])
    try:
        with small_disk(tmp_path_factory.mktemp("disk") / "small", _mebibytes(project.output) * 3 // 2) as folder:
            yield folder
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no disk can be mounted here: {error.stderr.decode()}")


def _mebibytes(site: Path) -> int:
    """Count the bytes of a site on a disk; a file with several links counts once."""
    blocks = {stat.st_ino: stat.st_blocks for path in site.rglob("*") for stat in [path.stat()]}
    return sum(blocks.values()) * 512 // 1024**2


@pytest.mark.parametrize("killed", [2, pytest.param(200, marks=pytest.mark.soak)])
def test_killed_build_leaves_the_old_or_the_new_site(
    killed: int, project: BuildRequest, known: dict[Variant, Contents]
) -> None:
    toll = kill_builds(project, known | whole(project, THIRD), killed, seed=1)
    assert toll.old + toll.new + toll.none == toll.killed == killed
    assert toll.old


def test_concurrent_builds_wait_for_each_other(project: BuildRequest, known: dict[Variant, Contents]) -> None:
    build_exactly(project, FIRST, known[FIRST])
    with locked(Tree(project.output), lambda: None):
        builds = [start(project, SECOND), start(project, FIRST)]
        said = [build.stderr.readline() for build in builds if build.stderr]
    assert said == ["Waiting for another build of the same output to end.\n"] * 2
    assert [finish(build)[0] for build in builds] == [0, 0]
    assert contents(project.output) in (known[FIRST], known[SECOND])


def test_full_disk_is_named_and_the_old_site_is_kept(
    project: BuildRequest, known: dict[Variant, Contents], disk: Path
) -> None:
    output = disk / "site"
    assert finish(start(project, FIRST, output))[0] == 0
    code, said = finish(start(project, SECOND, output))
    assert code == 1
    assert "No space left on device" in said
    assert "the site is unchanged" in said
    assert contents(output) == known[FIRST]
    assert sorted(path.name for path in disk.iterdir()) == [".site.state.json", "site"]
    mount("-o", "remount,size=200m", str(disk))
    assert finish(start(project, SECOND, output))[0] == 0
    assert contents(output) == known[SECOND]


def test_cache_that_cannot_be_written_costs_nothing_but_time(known: dict[Variant, Contents], tmp_path: Path) -> None:
    project = few_project(tmp_path)
    project.cache.unlink()
    project.cache.touch()
    code, said = finish(start(project, FIRST))
    assert (code, contents(project.output)) == (0, known[FIRST]), said


def test_read_only_output_is_named(project: BuildRequest, known: dict[Variant, Contents], disk: Path) -> None:
    output = disk / "other"
    mount("-o", "remount,size=200m", str(disk))
    assert finish(start(project, FIRST, output))[0] == 0
    mount("-o", "remount,ro", str(disk))
    try:
        code, said = finish(start(project, SECOND, output))
    finally:
        mount("-o", "remount,rw", str(disk))
    assert code == 1
    assert str(disk) in said
    assert "Read-only file system" in said
    assert contents(output) == known[FIRST]
