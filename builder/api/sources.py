"""The sources of the dataset by their ids."""

from builder.api.dataset_types import SourceFile, Sources

SITE = "site"
"""The id that stands for the owner of the site as a source. No entry of the list of sources has it."""


def sources_by_id(sources: SourceFile) -> Sources:
    """Return every source of ``data/sources.json`` by its id, including the sources of tables."""
    every = (*sources["sources"], *sources.get("tables", ()))
    return {entry["id"]: entry for entry in every}
