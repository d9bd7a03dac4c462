"""The comparisons of names and signs. Every character counts, except the case of currencies and of former names."""

import re
from collections.abc import Collection, Iterator
from typing import Any

from builder.api.field_types import value_at
from refresh.field_paths import translated_names
from refresh.inputs import Inputs
from refresh.package_archive import Archive
from refresh.refresh_types import Compared, Languages, Listed, StoredRecords, alpha2_of
from refresh.sources import cldr_names, world_countries
from refresh.sources.iso_codes import entries_of

# The locales of CLDR with the traditional characters that these countries use.
_TRADITIONAL = {"HK": "zh-Hant-HK", "MO": "zh-Hant-MO", "TW": "zh-Hant"}


def translations(inputs: Inputs) -> Iterator[Compared]:
    """Compare common names with CLDR, and official names with UNTERM, else the common name, else the source."""
    keys = {key for record in inputs.records.values() for key in record.get("translations", {})}
    common = cldr_names.names_of(inputs.package("cldr-names"), inputs.languages, {"eng", *keys})
    source = world_countries.read(inputs.package("world-countries"), inputs)
    formal = inputs.terms()
    for code, record in sorted(inputs.records.items()):
        our_names = {"eng": record["name"], **record.get("translations", {})}
        unterm = formal.get(code, {})
        for key, name in sorted(our_names.items()):
            path = "name" if key == "eng" else f"translations.{key}"
            if theirs := common[key].get(code):
                yield f"{path}.common", code, name["common"], theirs, name["common"] == theirs
            if key in unterm:
                official = unterm[key]
            elif theirs and cldr_names.is_official(code, record, theirs):
                official = name["common"]
            elif (fact := source.get(code, {}).get("name" if key == "eng" else "translations")) is not None:
                official = (fact.value if key == "eng" else fact.value.get(key, {})).get("official")
            else:
                continue
            yield f"{path}.official", code, name["official"], official, name["official"] == official


def half_lists(inputs: Inputs) -> Iterator[Compared]:
    """Compare the official names of a country. If some languages have a formal name, all languages should."""
    for code, record in sorted(inputs.records.items()):
        translations = record.get("translations", {})
        common = [key for key, name in sorted(translations.items()) if name["official"] == name["common"]]
        is_formal = record["name"]["official"] != record["name"]["common"]
        agrees = not is_formal or len(common) in (0, len(translations))
        yield "translations.official (half a list)", code, Listed({key: key for key in common}), "none", agrees


def native_names(inputs: Inputs) -> Iterator[Compared]:
    """Compare native names with the record's names in that language, and common names without these with CLDR."""
    locales = cldr_names.names_in_all_locales(inputs.package("cldr-names"))
    for code, record in sorted(inputs.records.items()):
        for key, name in record["name"].get("native", {}).items():
            path = f"name.native.{key}"
            own = record["name"] if key == "eng" else record.get("translations", {}).get(key)
            traditional = key == "zho" and code in _TRADITIONAL
            if own is not None and not traditional:
                yield f"{path}.official", code, name["official"], own["official"], name["official"] == own["official"]
            theirs = own and own["common"]
            if own is None or traditional:
                theirs = locales.get(_locale(code, key, inputs.languages, locales), {}).get(code)
            if theirs:
                yield f"{path}.common", code, name["common"], theirs, name["common"] == theirs


def former_names(inputs: Inputs) -> Iterator[Compared]:
    """Compare every name with patterns of names that a country gave up; patterns under "*" are for all languages."""
    former = inputs.curated("former-names", dict[str, dict[str, list[str]]])
    for code, patterns in sorted(former.items()):
        record = inputs.records.get(code)
        for path, key, forms in (("name", "eng", record["name"]), *translated_names(record)) if record else ():
            old = (*patterns.get("*", ()), *patterns.get(key, ()))
            for form, name in (("official", forms["official"]), ("common", forms["common"])):
                agrees = not any(re.search(one, name, re.IGNORECASE) for one in old)
                yield f"{path}.{form} (former name)", code, name, "none", agrees


def _locale(code: str, key: str, languages: Languages, locales: Collection[str]) -> str:
    base = alpha2_of(languages, key)
    if key == "zho":
        return _TRADITIONAL.get(code, "zh")
    return next((name for name in (f"{base}-{code}", base) if name in locales), "")


def languages_and_currencies(inputs: Inputs) -> Iterator[Compared]:
    """Compare codes and names of languages and currencies with ISO and CLDR, and signs with all locales of CLDR."""
    records, standards = inputs.records, inputs.package("pycountry")
    languages, currencies = (
        {key: entry["name"] for key, entry in entries_of(standards, standard, "alpha_3").items()}
        for standard in ("639-3", "4217")
    )
    english = cldr_names.names_by_locale(inputs.package("cldr-names"), "languages", "en")["en"]
    for key, name in sorted(_entries(records, "languages")):
        theirs = (languages.get(key), english.get(alpha2_of(inputs.languages, key)))
        yield "languages", key, name, _either(theirs), key in languages and name in theirs
    titles, signs = _currencies(inputs.package("cldr-numbers"))
    for key, entry in sorted(_entries(records, "currencies"), key=str):
        name, sign = entry
        called = (titles.get(key), currencies.get(key))
        # CLDR writes names of currencies with capitals, as in a title.
        same = name.casefold() in [title.casefold() for title in called if title]
        yield "currencies.name", key, name, _either(called), same
        if sign is not None:
            known = signs.get(key, set())
            yield "currencies.symbol", key, sign, _either(sorted(known)), sign in known


def _entries(records: StoredRecords, field: str) -> set[tuple[str, Any]]:
    found: set[tuple[str, Any]] = set()
    for record in records.values():
        for key, value in (value_at(record, field) or {}).items():
            found.add((key, (value["name"], value.get("symbol")) if isinstance(value, dict) else value))
    return found


def _currencies(numbers: Archive) -> tuple[dict[str, str], dict[str, set[str]]]:
    titles: dict[str, str] = {}
    signs: dict[str, set[str]] = {}
    for path, content in numbers.files("main/*/currencies.json").items():
        (locale,) = numbers.parse(path, content)["main"].values()
        for key, entry in locale["numbers"]["currencies"].items():
            if path == "main/en/currencies.json":
                titles[key] = entry["displayName"]
            found = (entry.get(form, "") for form in ("symbol", "symbol-alt-narrow", "symbol-alt-formal"))
            # Signs of right-to-left scripts end with an invisible mark.
            signs.setdefault(key, set()).update(sign.strip("\u200e\u200f") for sign in found if sign)
    return titles, signs


def _either(names: Any) -> str:
    return " or ".join(dict.fromkeys(filter(None, names))) or "absent"
