"""``world-countries``: names, codes, places and neighbours. Facts by its ``cca2``."""

import unicodedata
from typing import Any

from builder.api.record_model import Country
from refresh.inputs import Inputs
from refresh.package_archive import Archive
from refresh.refresh_types import Fact, Facts


def read(archive: Archive, _inputs: Inputs) -> Facts:
    """Read every field of the model that the package has, except empty values. Top-level domains get a leading dot.

    The bibliographic language code ``per`` becomes the ISO 639-3 code ``fas``. Serbian names in Latin script are
    converted to Cyrillic script, the default of CLDR for Serbian.
    """
    groups = {entry["cca2"]: entry.get("unRegionalGroup") for entry in archive.json("countries.json")}
    facts: Facts = {}
    for entry in archive.json("dist/countries-unescaped.json"):
        values = {field: entry[field] for field in Country.__annotations__ if field in entry}
        values["unRegionalGroup"] = groups.get(entry["cca2"])
        values["tld"] = ["." + domain.strip(".") for domain in entry["tld"]]
        values["translations"] = {"fas" if key == "per" else key: value for key, value in entry["translations"].items()}
        if serbian := values["translations"].get("srp"):
            values["translations"]["srp"] = {form: cyrillic(name) for form, name in serbian.items()}
        facts[entry["cca2"]] = {
            field: Fact(clean) for field, value in values.items() if (clean := _clean(value)) is not None
        }
    return facts


# Pairs of Latin letters that are one Cyrillic letter come first.
_CYRILLIC = (
    *zip(("Lj", "Nj", "Dž", "LJ", "NJ", "DŽ", "lj", "nj", "dž"), "ЉЊЏЉЊЏљњџ", strict=True),
    *zip("ABVGDĐEŽZIJKLMNOPRSTĆUFHCČŠ", "АБВГДЂЕЖЗИЈКЛМНОПРСТЋУФХЦЧШ", strict=True),
    *zip("abvgdđežzijklmnoprstćufhcčš", "абвгдђежзијклмнопрстћуфхцчш", strict=True),
)


def cyrillic(text: str) -> str:
    """Convert Serbian text from Latin to Cyrillic script. Letters that Serbian does not have stay."""
    for latin, letter in _CYRILLIC:
        text = text.replace(latin, letter)
    return text


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return unicodedata.normalize("NFC", " ".join(value.split())) or None
    if isinstance(value, list):
        return [item for item in map(_clean, value) if item is not None] or None
    if isinstance(value, dict):
        cleaned = {key: part for key, item in value.items() if (part := _clean(item)) is not None}
        return cleaned or None
    return value
