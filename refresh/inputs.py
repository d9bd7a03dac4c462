"""The inputs of all readers and comparisons: the dataset, its sources, and their packages."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar, cast

from builder.inputs.errors import InputError, Problem
from refresh.data_files import read_json, read_values
from refresh.download import fetch
from refresh.package_archive import Archive
from refresh.refresh_types import Languages, StoredRecords
from refresh.sources_json import SourceList
from refresh.stored_figures import Series, Terms, read_figures

_Content = TypeVar("_Content")


@dataclass(frozen=True)
class Inputs:
    """The folder ``data/``, the sources, the cache of their packages, and the records by alpha-2 code.

    Readers of sources get records with only the fields by which sources are keyed. Readers of tables and comparisons
    get finished records.
    """

    data: Path
    catalog: SourceList
    cache: Path
    records: StoredRecords

    def package(self, source: str) -> Archive:
        """Open the package of a source."""
        return fetch(self.catalog.source(source), self.cache)

    def curated(self, name: str, kind: type[_Content]) -> _Content:
        """Read a file of ``data/curated/``. The type of its content is *kind*."""
        return read_json(self.data / "curated" / f"{name}.json", kind)

    def second_list(self, name: str, kind: type[_Content]) -> _Content:
        """Read the values of the second list of a table or a field. Their type is *kind*."""
        return read_values(self.data / "curated" / f"{name}-second-list.json", kind)

    def areas(self, source: str) -> dict[str, str]:
        """Return the names of areas that are not countries, by their code in a source."""
        return self.curated("areas", dict[str, dict[str, str]]).get(source, {})

    def figures(self, source: str) -> Series:
        """Read the stored figures of a source. Raises ``InputError`` if they are not from the pinned files."""
        found = read_figures(self.data, self.catalog.source(source))
        if found is None:
            message = "does not match the pinned files; run countries refresh"
            raise InputError([Problem(f"figures/{source}.json", "", message)])
        return found

    def terms(self) -> dict[str, dict[str, str]]:
        """Return the formal names of UNTERM by alpha-2 code and language."""
        return cast("Terms", self.figures("un-names"))["official"]

    @cached_property
    def languages(self) -> Languages:
        """The languages of the records by ISO 639-3 code."""
        return read_json(self.data / "reference" / "languages.json", Languages)

    @property
    def day(self) -> str:
        """The day of the dataset."""
        return self.catalog.fetched_at[:10]
