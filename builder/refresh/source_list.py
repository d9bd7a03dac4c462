"""Reads ``data/sources.json``: the sources, their pinned versions, and the order of sources for each field."""

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
    """A file of a repository: its path there, its path in a folder given with ``--from``, and its SHA-256."""

    path: str
    name: str
    sha256: str


@dataclass(frozen=True)
class Repository:
    """Files of a public repository at a commit, by key. The URL of each is ``address/commit/path``."""

    address: str
    commit: str
    files: Mapping[str, PinnedFile]


@dataclass(frozen=True)
class Source:
    """A source of facts: a pinned package, pinned files of a repository, a curated table, or a live service.

    Curated tables are in ``data/curated/tables/``. ``credit`` is the line that the licence requires; it is empty when
    title and licence suffice. A service has no version and no date.
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
    """The whole file. ``precedence`` maps a field path to source ids; the first source with a value is used.

    ``sources`` are in reading order; ``services`` are queried only by ``refresh --live``; ``peers`` fill no field and
    are only used for comparison.
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
        """Years with holidays in the dataset: the year of its date and the next."""
        return (self.year, self.year + 1)

    @property
    def roll(self) -> str:
        """Id of the source that defines the list of countries."""
        return self.precedence["cca2"][0]

    def source(self, identifier: str) -> Source:
        """Find a source by id. Raises ``InputError`` with the existing ids."""
        every = (*self.sources, *self.services, *self.peers)
        for source in every:
            if source.id == identifier:
                return source
        known = ", ".join(source.id for source in every)
        raise InputError([Problem("sources.json", identifier, f"is not a source; the sources are {known}")])


def load_sources(path: Path) -> SourceList:
    """Read the list. Raises ``InputError`` with the missing parts."""
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
