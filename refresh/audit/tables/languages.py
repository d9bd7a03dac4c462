"""Compares languages with iso-codes and Countries List."""

from collections.abc import Iterator

from refresh.audit.tables import Others, Rows
from refresh.refresh_types import Compared

_ISO_CODES = "pycountry/databases/"


def compare(rows: Rows, others: Others) -> Iterator[Compared]:
    """Compare codes with iso-codes, directions and own names with Countries List. Names are those of the records."""
    entries = {
        entry["alpha_3"]: entry for entry in others.package("pycountry").json(f"{_ISO_CODES}iso639-3.json")["639-3"]
    }
    listed = others.package("countries-list").json("languages.all.min.json")
    for row in rows:
        code = row["code"]
        theirs = entries.get(code, {})
        for name, other in (("alpha2", "alpha_2"), ("bibliographic", "bibliographic")):
            yield name, code, row.get(name), theirs.get(other), row.get(name) == theirs.get(other)
        if row.get("alpha2") in listed and "direction" in row:
            direction = "rtl" if listed[row["alpha2"]].get("rtl") else "ltr"
            yield "direction", code, row["direction"], direction, row["direction"] == direction
        if row.get("alpha2") in listed and "ownName" in row:
            own, other = row["ownName"], listed[row["alpha2"]]["native"].split(" / ")[0]
            yield "ownName", code, own, other, _letters(own) == _letters(other)


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text)).casefold()
