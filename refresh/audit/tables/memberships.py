"""Compares memberships with The World Factbook, and dates with lists that have those of all members."""

from collections.abc import Iterator, Sequence

from typing_extensions import TypedDict

from builder.extensions.tables.models.memberships import Membership
from refresh.audit.tables import only
from refresh.inputs import Inputs
from refresh.refresh_types import Compared


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
    for organisation, listed_dates in second["since"].items():
        ours = {code: since for (one, code), since in today.items() if one == organisation}
        for code in sorted({*ours, *listed_dates}):
            own, other = ours.get(code, "none"), listed_dates.get(code, "none")
            yield f"since ({organisation})", code, own, other, own == other
    left: dict[tuple[str, str], str] = {
        (row["organisation"], row["cca2"]): f"{row['since']} to {row['until']}" for row in rows if "until" in row
    }
    former = {(one, code): days for one, countries in second["former"].items() for code, days in countries.items()}
    for organisation, code in sorted({*left, *former}):
        own, other = (list_.get((organisation, code), "none") for list_ in (left, former))
        yield f"former members ({organisation})", code, own, other, own == other
