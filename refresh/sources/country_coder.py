"""``country-coder``: the Wikidata item of each country. Facts by ``iso1A2``."""

from typing_extensions import TypedDict

from refresh.inputs import Inputs
from refresh.package_archive import Archive
from refresh.refresh_types import Fact, Facts


class Area(TypedDict, total=False):
    """What the package says of an area; ``groups`` are the areas that contain it."""

    iso1A2: str
    wikidata: str
    country: str
    groups: list[str]
    driveSide: str


def areas_of(archive: Archive) -> list[Area]:
    """Read what the package says of each area."""
    return [feature["properties"] for feature in archive.json("src/data/borders.json")["features"]]


def read(archive: Archive, inputs: Inputs) -> Facts:
    """Read ``kbId`` for the countries of the dataset. The file has more areas (the EU, islands with reserved codes)."""
    return {
        area["iso1A2"]: {"kbId": Fact(area["wikidata"])}
        for area in areas_of(archive)
        if area.get("iso1A2") in inputs.records
    }
