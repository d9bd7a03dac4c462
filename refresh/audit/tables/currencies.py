"""Compares currencies with the records and with iso-codes."""

from collections.abc import Iterator

from refresh.audit.tables import Others, Rows, text
from refresh.refresh_types import Compared

_ISO_CODES = "pycountry/databases/"


def compare(rows: Rows, others: Others) -> Iterator[Compared]:
    """Compare legal tender, which is that of the records, with Unicode CLDR, and the numbers with iso-codes."""
    regions = others.package("cldr").json("supplemental/currencyData.json")["supplemental"]["currencyData"]["region"]
    for code, record in sorted(others.records.items()):
        ours = set(record.get("currencies", ()))
        theirs = {
            key
            for uses in regions.get(code, ())
            for key, use in uses.items()
            if use.get("_tender") != "false" and use.get("_from", "") <= others.day <= use.get("_to", "9999")
        }
        yield "legal tender (Unicode CLDR)", code, text(sorted(ours)), text(sorted(theirs)), ours == theirs
    current = {row["code"]: row.get("number") for row in rows if row["isCurrent"]}
    entries = others.package("pycountry").json(f"{_ISO_CODES}iso4217.json")["4217"]
    listed = {entry["alpha_3"]: entry["numeric"] for entry in entries}
    # Funds, metals and the like: no record has them.
    in_use = {code for record in others.records.values() for code in record.get("currencies", ())}
    for code in sorted({*current, *listed}):
        number = current.get(code)
        agrees = number == listed.get(code) or (code not in current and code not in in_use)
        yield "number", code, number, listed.get(code), agrees
