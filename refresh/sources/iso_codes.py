"""Reads Debian's iso-codes, which pycountry contains. They are compared with the dataset, and never copied into it."""

import gettext
import io
from collections.abc import Collection, Mapping
from typing import NamedTuple

from refresh.package_archive import Archive
from refresh.refresh_types import Languages, alpha2_of

_FOLDER = "pycountry/"


class IsoName(NamedTuple):
    """The formal name of a country in English and translated, and its short names, in English if untranslated."""

    english_formal: str
    formal: str
    short: frozenset[str]


# By language (ISO 639-3) and alpha-2 code.
IsoNames = Mapping[str, Mapping[str, IsoName]]


def entries_of(archive: Archive, standard: str, field: str) -> dict[str, dict[str, str]]:
    """Read the entries of an ISO standard, such as ``4217``, by the value of their *field*."""
    entries = archive.json(f"{_FOLDER}databases/iso{standard}.json")[standard]
    return {entry[field]: entry for entry in entries}


def names_of(archive: Archive, languages: Languages, keys: Collection[str]) -> IsoNames:
    """Read names of countries in the languages *keys*, if the catalogs translate the formal name."""
    entries = entries_of(archive, "3166-1", "alpha_2").values()
    catalogs = archive.files(_FOLDER + "locales/*/LC_MESSAGES/iso3166-1.mo")
    found: dict[str, dict[str, IsoName]] = {}
    for key in sorted(keys):
        path = f"{_FOLDER}locales/{alpha2_of(languages, key)}/LC_MESSAGES/iso3166-1.mo"
        if path in catalogs:
            texts = gettext.GNUTranslations(io.BytesIO(catalogs[path]))
            found[key] = {entry["alpha_2"]: name for entry in entries if (name := _name(entry, texts))}
    return found


def _name(entry: Mapping[str, str], texts: gettext.GNUTranslations) -> IsoName | None:
    english = entry.get("official_name", "")
    formal = texts.gettext(english) if english else ""
    # ``gettext`` returns a text without a translation unchanged. Without a formal name, both are empty.
    if formal == english:
        return None
    short = frozenset(texts.gettext(entry[key]) for key in ("name", "common_name") if key in entry)
    return IsoName(english, formal, short)
