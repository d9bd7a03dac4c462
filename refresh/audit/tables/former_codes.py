"""Compares withdrawn codes with iso-codes."""

from collections.abc import Iterator

from refresh.audit.tables import Others, Rows
from refresh.refresh_types import Compared

_ISO_CODES = "pycountry/databases/"


def compare(rows: Rows, others: Others) -> Iterator[Compared]:
    """Compare codes and years with iso-codes."""
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
