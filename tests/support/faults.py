"""Makes builds fail: kills them, or lets them write to a disk that is full or read-only.

In every case the output is the complete old or new site, and the next build removes the remains.
"""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from builder.output.tree import Tree
from builder.project.build_request import BuildRequest
from tests.support.project import ROOT
from tests.support.trees import content

Contents = dict[str, str]

# Sites with different origins share only their images; an edit of one country changes few files.
ORIGINS = ("http://127.0.0.1:8000", "http://127.0.0.1:8001")
_SPELLING = '"altSpellings": ['
# A process can handle all signals but the first.
_SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)


@dataclass(frozen=True)
class Variant:
    """Inputs of a build: the origin, and whether one country has an additional spelling."""

    origin: str
    edited: bool


VARIANTS = (Variant(ORIGINS[0], edited=False), Variant(ORIGINS[1], edited=False), Variant(ORIGINS[1], edited=True))


@dataclass(frozen=True)
class KilledBuilds:
    """The number of killed builds, and after how many of them the output was the old site, the new site, or missing."""

    killed: int
    old: int
    new: int
    none: int
    leftovers: int


def start(project: BuildRequest, variant: Variant, output: Path | None = None, *options: str) -> subprocess.Popen[str]:
    """Start a build of *variant* in a new session."""
    path = project.data / "countries/de.json"
    text = path.read_text("utf-8").replace(f'{_SPELLING}"Teutonia", ', _SPELLING)
    requested = text.replace(_SPELLING, f'{_SPELLING}"Teutonia", ') if variant.edited else text
    if requested != path.read_text("utf-8"):
        path.write_text(requested, "utf-8")
    return subprocess.Popen(
        [sys.executable, "-m", "builder", "build", "--output", str(output or project.output), *options],
        cwd=project.root,
        env={"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"], "COUNTRIES_BASE_URL": variant.origin},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def finish(build: subprocess.Popen[str]) -> tuple[int, str]:
    """Wait for *build*; return its exit code and its output."""
    out, errors = build.communicate(timeout=120)
    return build.returncode, out + errors


def build_each(project: BuildRequest, *variants: Variant) -> dict[Variant, Contents]:
    """Build each of *variants* without interruption, and return its files."""
    known = {}
    for variant in variants:
        code, printed = finish(start(project, variant))
        if code:
            raise RuntimeError(printed)
        known[variant] = content(project.output)
    return known


def kill_builds(project: BuildRequest, known: dict[Variant, Contents], count: int, seed: int) -> KilledBuilds:
    """Kill *count* builds at random moments, by one of three signals.

    Raises ``AssertionError`` when the output is not a complete site. *known* is the result of
    ``build_each`` for the same project and all of ``VARIANTS``.
    """
    chance = random.Random(seed)  # noqa: S311  moments, not secrets
    tree = Tree(project.output)
    started = time.perf_counter()
    finish(start(project, VARIANTS[0]))
    duration = time.perf_counter() - started
    current: Variant | None = VARIANTS[0]
    old = new = none = leftovers = 0
    for number in range(count):
        if number % 20 == 19:
            subprocess.run(["rm", "-rf", tree.root, tree.state], check=True)
            current = None
        asked = chance.choice([variant for variant in VARIANTS if variant != current])
        # A third of the moments are near the end of a build, where the exchange is.
        moment = chance.uniform(0.8 if number % 3 == 0 else 0, 1.1) * duration
        build = start(project, asked)
        time.sleep(moment)
        # Alternately the process group, as when a machine stops, and only the build, as with ``kill`` of one process.
        (os.killpg if number % 2 else os.kill)(build.pid, chance.choice(_SIGNALS))
        finish(build)
        leftovers += tree.next.exists() or tree.old.exists()
        found = content(tree.root)
        if not found:
            assert current is None, f"no site after {moment:.3f} s"
            none += 1
        else:
            assert found in ([known[asked]] if current is None else [known[current], known[asked]]), (
                f"neither the old site nor the new one after {moment:.3f} s of {duration:.3f} s"
            )
            new, old = new + (found == known[asked]), old + (found != known[asked])
            current = asked if found == known[asked] else current
        if number % 5 == 0:
            build_exactly(project, asked, known[asked])
            current = asked
    build_exactly(project, VARIANTS[0], known[VARIANTS[0]])
    return KilledBuilds(count, old, new, none, leftovers)


def build_exactly(project: BuildRequest, variant: Variant, expected: Contents) -> str:
    """Build *variant*, check that the output is exactly this site, and return the build's messages."""
    code, printed = finish(start(project, variant))
    assert code == 0, printed
    assert content(project.output) == expected
    tree = Tree(project.output)
    assert not [path for path in (tree.next, tree.old, tree.next_state) if path.exists()]
    return printed


@contextmanager
def small_disk(folder: Path, mebibytes: int) -> Iterator[Path]:
    """Mount a file system of *mebibytes* at *folder*; needs root. Raises ``CalledProcessError`` if that fails."""
    folder.mkdir()
    mount("-t", "tmpfs", "-o", f"size={mebibytes}m", "tmpfs", str(folder))
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def mount(*options: str) -> None:
    """Mount or remount a file system."""
    subprocess.run(["mount", *options], check=True, capture_output=True)
