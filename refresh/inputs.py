"""What tables are read from, and what the dataset is compared with."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from refresh.data_files import read_json, read_values
from refresh.download import fetch
from refresh.package_archive import Archive
from refresh.refresh_types import StoredRecords
from refresh.source_list import SourceList

_Content = TypeVar("_Content")


@dataclass(frozen=True)
class Inputs:
    """The folder ``data/``, the sources, their packages in *cache*, and the finished records by alpha-2 code."""

    data: Path
    catalog: SourceList
    cache: Path
    records: StoredRecords

    def package(self, source: str) -> Archive:
        """Open the package of a source."""
        return fetch(self.catalog.source(source), self.cache)

    def curated(self, name: str, kind: type[_Content]) -> _Content:
        """Read a file of ``data/curated/``, whose content is a *kind*."""
        return read_json(self.data / "curated" / f"{name}.json", kind)

    def second(self, name: str, kind: type[_Content]) -> _Content:
        """Read the values of the second list of a table, which are a *kind*."""
        return read_values(self.data / "curated" / f"{name}-second-list.json", kind)

    @cached_property
    def factbook(self) -> dict[str, list[str]]:
        """The files of The World Factbook by country."""
        return self.curated("factbook-files", dict[str, list[str]])

    @property
    def day(self) -> str:
        """The day of the dataset."""
        return self.catalog.fetched_at[:10]
