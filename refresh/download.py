"""Downloads pinned packages and pinned files of repositories, and keeps them by hash in a cache folder."""

import base64
import hashlib
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from http.client import HTTPException
from pathlib import Path
from urllib.request import urlopen

from builder.inputs.errors import InputError, Problem, refuse
from refresh.package_archive import Archive, program
from refresh.sources_json import Package, PinnedFile, Repository, Source

# A download fails after this number of seconds without a further byte.
_LONGEST_WAIT = 30
_UNCHANGED = "data/ is unchanged. Try again."


def fetch_missing(sources: Iterable[Source], cache: Path) -> None:
    """Download the packages that *cache* lacks, all of a registry by one call of its client, which starts slowly.

    Raises ``InputError`` when the client fails or a hash differs from the pinned one.
    """
    packages = [
        (source, source.package) for source in sources if source.package and not _cached_path(source, cache).exists()
    ]
    for manager in dict.fromkeys(package.manager for _, package in packages):
        by_hash = {package.hash: (source, package) for source, package in packages if package.manager == manager}
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as scratch:
            for path in _download([(package, source.version) for source, package in by_hash.values()], Path(scratch)):
                actual = _hash(path, manager)
                if actual not in by_hash:
                    raise InputError([Problem(path.name, "", f"has hash {actual}, which no source pins")], _UNCHANGED)
                path.replace(_cached_path(by_hash[actual][0], cache))


def fetch(source: Source, cache: Path) -> Archive:
    """Return the package of *source* from *cache*, after downloading it if it is missing.

    Raises ``InputError`` as ``fetch_missing``. A cached file with a different hash is not replaced: it may be evidence
    of an attack, so a person should look at it.
    """
    if source.package is None:
        raise InputError([Problem("sources.json", source.id, "has no package to download")])
    fetch_missing([source], cache)
    cached = _cached_path(source, cache)
    actual, pinned = _hash(cached, source.package.manager), source.package.hash
    if actual != pinned:
        problem = Problem(cached.name, source.id, f"has hash {actual}, but {pinned} is pinned")
        advice = f"Delete {cached} and run the command again. If the hash is wrong again, the package was changed."
        raise InputError([problem], advice)
    return Archive(cached)


def _cached_path(source: Source, cache: Path) -> Path:
    ending = "tgz" if source.package and source.package.manager == "npm" else "whl"
    return cache / f"{source.id}-{source.version}.{ending}"


def fetch_files(source: Source, cache: Path) -> dict[str, bytes]:
    """Read the pinned files of a source, by key, from *cache*, after downloading the missing ones.

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
    advice = f"data/ is unchanged. Try again, or put each file into {cache}, with its pinned SHA-256 as name."
    refuse(problems, advice)
    return contents


def _content(repository: Repository, pinned: PinnedFile, cache: Path) -> bytes:
    cached = cache / pinned.sha256
    if cached.is_file():
        content = cached.read_bytes()
    else:
        address = f"{repository.address}/{repository.commit}/{pinned.path}"
        try:
            with urlopen(address, timeout=_LONGEST_WAIT) as response:  # noqa: S310 - from data/sources.json
                content = bytes(response.read())
        except (OSError, HTTPException) as failure:
            raise ValueError(f"could not be downloaded: {failure}") from None
    actual = hashlib.sha256(content).hexdigest()
    if actual != pinned.sha256:
        raise ValueError(f"has sha256 {actual}, pinned is {pinned.sha256}")
    if not cached.exists():
        cache.mkdir(parents=True, exist_ok=True)
        cached.write_bytes(content)
    return content


def _download(packages: Sequence[tuple[Package, str]], folder: Path) -> list[Path]:
    """Download packages of one registry, each with its version, into the empty *folder*."""
    names = [f"{one.name}{'@' if one.manager == 'npm' else '=='}{version}" for one, version in packages]
    if packages[0][0].manager == "npm":
        command = [program("npm", packages[0][0].name), "pack", "--silent", "--ignore-scripts", *names]
    else:
        pins = folder / "pins.txt"
        pins.write_text("".join(f"{one.name}=={version} --hash={one.hash}\n" for one, version in packages), "utf-8")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        command += ["--only-binary=:all:", "--require-hashes", "--requirement", str(pins), "--dest", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)  # noqa: S603
    files = [path for path in folder.iterdir() if path.suffix in {".tgz", ".whl"}]
    if done.returncode or len(files) != len(packages):
        last = (done.stderr.strip() or done.stdout.strip() or "no file arrived").splitlines()[-1]
        raise InputError([Problem("sources.json", ", ".join(names), f"could not be downloaded: {last}")], _UNCHANGED)
    return files


def _hash(path: Path, manager: str) -> str:
    """Hash a package in the form in which packages of its *manager* are pinned."""
    content = path.read_bytes()
    if manager == "npm":
        return "sha512-" + base64.b64encode(hashlib.sha512(content).digest()).decode()
    return "sha256:" + hashlib.sha256(content).hexdigest()
