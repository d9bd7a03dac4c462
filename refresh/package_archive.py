"""Reads files from a downloaded package, and runs programs with it. Only a package whose code must run is unpacked."""

import json
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import orjson

from builder.inputs.errors import InputError, Problem, refuse


def program(name: str, user: str) -> str:
    """Find a program on PATH. Raises ``InputError`` with the source that needs it, *user*, if it is not there."""
    found = shutil.which(name)
    if found is None:
        raise InputError([Problem("sources.json", user, f"requires {name}, which is not on PATH")], "Install Node.js.")
    return found


@dataclass(frozen=True)
class Archive:
    """A wheel or npm tarball on disk with a verified hash."""

    path: Path

    def files(self, *patterns: str) -> dict[str, bytes]:
        """Read members by shell pattern. Raises ``InputError`` with patterns that match nothing, or a bad archive."""
        try:
            found = dict(self._members(patterns))
        except (tarfile.TarError, zipfile.BadZipFile, OSError, EOFError) as error:
            raise InputError([Problem(self.path.name, "", f"cannot be read: {error}")], _ADVICE) from error
        missing = [pattern for pattern in patterns if not any(fnmatchcase(name, pattern) for name in found)]
        refuse((Problem(self.path.name, pattern, "is not in the package") for pattern in missing), _ADVICE)
        return found

    def json(self, name: str) -> Any:
        """Parse a member as JSON."""
        return self.parse(name, self.files(name)[name])

    def parse(self, name: str, content: bytes) -> Any:
        """Parse the *content* of a member as JSON. Raises ``InputError`` with its name when it is invalid."""
        try:
            return orjson.loads(content)
        except ValueError as error:
            raise InputError([Problem(self.path.name, name, f"is not JSON: {error}")], _ADVICE) from error

    def unpack(self, folder: Path) -> None:
        """Unpack all members of a wheel to *folder*, for a package whose code must run."""
        with zipfile.ZipFile(self.path) as wheel:
            wheel.extractall(folder)  # noqa: S202 - the archive's hash is pinned

    def run(self, command: Sequence[str | Path], question: Any, environment: Mapping[str, str] | None = None) -> Any:
        """Run a program on *question*; it prints JSON. Raises ``InputError`` with its last line when it fails."""
        done = subprocess.run(  # noqa: S603
            [*command],
            input=json.dumps(question),
            capture_output=True,
            encoding="utf-8",
            check=False,
            env=environment,
            timeout=300,
        )
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["it was killed"])[-1]
            advice = "Use make refresh, which installs what the packages need." if "ModuleNotFound" in last else ""
            raise InputError([Problem(self.path.name, "", f"failed: {last}")], advice)
        return orjson.loads(done.stdout)

    def _members(self, patterns: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
        if self.path.suffix == ".whl":
            with zipfile.ZipFile(self.path) as wheel:
                for name in wheel.namelist():
                    if any(fnmatchcase(name, pattern) for pattern in patterns):
                        yield name, wheel.read(name)
            return
        with tarfile.open(self.path) as tarball:
            for member in tarball:
                name = member.name.removeprefix("package/")
                if member.isfile() and any(fnmatchcase(name, pattern) for pattern in patterns):
                    stream = tarball.extractfile(member)
                    yield name, stream.read() if stream else b""


_ADVICE = "The package does not have the expected layout: restore the pinned version in data/sources.json."
