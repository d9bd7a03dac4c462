"""Memberships of countries in organisations."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints
from typing_extensions import TypedDict

from builder.extensions.tables.table import OURS, CountryCode, Table, column, nullable

Moment = Annotated[str, StringConstraints(pattern=r"^[0-9]{4}(-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]))?$")]

Organisation = Literal[
    "ASEAN", "African Union", "BRICS", "Commonwealth", "EEA", "EFTA", "EU", "G20", "NATO", "OECD", "OPEC",
    "Schengen area", "UN", "euro area",
]  # fmt: skip


class Membership(TypedDict):
    """The membership of a country in an organisation."""

    organisation: Annotated[Organisation, column("Organisation.")]
    cca2: Annotated[CountryCode, column("Country.")]
    since: Annotated[Moment, column("Day of the accession, or its year where no second source has the day.")]
    until: Annotated[Moment | None, nullable("Last day or year of the membership; null for present members.")]
    source: Annotated[str, Field(pattern=r"^https://"), column("Where the organisation lists its members.")]


TABLE = Table(
    name="memberships",
    title="Memberships",
    sentence=(
        "Members of the UN, the EU, the euro area, the Schengen area, the EEA, EFTA, NATO, the OECD, OPEC, the "
        "Commonwealth, the African Union, the G20, BRICS and ASEAN, since when."
    ),
    row_model=Membership,
    key=("organisation", "cca2"),
    sources=("organisations",),
    compared_with={
        "since": "country converter, Unicode CLDR and others",
        "until": "lists of former members",
        "source": OURS,
    },
    licence="ODbL-1.0",
    words="member organization United Nations European Union eurozone alliance bloc group joined accession",
)
