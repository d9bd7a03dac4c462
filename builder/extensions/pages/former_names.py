"""The names that countries had before, from the tables of former names and of former codes."""

from collections.abc import Mapping
from typing import NamedTuple

from builder.documents.document_data import DocumentData
from builder.extensions.tables.loading import tables_of

# The kind of a code of ISO 3166-3 that was withdrawn because the country changed its name.
_RENAMED = "change"


class FormerName(NamedTuple):
    """A former name of a country, and the year in which it ended."""

    name: str
    until: int


def former_names(data: DocumentData) -> Mapping[str, list[FormerName]]:
    """Return the former names by code, the latest first. Countries that have such a name today are left out."""
    site = data.site
    names: dict[str, list[FormerName]] = {record.cca2: [] for record in site.dataset.records}
    for row in tables_of(site).named("former-names").rows:
        names[row["cca2"]].append(FormerName(row["name"], row["until"]))
    for row in tables_of(site).named("former-codes").rows:
        if row["kind"] == _RENAMED and len(row["successors"]) == 1 and row["successors"][0] in names:
            names[row["successors"][0]].append(FormerName(row["name"], row["withdrawn"]))
    current = {record.cca2: record.value["name"]["common"] for record in site.dataset.records}
    return {
        code: sorted(found, key=lambda one: -one.until)
        for code, found in names.items()
        if found and all(one.name != current[code] for one in found)
    }
