"""``data/sources.json``: every source, its pin, and who fills which field in which order."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.problems import InputError, Problem


@dataclass(frozen=True)
class Package:
    """A pinned package of ``npm`` (hash ``sha512-`` and base64) or ``pip`` (hash ``sha256:`` and hexadecimals)."""

    manager: str
    name: str
    version: str
    hash: str


@dataclass(frozen=True)
class PinnedFile:
    """A file of a repository: its path there, its path in a folder given by hand, and its SHA-256 in hexadecimals."""

    path: str
    name: str
    sha256: str


@dataclass(frozen=True)
class Repository:
    """Files of a public repository at a commit, by key; each is served at ``address/commit/path``."""

    address: str
    commit: str
    files: Mapping[str, PinnedFile]


@dataclass(frozen=True)
class Source:
    """Where facts come from: a pinned package, pinned files of a repository, a table of our own, or a live service.

    Our own tables stand in ``data/curated/tables/``. ``credit`` is the line that the licence asks for, empty where the
    title and the licence say all.

    A service has no version and no date of its own.
    """

    id: str
    title: str
    version: str
    url: str
    licence: str
    date: str
    package: Package | None
    table: str
    endpoint: str
    repository: Repository | None = None
    credit: str = ""


@dataclass(frozen=True)
class SourceList:
    """The whole file. ``precedence`` maps a field path to source ids, the first that knows a value wins.

    ``sources`` come in the order of reading; ``services`` are asked only when a refresh is live; ``peers`` fill nothing
    and are there for comparison.
    """

    fetched_at: str
    sources: tuple[Source, ...]
    services: tuple[Source, ...]
    peers: tuple[Source, ...]
    precedence: dict[str, tuple[str, ...]]

    @property
    def year(self) -> int:
        """Year of the dataset's date."""
        return int(self.fetched_at[:4])

    @property
    def holiday_years(self) -> tuple[int, ...]:
        """Years whose holidays are in the dataset: that of its date and the next."""
        return (self.year, self.year + 1)

    @property
    def roll(self) -> str:
        """Id of the source that decides which countries there are."""
        return self.precedence["cca2"][0]

    def source(self, identifier: str) -> Source:
        """Source of that id; ``InputError`` listing the ids there are."""
        every = (*self.sources, *self.services, *self.peers)
        for source in every:
            if source.id == identifier:
                return source
        known = ", ".join(source.id for source in every)
        raise InputError([Problem("sources.json", identifier, f"is not a source; the sources are {known}")])


def load_catalog(path: Path) -> SourceList:
    """Read the catalog; ``InputError`` names what is missing from it."""
    try:
        whole: dict[str, Any] = json.loads(path.read_text("utf-8"))
        return SourceList(
            whole["fetchedAt"],
            tuple(map(_source, whole["sources"])),
            tuple(map(_source, whole["services"])),
            tuple(map(_source, whole["peers"])),
            {field: tuple(ids) for field, ids in whole["fields"].items()},
        )
    except FileNotFoundError:
        raise InputError([Problem(path.name, "", "does not exist")], f"Expected at {path.parent}.") from None
    except KeyError as error:
        raise InputError([Problem(path.name, str(error.args[0]), "is missing")]) from None
    except ValueError as error:
        raise InputError([Problem(path.name, "", f"is not JSON: {error}")]) from None


def _repository(entry: dict[str, Any]) -> Repository:
    files = {key: PinnedFile(**pinned) for key, pinned in entry["files"].items()}
    return Repository(entry["address"], entry["commit"], files)


def _source(entry: dict[str, Any]) -> Source:
    package = entry.get("package")
    return Source(
        **{key: entry[key] for key in ("id", "title", "url", "licence")},
        version=entry.get("version", ""),
        date=entry.get("date", ""),
        package=Package(version=entry["version"], **package) if package else None,
        table=entry.get("table", ""),
        endpoint=entry.get("endpoint", ""),
        repository=_repository(entry["repository"]) if "repository" in entry else None,
        credit=entry.get("credit", ""),
    )
