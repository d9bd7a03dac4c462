"""``country-coder``: the Wikidata item of each country. Facts by ``iso1A2``."""

from collections.abc import Mapping

from refresh.package_archive import Archive
from refresh.refresh_types import Fact, Facts, StoredRecord


def read(archive: Archive, known: Mapping[str, StoredRecord]) -> Facts:
    """Read ``kbId`` for the countries of the dataset. The file has more areas (the EU, islands with reserved codes)."""
    return {
        properties["iso1A2"]: {"kbId": Fact(properties["wikidata"])}
        for feature in archive.json("src/data/borders.json")["features"]
        if (properties := feature["properties"]).get("iso1A2") in known
    }
