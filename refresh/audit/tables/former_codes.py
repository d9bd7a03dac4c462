"""Compares withdrawn codes with iso-codes, and their successors with the letters of ISO 3166-3."""

from collections.abc import Iterator, Sequence
from typing import cast

from builder.extensions.tables.models.former_codes import FormerCode
from refresh.audit.tables import text
from refresh.inputs import Inputs
from refresh.refresh_types import Compared
from refresh.sources.iso_codes import entries_of


def compare(rows: Sequence[FormerCode], inputs: Inputs) -> Iterator[Compared]:
    """Compare codes, names and years with iso-codes, and successors and kinds with the last letters of the code.

    The two letters are the successor's code, ``AA`` if it has the old code, and ``HH`` if there are several. A country
    that only changed its name or code keeps its number, and so has another kind than a merger.
    """
    listed = entries_of(inputs.package("pycountry"), "3166-3", "alpha_4")
    rows_by_code, absent = {row["code"]: row for row in rows}, cast("FormerCode", {})
    for code in sorted({*rows_by_code, *listed}):
        ours, theirs = rows_by_code.get(code, absent), listed.get(code, {})
        for name, other in (("alpha3", "alpha_3"), ("numeric", "numeric")):
            yield name, code, ours.get(name), theirs.get(other), ours.get(name) == theirs.get(other)
        # iso-codes has the formal name after the short one.
        short, formal = ours.get("name", ""), theirs.get("name", "")
        yield "name", code, short, formal, bool(short) and formal.casefold().startswith(short.casefold())
        year = int(theirs["withdrawal_date"][:4]) if theirs else None
        yield "withdrawn", code, ours.get("withdrawn"), year, ours.get("withdrawn") == year
        if ours:
            after = {"AA": ours["alpha2"]}.get(code[2:], code[2:])
            successors, is_split = ours["successors"], after == "HH"
            agrees = len(successors) > 1 if is_split else successors == [after]
            yield "successors (letters)", code, text(successors), "several" if is_split else after, agrees
            has_number = after in inputs.records and inputs.records[after].get("ccn3") == ours.get("numeric")
            kind = "split" if is_split else "change" if has_number else "merge"
            yield "kind (numbers)", code, ours["kind"], kind, ours["kind"] == kind
