"""The fields of the record model that the build computes."""

# A data file must not contain them.
COMPUTED_FIELDS = (
    "holidays",
    "maps",
    "flags.svg",
    "flags.png",
    "enrichment.computed",
)
