"""Compares conventions with second lists."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

from builder.extensions.tables.models.conventions import Conventions, Day
from refresh.audit.tables import text
from refresh.inputs import Inputs
from refresh.matching_texts import some_texts
from refresh.package_archive import Archive
from refresh.refresh_types import Compared
from refresh.sources import libaddressinput

_IN_USE = "countrystatecity_postal_codes/data/by-country/*/postcodes.json"
# The greatest share of codes in use that an expression may refuse: some lists have mistakes.
_MOST_REFUSED = 0.01
# By country: the parts whose codes libaddressinput has in an entry of the part.
_PARTS = {"SH": ("AC", "TA")}

_COUNTRY = re.compile(r'^    country = "(\w\w)"', re.MULTILINE)
_WEEKEND = re.compile(r"^    weekend = \{([^}]*)\}", re.MULTILINE)


def compare(rows: Sequence[Conventions], inputs: Inputs) -> Iterator[Compared]:
    """Compare columns with a second list, weekends with python-holidays too, and expressions with postal codes."""
    for column, values in inputs.second_list("conventions", dict[str, dict[str, object]]).items():
        for row in rows:
            ours, theirs = row.get(column), values.get(row["cca2"], values.get("*"))
            # A row has no value if two lists differ and nothing decides between them.
            if ours and theirs:
                yield column, row["cca2"], ours, theirs, ours == theirs
    weekends = dict(map(_weekend, inputs.package("python-holidays").files("holidays/countries/*.py").values()))
    for row in rows:
        code = row["cca2"]
        own, days = row.get("weekend"), weekends.get(code)
        if own and days:
            yield "weekend (python-holidays)", code, text(own), text(days), {*own} == {*days}
    yield from _postal_codes(rows, inputs.package("libaddressinput"))
    yield from _codes_in_use(rows, inputs.package("postal-codes-in-use"))


def _weekend(module: bytes) -> tuple[str, list[str]]:
    """Read the country and the days of the weekend from a module of python-holidays; some modules name no days."""
    content = module.decode()
    country, named = _COUNTRY.search(content), _WEEKEND.search(content)
    days = named[1] if named else ""
    return country[1] if country else "", [day for day in get_args(Day) if day[:3].upper() in days]


def _postal_codes(rows: Sequence[Conventions], addresses: Archive) -> Iterator[Compared]:
    """Compare expressions with forms, with codes of libaddressinput, and with texts that are no codes."""
    entries = libaddressinput.entries_of(addresses)
    for row in rows:
        code, ours, form = row["cca2"], row.get("postalCodeExpression"), row.get("postalCodeFormat")
        if form:
            example = form.replace("#", "0").replace("@", "A")
            yield "postalCodeFormat", code, form, ours or "none", bool(ours and re.search(f"^(?:{ours})$", example))
        real = [text for part in (code, *_PARTS.get(code, ())) for text in _real_codes(entries.get(part, {}))]
        if code in entries:
            yield "postalCodeExpression", code, *_compared_with_codes(ours, real)
        if ours and real:
            wrong = [other for one in real for other in (f"x{one}", f"{one}x", one + one) if re.search(ours, other)]
            yield "postalCodeExpression (near misses)", code, text(wrong), "none", not wrong


def _codes_in_use(rows: Sequence[Conventions], archive: Archive) -> Iterator[Compared]:
    """Compare expressions with codes in use: an expression that refuses more than one code in a hundred is wrong."""
    files = {path.split("/")[-2]: archive.parse(path, content) for path, content in archive.files(_IN_USE).items()}
    for row in rows:
        codes = {entry["code"] for entry in files.get(row["cca2"], ())}
        ours = row.get("postalCodeExpression") or "none"
        refused = sorted(code for code in codes if not re.search(ours, code))
        if codes:
            agrees = len(refused) <= _MOST_REFUSED * len(codes)
            yield "postalCodeExpression (in use)", row["cca2"], ours, ", ".join(refused[:3]) or "none", agrees


def _real_codes(entry: Mapping[str, str]) -> list[str]:
    """List the examples of an entry of libaddressinput, also with its prefix, and texts that its pattern matches."""
    if "Z" not in entry.get("fmt", "") or "zip" not in entry:
        return []
    examples = libaddressinput.examples_of(entry)
    prefix = entry.get("postprefix", "")
    return [*dict.fromkeys([*examples, *(prefix + text for text in examples), *some_texts(entry["zip"])])]


def _compared_with_codes(ours: str | None, real: Sequence[str]) -> tuple[str, str, bool]:
    """Compare an expression with *real* codes. A country without codes must have no expression."""
    if ours is None or not real:
        return ours or "none", real[0] if real else "none", ours is None and not real
    refused = [text for text in real if not re.search(f"^(?:{ours})$", text)]
    return ours, ", ".join(refused[:3]) or real[0], not refused
