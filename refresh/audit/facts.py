"""Finds facts that are not plausible, or that differ from what was decided, by curated lists and by rules."""

from collections.abc import Iterator, Mapping
from json import loads
from math import asin, cos, radians, sin, sqrt
from typing import Any

from builder.api.field_types import value_at
from builder.api.record_model import Country
from builder.extensions.tables.loading import LoadedTables
from builder.inputs.errors import Problem
from refresh.audit.fact_lists import FactLists
from refresh.audit.name_lints import suspect_names, suspect_words
from refresh.audit.points import encloses, rings_by_code

Records = Mapping[str, Country]
Finding = tuple[str, str]

_EARTH_RADIUS_KM = 6371
# Figures of a country that cover the same people and land differ at most by this share, a year of growth.
_BASIS_TOLERANCE = 0.03
# At most this share of local names may be the same as the English names.
_SAME_NAMES = 0.1
# Sources round areas differently.
_AREA_TOLERANCE = 0.001
_OUTSIDE = "outside the country's outline; correct it, or give the reason in curated/facts/outside-outline.json"
_INSIDE = "inside the country's outline by now; remove it from curated/facts/outside-outline.json"


def doubtful_facts(records: Records, lists: FactLists, tables: LoadedTables, *, whole: bool) -> Iterator[Problem]:
    """Yield every fact that looks wrong in valid *records*, by file; in a *whole* dataset also numbers of the world."""
    if whole:
        yield from _members(records, lists)
        yield from _world(records, lists)
    yield from _points_and_outlines(records, lists, tables)
    yield from _sums_of_areas(records, lists)
    yield from _unlike_disputed_places(records, tables)
    for file, record in records.items():
        findings = (
            *suspect_names(record),
            *suspect_words(record),
            *_local_names(record),
            *_figures_and_flag_text(record, lists),
            *_capital(record, lists),
            *_one_basis(record, lists),
        )
        yield from (Problem(file, where, message) for where, message in findings)


def _members(records: Records, lists: FactLists) -> Iterator[Problem]:
    expected = lists["bounds"]["unMembers"]
    count = sum(record.get("unMember") is True for record in records.values())
    if count != expected:
        yield Problem("countries", "unMember", f"is true {count} times; the United Nations has {expected} members")


def _world(records: Records, lists: FactLists) -> Iterator[Problem]:
    world = lists["land"]["world"]
    least, greatest, total = world["least"], world["greatest"], sum(_areas(records).values())
    # The countries of a smaller dataset do not cover the world.
    if total > least / 2 and not least <= total <= greatest:
        yield Problem("countries", "area", f"of all is {total:.0f}; land.json allows {least} to {greatest}")


def _areas(records: Records) -> dict[str, float]:
    return {record["cca2"]: record.get("area") or 0 for record in records.values()}


def _sums_of_areas(records: Records, lists: FactLists) -> Iterator[Problem]:
    """Yield sums of areas that differ from the sums in ``land.json``: land is counted twice, or not at all."""
    areas = _areas(records)
    for row in lists["land"]["sums"]:
        if all(code in areas for code in row["records"]):
            total = sum(areas[code] for code in row["records"])
            if abs(total - row["area"]) > _AREA_TOLERANCE * row["area"]:
                named = " and ".join(row["records"])
                yield Problem("countries", "area", f"of {named} is {total}; land.json has {row['area']}: {row['why']}")


def _points_and_outlines(records: Records, lists: FactLists, tables: LoadedTables) -> Iterator[Problem]:
    shapes = rings_by_code(tables.topology, {record["cca2"] for record in records.values()})
    allowed = lists["outside-outline"]
    for file, record in records.items():
        rings = shapes.get(record["cca2"])
        for path in ("latlng", "capitalInfo.latlng"):
            place, exception = value_at(record, path), allowed.get(path, {}).get(record["cca2"])
            if not rings or not place:
                continue
            is_known = bool(exception and [*exception["point"]] == place)
            is_inside = encloses(rings, place[1], place[0])
            if is_known == is_inside:
                yield Problem(file, path, f"is {place}, {_INSIDE if is_inside else _OUTSIDE}")


