"""The values that every file of a site is made from: its configuration, its dataset, and what follows from both."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from builder.api.dataset_files import Sources, sources_by_id
from builder.api.extension import Extension
from builder.api.interface import Interface
from builder.api.types import AnswerRow, Catalog, Dataset, Entry, Listings
from builder.javascript.manifest import Manifest
from builder.project.config import Config
from builder.site.answers import answer_entries
from builder.site.service_answers import service_entries


@dataclass(frozen=True)
class Site:
    """The config, the dataset, and what is derived from both: listings, catalogs, answers, the manifest.

    ``core`` has the source of the edge core's modules by file name. The addresses of documents are not in
    ``manifest``; ``Publication.manifest`` has them. Extensions add
    ``further_answers``, which are rows like those of ``answers``; ``further_files``, the files of these answers; and
    ``further_query``, the names of the query parameters that these answers read. ``service_answers`` are the answers
    that depend on nothing in a request, by path. ``values`` has what ``read`` of each extension returned, by name.
    """

    config: Config
    dataset: Dataset
    listings: Listings
    catalogs: tuple[Catalog, ...]
    answers: tuple[AnswerRow, ...]
    core: Mapping[str, str]
    manifest: Manifest
    service_answers: Mapping[str, bytes] = field(default_factory=dict)
    extensions: tuple[Extension, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    further_query: tuple[str, ...] = ()
    further_answers: tuple[AnswerRow, ...] = ()
    further_files: tuple[Entry, ...] = ()

    @cached_property
    def answer_files(self) -> tuple[Entry, ...]:
        """Every file that is an answer."""
        answers = answer_entries(self.dataset, self.listings, self.catalogs, self.answers, self.config.pages)
        return (*answers, *service_entries(self.service_answers), *self.further_files)

    @property
    def interface(self) -> Interface:
        """What the API of the site offers."""
        return self.dataset.interface

    @property
    def date(self) -> str:
        """Date of the dataset, ISO 8601."""
        return self.dataset.sources["fetchedAt"][:10]

    @cached_property
    def sources(self) -> Sources:
        """The sources by id, including the sources of tables."""
        return sources_by_id(self.dataset.sources)
