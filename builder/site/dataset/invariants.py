"""Checks across records and reference lists that the record model cannot express.

*records* maps file names to valid records with their computed fields; *reference* maps the names of lists, file names
without ending, to lists. A check whose list is invalid is left out, because its problems would follow from that fault.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from builder.api.aliases import without_spaces
from builder.api.dataset_files import Reference
from builder.api.field_types import value_at
from builder.api.output_paths import key_segment
from builder.api.record_model import Country, PublicHoliday
from builder.api.types import Fold, JsonObject
from builder.inputs.errors import Problem
from builder.site.dataset.additions import is_own_code

_UNIQUE = ("name.common", "name.official", "cca2", "ccn3", "cca3", "cioc", "fifa", "kbId")
_OFFSET = re.compile(r"^UTC[+-](0\d|1[0-4]):(00|15|30|45)$")
_DOMAIN = re.compile(r"^\.[^\s.A-Z]+$")
_VALUE_DATE = re.compile(r"^(19|20)\d\d(-\d\d(-\d\d)?)?$")
_LONGEST_SEGMENT = 250


def broken_invariants(
    records: Mapping[str, Country], reference: Reference, refused: Sequence[JsonObject] = ()
) -> list[Problem]:
    """List every violation between *records*, and between a record and *reference*.

    *refused* are the contents of the files whose record is invalid, empty for a file that has no object.
    """
    found = [*_duplicates(records), *_borders(records, refused)]
    for check, lists in _WITH_REFERENCE:
        if reference.keys() >= {*lists}:
            found += [
                _located(file, where, message)
                for file, record in records.items()
                for where, message in check(record, reference)
            ]
    return found


def broken_in_record(file: str, record: Country, *, is_own: bool = False) -> list[Problem]:
    """List the violations inside *record*. A record with *is_own* is the owner's: it may have any emoji as its flag."""
    found = [_located(file, where, message) for check in _IN_RECORD for where, message in check(record)]
    return [problem for problem in found if not is_own or problem.where != "flag"]


def unnameable(records: Mapping[str, Country], fold: Fold) -> Iterator[Problem]:
    """Yield the names that cannot name a file. A file system allows 255 bytes, five of which are ``.json``."""
    named = [(file, where, name) for file, record in records.items() for where, name in _file_names(record) if name]
    folded = fold([name for _, _, name in named])
    for (file, where, name), key in zip(named, folded, strict=True):
        segment = key_segment(without_spaces(key))
        if not segment:
            yield Problem(file, where, f'is "{name}", of which folding leaves nothing, so that no request finds it')
        elif len(segment) > _LONGEST_SEGMENT:
            message = f'is "{name[:30]}…", too long to name a file; shorten it to {_LONGEST_SEGMENT} characters'
            yield Problem(file, where, message)


def _file_names(record: Country) -> Iterator[tuple[str, str]]:
    """Yield each field whose value names a file, with that value."""
    yield "name.common", record["name"]["common"]
    yield "region", record.get("region", "")
    yield "subregion", record.get("subregion", "")
    for field, names in (("capital", record.get("capital", [])), ("continents", record.get("continents", []))):
        yield from ((f"{field}.{number}", name) for number, name in enumerate(names))
    yield from ((f"languages.{code}", name) for code, name in record.get("languages", {}).items())
    yield from ((f"currencies.{code}.name", entry["name"]) for code, entry in record.get("currencies", {}).items())


# The dot path of a fault in a record, and a message.
Finding = tuple[str, str]
_RecordCheck = Callable[[Country, Reference], Iterable[Finding]]


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
    borders_of = {record["cca3"]: record.get("borders", []) for record in records.values()}
    refused_cca3 = [stored.get("cca3") for stored in refused]
    for file, record in records.items():
        cca3 = record["cca3"]
        for code in record.get("borders", []):
            if code == cca3:
                yield Problem(file, "borders", f'contains "{code}", which is the country itself')
            elif code not in borders_of:
                # An invalid record without a cca3 may be the neighbour.
                if not (None in refused_cca3 or code in refused_cca3):
                    yield Problem(file, "borders", f'contains "{code}", which is not the cca3 of a country')
            elif cca3 not in borders_of[code]:
                yield Problem(file, "borders", f'contains "{code}", whose borders lack {cca3}; borders are mutual')


