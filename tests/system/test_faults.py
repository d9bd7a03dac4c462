"""Faults during a build leave a complete site, and the next build removes the remains."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import Result

from builder.output.tree import Tree, is_intact, locked, read_state, write_state
from builder.project.build_request import BuildRequest
from tests.support.commands import countries
from tests.support.processes import printed
from tests.support.project import ROOT
from tests.support.small_project import small_project
from tests.support.trees import content

FIRST, SECOND = "http://127.0.0.1:8000", "http://127.0.0.1:8001"
_SPELLING = '"altSpellings": ['
# A process can handle all signals but the first.
_SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)


class Variant(NamedTuple):
    """Inputs of a build: the origin, and whether one country has an additional spelling."""

    origin: str
    edited: bool


# Sites with different origins share only their images; an edit of one country changes few files.
VARIANTS = (Variant(FIRST, edited=False), Variant(SECOND, edited=False), Variant(SECOND, edited=True))


def build(project: BuildRequest, origin: str) -> Result:
    return countries(project, "build", COUNTRIES_BASE_URL=origin)


def start(project: BuildRequest, variant: Variant) -> subprocess.Popen[str]:
    """Start a build of *variant* in a process and a session of its own."""
    path = project.data / "countries/de.json"
    before = path.read_text("utf-8")
    text = before.replace(f'{_SPELLING}"Teutonia", ', _SPELLING)
    text = text.replace(_SPELLING, f'{_SPELLING}"Teutonia", ') if variant.edited else text
    if text != before:
        path.write_text(text, "utf-8")
    return subprocess.Popen(
        [sys.executable, "-m", "builder", "build", "--output", str(project.output)],
        cwd=project.root,
        env={"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"], "COUNTRIES_BASE_URL": variant.origin},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def finish(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Wait for a build; return its exit code and its output."""
    out, errors = process.communicate(timeout=120)
    return process.returncode, out + errors


def built(project: BuildRequest, variant: Variant) -> dict[str, str]:
    """Build *variant*, which leaves no remains, and return the site."""
    code, message = finish(start(project, variant))
    assert code == 0, message
    tree = Tree(project.output)
    assert not [path for path in (tree.next, tree.old, tree.next_state) if path.exists()]
    return content(tree.root)


@pytest.fixture
def disk(small: BuildRequest, tmp_path: Path) -> Iterator[Path]:
    """Mount a disk with a built site, and with room for one, but not for two."""
    if os.geteuid() or not shutil.which("mount"):
        pytest.skip("only root may mount a small disk")
    folder = tmp_path / "disk"
    folder.mkdir()
    try:
        mount("-t", "tmpfs", "-o", f"size={_mebibytes(small.output) * 3 // 2}m", "tmpfs", str(folder))
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no disk can be mounted here: {error.stderr.decode()}")
    try:
        printed("cp", "-a", small.output, Tree(small.output).state, folder)
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def mount(*options: str) -> None:
    """Mount or remount a file system."""
    subprocess.run(["mount", *options], check=True, capture_output=True)


def _mebibytes(site: Path) -> int:
    """Count the bytes of a site on a disk; a file with several links counts once."""
    blocks = {stat.st_ino: stat.st_blocks for path in site.rglob("*") for stat in [path.stat()]}
    return sum(blocks.values()) * 512 // 1024**2


@pytest.mark.soak
def test_killed_build_leaves_the_old_or_the_new_site(tmp_path: Path) -> None:
    chance = random.Random(1)  # noqa: S311  moments, not secrets
    project = small_project(tmp_path)
    sites = {variant: built(project, variant) for variant in VARIANTS}
    # The variant of the old site, if there is one.
    current: Variant | None = VARIANTS[0]
    began = time.perf_counter()
    assert built(project, VARIANTS[0]) == sites[VARIANTS[0]]
    duration = time.perf_counter() - began
    left: Counter[str] = Counter()
    for number in range(200):
        if number % 20 == 19:
            printed("rm", "-rf", project.output, Tree(project.output).state)
            current = None
        asked = chance.choice([variant for variant in VARIANTS if variant != current])
        # A third of the moments are near the end of a build, where the exchange is.
        moment = chance.uniform(0.8 if number % 3 == 0 else 0, 1.1) * duration
        _kill(start(project, asked), moment, chance.choice(_SIGNALS), with_group=bool(number % 2))
        found = content(project.output)
        left["new" if found == sites[asked] else "old"] += 1
        if found == sites[asked]:
            current = asked
        assert found == (sites[current] if current else {}), f"{moment:.3f} s of {duration:.3f} s"
        if number % 5 == 0:
            assert built(project, asked) == sites[asked]
            current = asked
    assert left["old"]


def _kill(process: subprocess.Popen[str], moment: float, number: int, *, with_group: bool) -> None:
    """Kill a build after *moment* seconds: all its processes, as when a machine stops, or the first alone."""
    time.sleep(moment)
    (os.killpg if with_group else os.kill)(process.pid, number)
    finish(process)


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