def _unlike_disputed_places(records: Records, tables: LoadedTables) -> Iterator[Problem]:
    """Yield the values that differ from the values in the table of disputed places."""
    by_code = {record["cca2"]: (file, record) for file, record in records.items()}
    [places] = (one.rows for one in tables.rows if one.table.name == "disputed-places")
    fields = [(row["territory"], *field.values()) for row in places for field in row["fields"]]
    shapes = rings_by_code(tables.topology, {code for _, code, path, _ in fields if path == "outline"})
    for place, code, path, text in fields:
        if code in by_code:
            (file, record), value = by_code[code], loads(text)
            if path == "outline":
                if not encloses(shapes.get(code, []), *value):
                    yield Problem("tables/outlines.json", code, f"lacks the point {value} of {place}")
            elif (found := value_at(record, path)) != value:
                yield Problem(file, path, f"is {_text(found)}; disputed-places.json has {_text(value)}: {place}")


def _text(value: Any) -> str:
    return "absent" if value is None else str(value)


def _capital(record: Country, lists: FactLists) -> Iterator[Finding]:
    country, capital = record.get("latlng"), record.get("capitalInfo", {}).get("latlng")
    limit = lists["bounds"]["kilometresToCapital"]
    if country and capital and (distance := _kilometres(country, capital)) > limit:
        yield "capitalInfo.latlng", f"is {distance:.0f} km from the country's latlng; at most {limit} km is plausible"
    inhabitants, people = value_at(record, "capitalInfo.population"), record.get("population")
    if inhabitants is not None and people is not None and inhabitants > people:
        yield "capitalInfo.population", f"is {inhabitants}; population of the whole country is {people}"


def _kilometres(one: list[float], other: list[float]) -> float:
    north, east, south, west = (radians(angle) for angle in (*one, *other))
    chord = sin((south - north) / 2) ** 2 + cos(north) * cos(south) * sin((west - east) / 2) ** 2
    return 2 * _EARTH_RADIUS_KM * asin(sqrt(min(1, chord)))


def _local_names(record: Country) -> Iterator[Finding]:
    """Yield a finding if many local names of holidays are English, which is no language of the country."""
    items, languages = value_at(record, "holidays.items") or [], record.get("languages", {})
    english = [item["localName"] for item in items if item["localName"] == item["name"]]
    # Some local names, such as Corpus Christi, are also the English names.
    if languages and "eng" not in languages and len(english) > _SAME_NAMES * len(items):
        yield "holidays.items", f"has {len(english)} of {len(items)} local names in English, such as {english[0]}"


def _figures_and_flag_text(record: Country, lists: FactLists) -> Iterator[Finding]:
    for path, (least, greatest) in lists["bounds"]["figures"].items():
        value = value_at(record, path)
        if value is not None and not least <= value <= greatest:
            yield path, f"is {value}; curated/facts/bounds.json allows {least} to {greatest}"
    if not record["flags"]["alt"].endswith("."):
        yield "flags.alt", "must be a sentence that ends with a full stop"


def _one_basis(record: Country, lists: FactLists) -> Iterator[Finding]:
    economy = value_at(record, "enrichment.economics") or {}
    product, each, people = economy.get("gdp"), economy.get("gdpPerCapita"), record.get("population")
    if not product or not each or not people:
        return
    agrees = abs(product / (each * people) - 1) <= _BASIS_TOLERANCE
    has_reason = record["cca2"] in lists["economy"]
    if agrees == has_reason:
        message = f"times population is {each * people:.0f}, and gdp is {product};"
        advice = "they agree, so delete the reason" if agrees else "write the reason why they differ"
        yield "enrichment.economics.gdpPerCapita", f"{message} {advice} in curated/facts/economy.json"