def _names(record: Country, reference: Reference) -> Iterator[Finding]:
    currencies = {code: entry["name"] for code, entry in record.get("currencies", {}).items()}
    languages = {code: entry["name"] for code, entry in reference["languages"].items()}
    for field, names, listed in (
        ("currencies", currencies, reference["currencies"]),
        ("languages", record.get("languages", {}), languages),
    ):
        for code, name in names.items():
            if code not in listed:
                yield f"{field}.{code}", f"is not in the list of {field}"
            elif name != listed[code]:
                yield f"{field}.{code}", f'has the name "{name}"; the list of {field} has "{listed[code]}"'


def _closed_lists(record: Country, reference: Reference) -> Iterator[Finding]:
    for field, allowed in (
        ("continents", reference["continents"]["continents"]),
        ("status", reference["statuses"]["statuses"]),
        ("unRegionalGroup", reference["unRegionalGroups"]["unRegionalGroups"]),
    ):
        values = value_at(record, field) or []
        for value in values if isinstance(values, list) else [values]:
            if value not in allowed:
                yield field, f'is "{value}"; allowed are {", ".join(allowed)}'
    regions = reference["regions"]
    region, subregion = record.get("region"), record.get("subregion")
    if region is not None and region not in regions:
        yield "region", f'is "{region}"; allowed are {", ".join(regions)}'
    elif subregion is not None and subregion not in regions.get(region or "", []):
        within = ", ".join(regions.get(region or "", [])) or "none"
        yield "subregion", f'is "{subregion}"; allowed in {region} are {within}'


def _consistency(record: Country) -> Iterator[Finding]:
    population = record.get("population")
    enriched = value_at(record, "enrichment.population.value")
    if enriched is not None and enriched != population:
        yield "enrichment.population.value", f"is {enriched}; population says {population}, and both must agree"
    if "capitalInfo" in record and not record.get("capital"):
        yield "capitalInfo", "is present, but capital is missing"
    if record.get("capitalInfo") == {}:
        yield "capitalInfo", "is empty; omit it instead"
    for path in ("enrichment.population.asOf", "enrichment.company.asOf"):
        value = value_at(record, path)
        if value is not None and not _VALUE_DATE.match(value):
            yield path, f'is "{value}"; must be a year, a month or a day such as 2025-01-31'
    gdp, year = (value_at(record, f"enrichment.economics.{name}") for name in ("gdp", "gdpYear"))
    if gdp is None and year is not None:
        yield "enrichment.economics.gdpYear", "is the year of gdp, which is missing"
    if bool(record.get("unMember")) != ("unRegionalGroup" in record):
        yield "unRegionalGroup", "must be present for members of the United Nations, and only for them"


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
    """Yield wrong types. The first type is ``public`` or, in a country where no holiday is public, ``workday``."""
    general = "public" if any("public" in item.get("types", ()) for item in items) else "workday"
    excluded = {"public": "workday", "workday": "public"}[general]
    for index, item in enumerate(items):
        kinds = item.get("types", [])
        if kinds and (kinds[0] != general or excluded in kinds):
            yield f"holidays.items.{index}.types", f"are {kinds}; {general} comes first, without {excluded}"


def _spellings(record: Country) -> Iterator[Finding]:
    offsets = record.get("timezones", [])
    for offset in offsets:
        if not _OFFSET.match(offset):
            yield "timezones", f'has "{offset}"; must be an offset such as UTC+05:30, at most 14 hours'
    for domain in record.get("tld", []):
        if not _DOMAIN.match(domain):
            yield "tld", f'has "{domain}"; must be a dot and a lowercase label'
    expected = "".join(chr(0x1F1E6 + ord(letter) - ord("A")) for letter in record["cca2"])
    # Codes that users assign have no emoji.
    if record.get("flag", expected) != expected and not is_own_code(record["cca2"]):
        yield "flag", f'is "{record["flag"]}"; the flag of {record["cca2"]} is "{expected}"'


# Checks, each with the names of the lists in ``data/reference/`` that it reads.
_WITH_REFERENCE: tuple[tuple[_RecordCheck, tuple[str, ...]], ...] = (
    (_names, ("currencies", "languages")),
    (_closed_lists, ("continents", "regions", "statuses", "unRegionalGroups")),
)
_IN_RECORD = (_consistency, _holidays, _spellings)
