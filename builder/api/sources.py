"""The sources of the dataset by their ids, those that are not in its list, and the fields that the build computes."""

from builder.api.dataset_types import SourceFile, Sources

# Fields that the build computes.
DERIVED = (
    ("maps", "built from `latlng` and the name"),
    ("flags.svg", "flag-icons"),
    ("flags.png", "rendered from the SVG"),
    ("enrichment.computed.populationDensity", "computed from `population` and `area`"),
    (
        "enrichment.computed.capitalPopulationShare",
        "computed from `capitalInfo.population` and the population of the same year",
    ),
)
# Ids that are not in the list of sources: of a value set by a correction, computed, or given by the site's owner.
CURATED = "curated"
COMPUTED = "computed"
SITE = "site"
OWN_TITLES = {CURATED: "Curated by hand", COMPUTED: "Computed from other fields", SITE: "This site"}


def sources_by_id(sources: SourceFile) -> Sources:
    """Return every source of ``data/sources.json`` by its id, those of tables included."""
    every = (*sources["sources"], *sources.get("tables", ()))
    return {entry["id"]: entry for entry in every}
