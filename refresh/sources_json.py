"""Reads ``data/sources.json``: the sources, their pinned versions, and the order of sources for each field."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from builder.api.field_types import DateTime
from builder.inputs.errors import InputError, Problem
from refresh.data_files import read_json


@dataclass(frozen=True)
class Package:
    """A package of ``npm`` (hash ``sha512-`` and base64) or ``pip`` (hash ``sha256:`` and hexadecimals)."""

    manager: Literal["npm", "pip"]
    name: str
    hash: str


@dataclass(frozen=True)
class PinnedFile:
    """A file of a repository: its path there, and its SHA-256."""

    path: str
    sha256: str


@dataclass(frozen=True)
class Repository:
    """Files of a public repository at a commit, by key. The URL of each is ``address/commit/path``."""

    address: str
    commit: str
    files: Mapping[str, PinnedFile]


@dataclass(frozen=True)
class Source:
    """A source of facts: a pinned package, pinned files of a repository, or tables in ``data/curated/tables/``.

    ``credit`` is the line that the licence requires, empty when title and licence suffice.
    """

    id: str
    title: str
    url: str
    licence: str
    version: str = ""
    date: str = ""
    package: Package | None = None
    tables: tuple[str, ...] = ()
    repository: Repository | None = None
    credit: str = ""

    @property
    def files(self) -> Mapping[str, PinnedFile]:
        """The files of the repository by key; none for other sources."""
        return self.repository.files if self.repository else {}


@dataclass(frozen=True)
class SourceList:
    """The whole file. ``precedence`` maps a field path to source ids; the first source with a value is used.

    ``sources`` are in reading order; ``peers`` are only compared with; ``tables`` are further sources of tables.
    """

    fetched_at: Annotated[DateTime, Field(alias="fetchedAt")]
    sources: tuple[Source, ...]
    peers: tuple[Source, ...]
    precedence: Annotated[dict[str, tuple[str, ...]], Field(alias="fields")]
    tables: tuple[Source, ...] = ()
    form: int = 1

    @property
    def year(self) -> int:
        """Year of the dataset's date."""
        return int(self.fetched_at[:4])

    @property
    def holiday_years(self) -> tuple[int, ...]:
        """Years with holidays in the dataset: the year of its date and the next."""
        return (self.year, self.year + 1)

    def source(self, identifier: str) -> Source:
        """Find a source by id. Raises ``InputError`` with the existing ids."""
        every = (*self.sources, *self.peers, *self.tables)
        for source in every:
            if source.id == identifier:
                return source
        known = ", ".join(source.id for source in every)
        raise InputError([Problem("sources.json", identifier, f"is not a source; the sources are {known}")])


def load_sources(path: Path) -> SourceList:
    """Read the list. Raises ``InputError`` with every problem."""
    return read_json(path, SourceList)
