"""Names of countries, sorted for each language by Node, whose ICU has the collations of CLDR."""

from collections.abc import Iterator, Mapping
from operator import itemgetter
from pathlib import Path
from typing import Any
from unicodedata import normalize

from refresh.inputs import Inputs
from refresh.package_archive import program
from refresh.refresh_types import StoredRecord
from refresh.sources import cldr_names

# ``no`` and ``zh`` are left out for ``nb`` and ``zh-Hans``; ``und`` is no language, and ``hi-Latn`` an unusual script.
_LEFT_OUT = {"hi-Latn", "no", "und", "zh"}
_FURTHER = ("pt-PT", "zh-Hans")
# Tags whose names in the records are not found by the two letters alone.
_KEYS = {"pt": "", "pt-PT": "por", "zh-Hans": "zho"}
# A language that shares more than this part of its names with another is a copy: CLDR fills some languages with French.
_COPY = 0.9
_SORT = Path(__file__).with_name("sort_names.js")


def read(inputs: Inputs) -> Iterator[Mapping[str, object]]:
    """Yield a row for each country in each language, except languages that copy another language."""
    common = cldr_names.names_in_all_locales(inputs.package("cldr-names"))
    levels = inputs.package("cldr").json("coverageLevels.json")["effectiveCoverageLevels"]
    keys = {entry["alpha2"]: key for key, entry in inputs.languages.items() if "alpha2" in entry} | _KEYS
    names = {
        tag: {code: _name(record, keys.get(tag, ""), common[tag][code]) for code, record in inputs.records.items()}
        for tag in sorted({*_tags(levels, common), *_FURTHER})
    }
    translated = {"eng"}.union(*(record.get("translations", ()) for record in inputs.records.values()))
    known = {tag: names[tag] for tag in names if keys.get(tag) in translated}
    for tag, own in names.items():
        if tag not in known and any(_is_copy(own, other) for other in known.values()):
            continue
        yield from ({"language": tag, "cca2": code, "name": name} for code, name in own.items())


def finish(inputs: Inputs, rows: list[dict[str, Any]]) -> None:
    """Add to each row the place of its name in the order of its language."""
    names: dict[str, list[str]] = {}
    for row in sorted(rows, key=itemgetter("name")):
        names.setdefault(row["language"], []).append(row["name"])
    ordered = inputs.package("cldr-names").run([program("node", "cldr-names"), _SORT], names)
    places = {(tag, name): place for tag, own in ordered.items() for place, name in enumerate(own, start=1)}
    for row in rows:
        row["place"] = places[row["language"], row["name"]]


def _tags(levels: Mapping[str, str], names: cldr_names.Names) -> Iterator[str]:
    """Yield the tags of languages, and tags with a script if its names differ from those of the language."""
    for tag in (tag for tag, level in levels.items() if level == "modern" and tag not in _LEFT_OUT):
        language, _, script = tag.partition("-")
        if not script or (len(script) == len("Latn") and names[tag] != names[language]):
            yield tag


def _is_copy(own: Mapping[str, str], other: Mapping[str, str]) -> bool:
    return sum(name == other[code] for code, name in own.items()) > _COPY * len(own)


def _name(record: StoredRecord, key: str, name: str) -> str:
    """Return the name that the record has in a language, native names included, or else *name* of CLDR."""
    record_names = {**record["name"].get("native", {}), "eng": record["name"], **record.get("translations", {})}
    return normalize("NFC", record_names[key]["common"] if key in record_names else name)
