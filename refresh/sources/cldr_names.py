"""Unicode CLDR: common names of countries in all languages. They are official where a country has no formal name."""

import unicodedata
from collections.abc import Collection, Mapping
from typing import Any

from refresh.data_files import format_json
from refresh.inputs import Inputs
from refresh.package_archive import Archive
from refresh.refresh_types import Fact, Facts, Languages, StoredRecord

# The locales of languages whose two-letter code is that of another variety: ``pt`` is the Portuguese of Brazil.
_LOCALES = {"por": "pt-PT"}
# Countries whose full name in CLDR describes their status, and whose short form is the name. For other countries the
# short form is an abbreviation (UK), and ``-alt-variant`` is often a former name (Swaziland).
_SHORT = frozenset({"HK", "MO", "PS"})

# Countries whose English name is formal (Dominican Republic), or that have formal names in other languages (Japan).
_FORMAL = frozenset({"AE", "CF", "CG", "DO", "JP", "MN", "SH"})

# The file of ``data/`` with the names that only a search reads.
SEARCHED = "names/countries.json"

# Characters that only say where a line may end.
_INVISIBLE = {0x200B: None, 0x00AD: None}
# A character that joins two letters, and is left over at the end of some names.
_JOINER = "\u200d"
# The records have one apostrophe, that of the keyboard.
_APOSTROPHE = {0x2019: "'"}

# Common names by language and alpha-2 code.
Names = Mapping[str, Mapping[str, str]]


def read(archive: Archive, inputs: Inputs) -> Facts:
    """Read ``translations.<language>.common`` in the languages that a record has."""
    keys = {key for record in inputs.records.values() for key in record["translations"]}
    names = names_of(archive, inputs.languages, keys)
    return {
        code: {"translations": Fact({key: {"common": names[key][code]} for key in record["translations"]})}
        for code, record in inputs.records.items()
    }


def complete_official_names(records: Mapping[str, StoredRecord], chosen: Collection[tuple[str, str]]) -> None:
    """Make common names of countries without a formal name official, in place; *chosen* (code, language) stay."""
    for code, record in records.items():
        for key, name in record.get("translations", {}).items():
            if (code, key) not in chosen and is_official(code, record, name["common"]):
                name["official"] = name["common"]


def is_official(code: str, record: StoredRecord, common: str) -> bool:
    """Whether the name *common* is also the official name; a name with an explanation in brackets is not."""
    return code not in _FORMAL and record["name"]["official"] == record["name"]["common"] and "(" not in common


def names_of(archive: Archive, languages: Languages, keys: set[str]) -> Names:
    """Read the common names in the languages *keys* (ISO 639-3)."""
    locales = {key: _LOCALES.get(key, languages[key]["alpha2"]) for key in sorted(keys)}
    names = names_by_locale(archive, "territories", *locales.values())
    found = {key: _common(names[locale]) for key, locale in locales.items()}
    return {key: {code: name.translate(_APOSTROPHE) for code, name in names.items()} for key, names in found.items()}


def names_in_all_locales(archive: Archive) -> dict[str, dict[str, str]]:
    """Read the common names of countries, by name of the locale in CLDR and by alpha-2 code."""
    return {locale: _common(names) for locale, names in names_by_locale(archive, "territories").items()}


def searched_names(archive: Archive, core: Archive, codes: Collection[str]) -> dict[str, str]:
    """Make the file of the names by which a search also finds countries, by its path in ``data/``.

    It has every form of a name in each locale that CLDR covers at its level "modern". *core* has the levels.
    """
    levels = core.json("coverageLevels.json")["effectiveCoverageLevels"]
    names: dict[str, set[str]] = {code: set() for code in sorted(codes)}
    for locale, forms in names_by_locale(archive, "territories").items():
        if levels.get(locale) == "modern":
            for form, name in forms.items():
                if (code := form.partition("-")[0]) in names:
                    names[code].add(unicodedata.normalize("NFC", name))
    return {SEARCHED: format_json({code: sorted(found) for code, found in names.items() if found})}


def supplement(core: Archive, name: str) -> Any:
    """Read a file of the supplemental data of CLDR, from its package *core*."""
    return core.json(f"supplemental/{name}.json")["supplemental"]


def names_by_locale(archive: Archive, kind: str, *locales: str) -> dict[str, dict[str, str]]:
    """Read the names of ``languages`` or ``territories``, by locale and form; without *locales*, of every locale."""
    found = {}
    for path, content in archive.files(*(f"main/{locale}/{kind}.json" for locale in locales or "*")).items():
        [(locale, entry)] = archive.parse(path, content)["main"].items()
        names = entry["localeDisplayNames"][kind]
        found[locale] = {form: name.translate(_INVISIBLE).rstrip(_JOINER) for form, name in names.items()}
    return found


def _common(names: Mapping[str, str]) -> dict[str, str]:
    return {
        code: names.get(f"{code}-alt-short", name) if code in _SHORT else name
        for code, name in names.items()
        if len(code) == 2
    }
