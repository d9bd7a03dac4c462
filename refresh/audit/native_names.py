"""The comparisons of native names, and of all names with those that countries gave up."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refresh.package_archive import Archive
from refresh.refresh_types import Compared, StoredRecord
from refresh.sources import cldr_names

# Names that a country gave up, by alpha-2 code and language; those under "*" stand in no language.
FormerNames = Mapping[str, Mapping[str, Sequence[str]]]

# The locales of CLDR with the characters of these countries.
_TRADITIONAL = {"HK": "zh-Hant-HK", "MO": "zh-Hant-MO", "TW": "zh-Hant"}


def native_names(
    records: Mapping[str, StoredRecord], languages: Mapping[str, Any], archive: Archive
) -> Iterator[Compared]:
    """Compare native names with the record's own names in that language; common ones else with CLDR's in the country.

    *languages* is the reference list, which has the two-letter codes of CLDR's locales.
    """
    locales = cldr_names.all_territories(archive)
    for code, record in sorted(records.items()):
        for key, name in record["name"].get("native", {}).items():
            path = f"name.native.{key}"
            own = record["name"] if key == "eng" else record.get("translations", {}).get(key)
            traditional = key == "zho" and code in _TRADITIONAL
            if own is not None and not traditional:
                yield f"{path}.official", code, name["official"], own["official"], name["official"] == own["official"]
            theirs = own and own["common"]
            if own is None or traditional:
                theirs = locales.get(_locale(code, key, languages, locales), {}).get(code)
            if theirs:
                yield f"{path}.common", code, name["common"], theirs, name["common"] == theirs


def former_names(records: Mapping[str, StoredRecord], former: FormerNames) -> Iterator[Compared]:
    """Compare the names of countries in every language with those that they gave up, which search alone still knows."""
    for code, given_up in sorted(former.items()):
        for path, key, name in _all_names(records[code]) if code in records else ():
            old = [
                one for one in (*given_up.get("*", ()), *given_up.get(key, ())) if re.search(one, name, re.IGNORECASE)
            ]
            yield f"{path} (former name)", code, name, "none", not old


def _locale(code: str, key: str, languages: Mapping[str, Any], locales: Mapping[str, Any]) -> str:
    base: str = languages.get(key, {}).get("alpha2", key)
    if key == "zho":
        return _TRADITIONAL.get(code, "zh")
    return next((name for name in (f"{base}-{code}", base) if name in locales), "")


def _all_names(record: StoredRecord) -> Iterator[tuple[str, str, str]]:
    native, translated = record["name"].get("native", {}), record.get("translations", {})
    for path, key, name in (
        ("name", "eng", record["name"]),
        *((f"name.native.{key}", key, name) for key, name in native.items()),
        *((f"translations.{key}", key, name) for key, name in translated.items()),
    ):
        yield f"{path}.official", key, name["official"]
        yield f"{path}.common", key, name["common"]
