"""Unicode CLDR: a population for every territory, undated. Its GDP is at purchasing power, so it is not read."""

from collections.abc import Mapping

from builder.sources.facts import Fact, Facts, Record
from builder.sources.package_archive import Archive


def read(archive: Archive, known: Mapping[str, Record]) -> Facts:
    """Read ``population``."""
    territories = archive.json("supplemental/territoryInfo.json")["supplemental"]["territoryInfo"]
    return {
        code: {"population": Fact(int(entry["_population"]))} for code, entry in territories.items() if code in known
    }
