"""Compares withdrawn codes with iso-codes, and what became of them with the letters of ISO 3166-3."""

from collections.abc import Iterator

from refresh.audit.tables import Others, Rows, text
from refresh.refresh_types import Compared

_ISO_CODES = "pycountry/databases/"


def compare(rows: Rows, others: Others) -> Iterator[Compared]:
    """Compare codes and years with iso-codes, successors with the last two letters of the code, and its numbers.

    The letters are the successor's code, ``AA`` if it is the old one, and ``HH`` if there are several. A country that
    only changed its name or code keeps its number.
    """
    entries = others.package("pycountry").json(f"{_ISO_CODES}iso3166-3.json")["3166-3"]
    listed = {entry["alpha_4"]: entry for entry in entries}
    own = {row["code"]: row for row in rows}
    for code in sorted({*own, *listed}):
        ours, theirs = own.get(code, {}), listed.get(code, {})
        for name, other in (("alpha3", "alpha_3"), ("numeric", "numeric")):
            yield name, code, ours.get(name), theirs.get(other), ours.get(name) == theirs.get(other)
        # iso-codes has the formal name after the short one.
        short, formal = ours.get("name", ""), theirs.get("name", "")
        yield "name", code, short, formal, bool(short) and formal.casefold().startswith(short.casefold())
        year = int(theirs["withdrawal_date"][:4]) if theirs else None
        yield "withdrawn", code, ours.get("withdrawn"), year, ours.get("withdrawn") == year
        if ours:
            after = {"AA": ours["alpha2"]}.get(code[2:], code[2:])
            theirs = "several" if after == "HH" else after
            successors = ours["successors"]
            yield (
                "successors (letters)",
                code,
                text(successors),
                theirs,
                [theirs] == successors or (theirs == "several" and len(successors) > 1),
            )
            has_number = after in others.records and others.records[after].get("ccn3") == ours.get("numeric")
            kind = "split" if after == "HH" else "change" if has_number else "merge"
            yield "kind (numbers)", code, ours["kind"], kind, ours["kind"] == kind
