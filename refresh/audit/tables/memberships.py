"""Compares memberships with The World Factbook, and dates with lists that have the dates of all members."""

from collections.abc import Iterator, Sequence

from typing_extensions import TypedDict

from builder.extensions.tables.models.memberships import Membership
from refresh.audit.tables import by_code, only
from refresh.inputs import Inputs
from refresh.refresh_types import Compared


class SecondMembers(TypedDict):
    """The second list by organisation: members, their first day or year by country, and the times of former members."""

    members: dict[str, list[str]]
    since: dict[str, dict[str, str]]
    former: dict[str, dict[str, str]]


def compare(rows: Sequence[Membership], inputs: Inputs) -> Iterator[Compared]:
    """Compare present members with the Factbook, dates with sources that date all members, and former members."""
    second = inputs.second_list("memberships", SecondMembers)
    today: dict[str, dict[str, str]] = {}
    left: dict[str, dict[str, str]] = {}
    for row in rows:
        if row.get("until"):
            left.setdefault(row["organisation"], {})[row["cca2"]] = f"{row['since']} to {row['until']}"
        else:
            today.setdefault(row["organisation"], {})[row["cca2"]] = row["since"]
    for organisation, members in sorted(today.items()):
        theirs = {*second["members"].get(organisation, ())}
        yield "members (The World Factbook)", organisation, *only({*members}, theirs)
    for organisation, dates in second["since"].items():
        yield from by_code(f"since ({organisation})", today.get(organisation, {}), dates)
    for organisation in sorted({*left, *second["former"]}):
        former = second["former"].get(organisation, {})
        yield from by_code(f"former members ({organisation})", left.get(organisation, {}), former)
