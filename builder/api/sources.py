"""The sources of the dataset by their ids."""

from builder.api.dataset_types import SourceFile, Sources

SITE = "site"
"""The id of the owner of the site as a source, which is not in the list of sources."""


def sources_by_id(sources: SourceFile) -> Sources:
    """Return every source of ``data/sources.json`` by its id, those of tables included."""
    every = (*sources["sources"], *sources.get("tables", ()))
    return {entry["id"]: entry for entry in every}
