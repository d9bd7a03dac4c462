"""The values that every file of a site is made from: its configuration, its dataset, and what follows from both."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from builder.api.dataset_types import Sources
from builder.api.provenance import sources_by_id
from builder.api.types import AnswerRow, Catalog, Dataset, FileJob, Listings
from builder.javascript.manifest import Manifest
from builder.project.config import Config
from builder.tabular.table import TableRows


@dataclass(frozen=True)
class Site:
    """Values derived from the config and the dataset alone: listings, the table of answers, and the manifest.

    ``core`` holds the source of the edge core's modules by file name. The manifest has no assets yet.
    ``further_answers`` are rows in addition to the table of answers, and ``further_query`` names query parameters in
    addition to the declared ones: those of optional routes.
    """

    config: Config
    dataset: Dataset
    listings: Listings
    catalogs: tuple[Catalog, ...]
    answers: tuple[AnswerRow, ...]
    core: Mapping[str, str]
    manifest: Manifest
    jobs: tuple[FileJob, ...]
    tables: tuple[TableRows, ...] = ()
    further_query: tuple[str, ...] = ()
    further_answers: tuple[AnswerRow, ...] = ()

    @cached_property
    def sizes(self) -> Mapping[str, int]:
        """Size in bytes of each answer file by path. Slow, because it makes every file; cached."""
        return {file.path: file.size for job in self.jobs for file in job()}

    @property
    def date(self) -> str:
        """Date of the dataset, ISO 8601."""
        return str(self.dataset.sources["fetchedAt"])[:10]

    def table_named(self, name: str) -> TableRows | None:
        """Return a table beside the record, if the site has it."""
        return next((table for table in self.tables if table.table.name == name), None)

    @cached_property
    def sources(self) -> Sources:
        """What is known of each source, by id, those of the tables included."""
        return sources_by_id(self.dataset.sources)
