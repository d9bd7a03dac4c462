"""Compares memberships with The World Factbook, and dates with lists that have those of all members."""

import ast
from collections.abc import Iterator, Sequence

from typing_extensions import TypedDict

from builder.extensions.tables.models.memberships import Membership
from refresh.audit.tables import converted, only
from refresh.inputs import Inputs
from refresh.refresh_types import Compared
from refresh.sources.cldr_names import supplement

_UNION = "countries_dictionary/themed/european_union.py"


class SecondMembers(TypedDict):
    """The second list: members by organisation, by country the first day or year, and both of former members."""

    members: dict[str, list[str]]
    since: dict[str, dict[str, str]]
    former: dict[str, dict[str, str]]


def compare(rows: Sequence[Membership], others: Inputs) -> Iterator[Compared]:
    """Compare members of today with the Factbook, and years and days with sources that have those of a whole list."""
    second = others.second("memberships", SecondMembers)
    today = {(row["organisation"], row["cca2"]): row["since"] for row in rows if "until" not in row}
    organisations: list[str] = sorted({organisation for organisation, _ in today})
    for organisation in organisations:
        members = {code for one, code in today if one == organisation}
        theirs = set(second["members"].get(organisation, ()))
        yield "members (The World Factbook)", organisation, *only(members, theirs)
    dates = {"UN": converted(others, "UNmember"), "OECD": converted(others, "OECD"), "euro area": _days_of_euro(others)}
    dates |= {"EU": _days_of_union(others), **second["since"]}
    for organisation, listed_dates in dates.items():
        ours = {code: since for (one, code), since in today.items() if one == organisation}
        for code in sorted({*ours, *listed_dates}):
            own, other = ours.get(code, "none"), listed_dates.get(code, "none")
            if other != "none" or organisation != "euro area":
                yield f"since ({organisation})", code, own, other, own == other
    left: dict[tuple[str, str], str] = {
        (row["organisation"], row["cca2"]): f"{row['since']} to {row['until']}" for row in rows if "until" in row
    }
    former = {(one, code): days for one, countries in second["former"].items() for code, days in countries.items()}
    for organisation, code in sorted({*left, *former}):
        own, other = (list_.get((organisation, code), "none") for list_ in (left, former))
        yield f"former members ({organisation})", code, own, other, own == other


def _days_of_euro(others: Inputs) -> dict[str, str]:
    """Read the days on which countries of the European Union took the euro, from Unicode CLDR."""
    regions = supplement(others.package("cldr"), "currencyData")["currencyData"]["region"]
    days = {code: use["EUR"]["_from"] for code in _days_of_union(others) for use in regions[code] if "EUR" in use}
    return {code: day for code, day in days.items() if day <= others.day}


def _days_of_union(others: Inputs) -> dict[str, str]:
    """Read the days of accession to the European Union, which are a constant of a module, by name of the country."""
    names = {record["name"]["common"]: code for code, record in others.records.items()}
    [constant] = ast.parse(others.package("countries-dictionary").files(_UNION)[_UNION]).body
    accessions = ast.literal_eval(constant.value) if isinstance(constant, ast.Assign) else {}
    return {names[name]: entry["date of accession"].replace(".", "-") for name, entry in accessions.items()}
