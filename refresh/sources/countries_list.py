"""``countries-list``: continents. A country can be on several."""

from refresh.inputs import Inputs
from refresh.package_archive import Archive
from refresh.refresh_types import Fact, Facts


def read(archive: Archive, inputs: Inputs) -> Facts:
    """Read ``continents``; the continent of the seat of government is first."""
    names = archive.json("continents.min.json")
    facts: Facts = {}
    for code, entry in archive.json("countries.min.json").items():
        if code in inputs.records:
            codes = dict.fromkeys([entry["continent"], *entry.get("continents", [])])
            facts[code] = {"continents": Fact([names[continent] for continent in codes])}
    return facts
