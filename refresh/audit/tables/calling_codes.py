"""Compares dialling codes with World countries, main countries with populations, and prefixes with a second list."""

from collections.abc import Iterator, Sequence

from builder.extensions.tables.models.calling_codes import CallingCode
from refresh.audit.tables import by_code, only, text
from refresh.inputs import Inputs
from refresh.refresh_types import Compared

_COUNTRIES = "dist/countries-unescaped.json"


def compare(rows: Sequence[CallingCode], inputs: Inputs) -> Iterator[Compared]:
    """Compare codes with World countries, main countries with the most populous, and prefixes with a second list."""
    our_codes = {row["cca2"]: row["diallingCodes"] for row in rows}
    their_codes = {
        entry["cca2"]: entry["idd"]
        for entry in inputs.package("world-countries").json(_COUNTRIES)
        if entry["idd"]["root"]
    }
    for code in sorted({*our_codes, *their_codes}):
        entry = their_codes.get(code, {"root": "", "suffixes": []})
        theirs = {entry["root"].removeprefix("+") + rest for rest in entry["suffixes"]}
        yield "diallingCodes", code, *only({*our_codes.get(code, ())}, theirs)
    for code in sorted({row["code"] for row in rows}):
        sharing = [row["cca2"] for row in rows if row["code"] == code]
        ours = [row["cca2"] for row in rows if row["code"] == code and row["isMain"]]
        most_populous = max(sharing, key=lambda one: inputs.records[one]["population"] or 0)
        yield "isMain (populations)", code, text(ours), most_populous, ours == [most_populous]
    for column, listed in inputs.second_list("calling-codes", dict[str, dict[str, str]]).items():
        prefixes = {row["cca2"]: str(row.get(column) or "none") for row in rows if row["cca2"] in listed}
        yield from by_code(column, prefixes, {code: listed[code] for code in prefixes})
