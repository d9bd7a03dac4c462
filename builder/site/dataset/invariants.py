"""Checks across records and reference lists that the record model cannot express.

Records are by file name, valid, and include the computed fields. Reference lists are by file name without ending. A
check whose list is invalid is left out, so that no problem is reported that only follows from another.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import asin, cos, radians, sin, sqrt
from typing import Any

from builder.api.aliases import squash
from builder.api.dataset_types import Reference
from builder.api.field_types import value_at
from builder.api.output_paths import key_segment
from builder.api.record_model import Country, PublicHoliday
from builder.api.types import Fold, JsonObject
from builder.inputs.errors import Problem
from builder.site.dataset.name_lints import suspect_names, suspect_words
from builder.site.dataset.topojson import encloses, rings_by_code

_UNIQUE = ("name.common", "name.official", "cca2", "ccn3", "cca3", "cioc", "fifa", "kbId")
_OFFSET = re.compile(r"^UTC[+-](0\d|1[0-4]):(00|15|30|45)$")
_DOMAIN = re.compile(r"^\.[^\s.A-Z]+$")
_FIGURE_DATE = re.compile(r"^(19|20)\d\d(-\d\d(-\d\d)?)?$")
_EARTH_RADIUS_KM = 6371
# Figures of one country that cover the same people and land agree, but for a year of growth.
_BASIS_TOLERANCE = 0.03
# Sources round areas differently.
_AREA_TOLERANCE = 0.001
_LONGEST_SEGMENT = 250
_OUTSIDE = "outside the country's outline; correct it, or give the reason in reference/outside-outline.json"
_INSIDE = "inside the country's outline by now; remove it from reference/outside-outline.json"


def broken_invariants(
    records: Mapping[str, Country], reference: Reference, refused: Sequence[JsonObject] = ()
) -> list[Problem]:
    """List every violation between *records*, and between a record and *reference*.

    *refused* are the contents of the files whose record is invalid, empty where it is no object.
    """
    found = [*_duplicates(records), *_borders(records, refused)]
    for across, lists in _ACROSS:
        if reference.keys() >= {*lists}:
            found += across(records, reference, refused)
    for check, lists in _WITH_REFERENCE:
        if reference.keys() >= {*lists}:
            found += [
                _located(file, where, message)
                for file, record in records.items()
                for where, message in check(record, reference)
            ]
    return found


def broken_in_record(file: str, record: Country) -> list[Problem]:
    """List the violations that *record* shows without any other record or list."""
    return [_located(file, where, message) for check in _ALONE for where, message in check(record)]


def unnameable(records: Mapping[str, Country], fold: Fold) -> Iterator[Problem]:
    """Yield the names after which no file can be named. A file system allows 255 bytes, five of which are ``.json``."""
    named = [(file, where, name) for file, record in records.items() for where, name in _naming(record) if name]
    folded = fold([name for _, _, name in named])
    for (file, where, name), key in zip(named, folded, strict=True):
        segment = key_segment(squash(key))
        if not segment:
            yield Problem(file, where, f'is "{name}", of which folding leaves nothing, so that no request finds it')
        elif len(segment) > _LONGEST_SEGMENT:
            message = f'is "{name[:30]}…", too long to name a file; shorten it to {_LONGEST_SEGMENT} characters'
            yield Problem(file, where, message)


def _naming(record: Country) -> Iterator[tuple[str, str]]:
    """Yield the fields after whose values files are named."""
    yield "name.common", record["name"]["common"]
    yield "region", record.get("region", "")
    yield "subregion", record.get("subregion", "")
    for field, names in (("capital", record.get("capital", [])), ("continents", record.get("continents", []))):
        yield from ((f"{field}.{number}", name) for number, name in enumerate(names))
    yield from ((f"languages.{code}", name) for code, name in record.get("languages", {}).items())
    yield from ((f"currencies.{code}.name", money["name"]) for code, money in record.get("currencies", {}).items())


Finding = tuple[str, str]
_RecordCheck = Callable[[Country, Reference], Iterable[Finding]]
_AcrossCheck = Callable[[Mapping[str, Country], Reference, Sequence[JsonObject]], Iterable[Problem]]


def _located(file: str, where: str, message: str) -> Problem:
    if where.startswith("holidays."):
        return Problem(file.replace("countries/", "holidays/", 1), where.removeprefix("holidays."), message)
    return Problem(file, where, message)


def _duplicates(records: Mapping[str, Country]) -> Iterator[Problem]:
    for path in _UNIQUE:
        holders: dict[Any, list[str]] = {}
        for file, record in records.items():
            if (value := value_at(record, path)) is not None:
                holders.setdefault(value, []).append(file)
        for value, files in holders.items():
            for file in files[1:]:
                yield Problem(file, path, f'is "{value}", as in {files[0]}; must be unique')


def _borders(records: Mapping[str, Country], refused: Sequence[JsonObject]) -> Iterator[Problem]:
    neighbours = {record["cca3"]: record.get("borders", []) for record in records.values()}
    others = [stored.get("cca3") for stored in refused]
    for file, record in records.items():
        own = record["cca3"]
        for code in record.get("borders", []):
            if code == own:
                yield Problem(file, "borders", f'contains "{code}", which is the country itself')
            elif code not in neighbours:
                # A record without a code can be the neighbour.
                if not (None in others or code in others):
                    yield Problem(file, "borders", f'contains "{code}", which is not the cca3 of a country')
            elif own not in neighbours[code]:
                yield Problem(file, "borders", f'contains "{code}", whose borders lack {own}; borders are mutual')


def _members(records: Mapping[str, Country], reference: Reference, refused: Sequence[JsonObject]) -> Iterator[Problem]:
    expected = reference["bounds"]["unMembers"]
    count = sum(record.get("unMember") is True for record in (*records.values(), *refused))
    # A file that is no object can be that of a member.
    if count != expected and all(refused):
        yield Problem("countries", "unMember", f"is true {count} times; the United Nations has {expected} members")


def _outlines(
    records: Mapping[str, Country], reference: Reference, _refused: Sequence[JsonObject]
) -> Iterator[Problem]:
    shapes = rings_by_code(reference["outlines"], {record["cca2"] for record in records.values()})
    allowed = reference["outside-outline"]
    for file, record in records.items():
        rings = shapes.get(record["cca2"])
        for path in ("latlng", "capitalInfo.latlng"):
            place, known = value_at(record, path), allowed.get(path, {}).get(record["cca2"])
            if not rings or not place:
                continue
            is_known, is_inside = bool(known and known["point"] == place), encloses(rings, place[1], place[0])
            if not is_known and not is_inside:
                yield Problem(file, path, f"is {place}, {_OUTSIDE}")
            elif is_known and is_inside:
                yield Problem(file, path, f"is {place}, {_INSIDE}")


def _places(record: Country, reference: Reference) -> Iterator[Finding]:
    country, capital = record.get("latlng"), record.get("capitalInfo", {}).get("latlng")
    limit = reference["bounds"]["kilometresToCapital"]
    if country and capital and (distance := _kilometres(country, capital)) > limit:
        yield "capitalInfo.latlng", f"is {distance:.0f} km from the country's latlng; at most {limit} km is plausible"
    if "capitalInfo" in record and not record.get("capital"):
        yield "capitalInfo", "is present, but capital is missing"
    if record.get("capitalInfo") == {}:
        yield "capitalInfo", "is empty; omit it instead"


def _kilometres(one: list[float], other: list[float]) -> float:
    north, east, south, west = (radians(angle) for angle in (*one, *other))
    chord = sin((south - north) / 2) ** 2 + cos(north) * cos(south) * sin((west - east) / 2) ** 2
    return 2 * _EARTH_RADIUS_KM * asin(sqrt(min(1, chord)))


def _names(record: Country, reference: Reference) -> Iterator[Finding]:
    money = {code: entry["name"] for code, entry in record.get("currencies", {}).items()}
    languages = {code: entry["name"] for code, entry in reference["languages"].items()}
    for field, names, listed in (
        ("currencies", money, reference["currencies"]),
        ("languages", record.get("languages", {}), languages),
    ):
        for code, name in names.items():
            if code not in listed:
                yield f"{field}.{code}", f"is not in reference/{field}.json"
            elif name != listed[code]:
                yield f"{field}.{code}", f'has the name "{name}"; reference/{field}.json has "{listed[code]}"'


def _closed_lists(record: Country, reference: Reference) -> Iterator[Finding]:
    for field, name, allowed in (
        ("continents", "continents", reference["continents"]["continents"]),
        ("status", "statuses", reference["statuses"]["statuses"]),
        ("unRegionalGroup", "unRegionalGroups", reference["unRegionalGroups"]["unRegionalGroups"]),
    ):
        values = value_at(record, field) or []
        for value in values if isinstance(values, list) else [values]:
            if value not in allowed:
                yield field, f'is "{value}"; reference/{name}.json allows {", ".join(allowed)}'
    regions = reference["regions"]
    region, subregion = record.get("region"), record.get("subregion")
    if region is not None and region not in regions:
        yield "region", f'is "{region}"; reference/regions.json allows {", ".join(regions)}'
    elif subregion is not None and subregion not in regions.get(region or "", []):
        within = ", ".join(regions.get(region or "", [])) or "none"
        yield "subregion", f'is "{subregion}"; reference/regions.json allows in {region}: {within}'


def _figures(record: Country, reference: Reference) -> Iterator[Finding]:
    for path, (least, greatest) in reference["bounds"]["figures"].items():
        value = value_at(record, path)
        if value is not None and not least <= value <= greatest:
            yield path, f"is {value}; reference/bounds.json allows {least} to {greatest}"
    for path in ("enrichment.population.asOf", "enrichment.company.asOf"):
        value = value_at(record, path)
        if value is not None and not _FIGURE_DATE.match(value):
            yield path, f'is "{value}"; must be a year, a month or a day such as 2025-01-31'


def _consistency(record: Country) -> Iterator[Finding]:
    population = record.get("population")
    figure = value_at(record, "enrichment.population.value")
    if figure is not None and figure != population:
        yield "enrichment.population.value", f"is {figure}; population says {population}"
    capital = value_at(record, "capitalInfo.population")
    if capital is not None and population is not None and capital > population:
        yield "capitalInfo.population", f"is {capital}; population of the whole country is {population}"
    gdp, year = (value_at(record, f"enrichment.economics.{name}") for name in ("gdp", "gdpYear"))
    if gdp is None and year is not None:
        yield "enrichment.economics.gdpYear", "is the year of gdp, which is missing"
    if bool(record.get("unMember")) != ("unRegionalGroup" in record):
        yield "unRegionalGroup", "must be present for members of the United Nations, and only for them"


def _one_basis(record: Country, reference: Reference) -> Iterator[Finding]:
    economy = value_at(record, "enrichment.economics") or {}
    product, each, people = economy.get("gdp"), economy.get("gdpPerCapita"), record.get("population")
    if not product or not each or not people:
        return
    agrees = abs(product / (each * people) - 1) <= _BASIS_TOLERANCE
    has_reason = record["cca2"] in reference["economy"]
    message = f"times population is {each * people:.0f}, and gdp is {product};"
    if not agrees and not has_reason:
        yield "enrichment.economics.gdpPerCapita", f"{message} say why they differ in reference/economy.json"
    if agrees and has_reason:
        yield "enrichment.economics.gdpPerCapita", f"{message} delete the sentence in reference/economy.json"


def _holidays(record: Country) -> Iterator[Finding]:
    holidays = record.get("holidays")
    if holidays is None:
        return
    years, items = holidays["years"], holidays["items"]
    if years != sorted(set(years)):
        yield "holidays.years", "must be sorted, without duplicates"
    if not items:
        yield "holidays.items", "is empty; remove the file instead"
    for index, item in enumerate(items):
        if int(item["date"][:4]) not in years:
            yield f"holidays.items.{index}.date", f'is "{item["date"]}"; years are {", ".join(map(str, years))}'
    yield from _holiday_types(items)
    days = [item["date"] for item in items]
    if days != sorted(days):
        yield "holidays.items", "must be sorted by date"
    for (date_text, name), count in Counter((item["date"], item["localName"]) for item in items).items():
        if count > 1:
            yield "holidays.items", f"has {name} on {date_text} {count} times"


def _holiday_types(items: Sequence[PublicHoliday]) -> Iterator[Finding]:
    """Yield wrong types. The first is ``public``, or ``workday`` in a country where no holiday is a day off."""
    general = "public" if any("public" in item.get("types", ()) for item in items) else "workday"
    other = {"public": "workday", "workday": "public"}[general]
    for index, item in enumerate(items):
        kinds = item.get("types", [])
        if kinds and (kinds[0] != general or other in kinds):
            yield f"holidays.items.{index}.types", f"are {kinds}; {general} comes first, and {other} is no type of it"


def _spellings(record: Country) -> Iterator[Finding]:
    offsets = record.get("timezones", [])
    for offset in offsets:
        if not _OFFSET.match(offset):
            yield "timezones", f'has "{offset}"; must be an offset such as UTC+05:30, at most 14 hours'
    for domain in record.get("tld", []):
        if not _DOMAIN.match(domain):
            yield "tld", f'has "{domain}"; must be a dot and a lowercase label'
    expected = "".join(chr(0x1F1E6 + ord(letter) - ord("A")) for letter in record["cca2"])
    if record.get("flag", expected) != expected:
        yield "flag", f'is "{record["flag"]}"; the flag of {record["cca2"]} is "{expected}"'
    if not record["flags"]["alt"].endswith("."):
        yield "flags.alt", "must be a sentence that ends with a full stop"


def _land_counted_twice(
    records: Mapping[str, Country], reference: Reference, refused: Sequence[JsonObject]
) -> Iterator[Problem]:
    """Yield the sums of areas that are not those of ``reference/land.json``, and that of the world.

    *refused* are the records that are invalid: without them the world has no sum.
    """
    areas = {record["cca2"]: record.get("area") or 0 for record in records.values()}
    table = reference["land"]
    for row in table["sums"]:
        if all(code in areas for code in row["records"]):
            total = sum(areas[code] for code in row["records"])
            if abs(total - row["area"]) > _AREA_TOLERANCE * row["area"]:
                named = " and ".join(row["records"])
                yield Problem("countries", "area", f"of {named} is {total}; land.json has {row['area']}: {row['why']}")
    least, greatest, total = table["world"]["least"], table["world"]["greatest"], sum(areas.values())
    # A dataset of some countries alone has no such sum.
    if not refused and total > least / 2 and not least <= total <= greatest:
        yield Problem("countries", "area", f"of all is {total:.0f}; land.json allows {least} to {greatest}")


def _unlike_disputed_places(
    records: Mapping[str, Country], reference: Reference, _refused: Sequence[JsonObject]
) -> Iterator[Problem]:
    """Yield the values that the table of disputed places has otherwise."""
    by_code = {record["cca2"]: (file, record) for file, record in records.items()}
    places = reference["disputed-places"]["places"]
    outlined = {code for row in places for code, path, _ in row["holds"] if path == "outline"}
    shapes = rings_by_code(reference["outlines"], outlined)
    for row in places:
        for code, path, value in row["holds"]:
            if code not in by_code:
                continue
            file, record = by_code[code]
            if path == "outline":
                if not encloses(shapes.get(code, []), *value):
                    yield Problem("reference/outlines.json", code, f"lacks the point {value} of {row['place']}")
            elif (found := value_at(record, path)) != value:
                yield Problem(file, path, f"is {_text(found)}; disputed-places.json has {_text(value)}: {row['place']}")


def _text(value: Any) -> str:
    return "absent" if value is None else str(value)


# Checks, each with the lists in ``data/reference/`` that it reads.
_ACROSS: tuple[tuple[_AcrossCheck, tuple[str, ...]], ...] = (
    (_members, ("bounds",)),
    (_outlines, ("outlines", "outside-outline")),
    (_land_counted_twice, ("land",)),
    (_unlike_disputed_places, ("disputed-places", "outlines")),
)
_WITH_REFERENCE: tuple[tuple[_RecordCheck, tuple[str, ...]], ...] = (
    (_places, ("bounds",)),
    (_names, ("currencies", "languages")),
    (_closed_lists, ("continents", "regions", "statuses", "unRegionalGroups")),
    (_figures, ("bounds",)),
    (_one_basis, ("economy",)),
)
_ALONE = (suspect_names, suspect_words, _consistency, _holidays, _spellings)
