"""Compares dialling codes with World countries."""

from collections.abc import Iterator

from refresh.audit.tables import Others, Rows, only
from refresh.refresh_types import Compared

_COUNTRIES = "dist/countries-unescaped.json"


def compare(rows: Rows, others: Others) -> Iterator[Compared]:
    """Compare what directories have with the dialling codes of World countries."""
    own = {row["cca2"]: row["diallingCodes"] for row in rows}
    listed = {
        entry["cca2"]: entry["idd"]
        for entry in others.package("world-countries").json(_COUNTRIES)
        if entry["idd"]["root"]
    }
    for code in sorted({*own, *listed}):
        entry = listed.get(code, {"root": "", "suffixes": []})
        theirs = {entry["root"].removeprefix("+") + rest for rest in entry["suffixes"]}
        yield "diallingCodes", code, *only({*own.get(code, ())}, theirs)
