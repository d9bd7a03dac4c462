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
    until: Annotated[Moment | None, nullable("Last day or year of the membership; null for members of today.")]
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
    notes=(
        "An organisation is included only if two sources confirm its list and the years. The World Trade Organization "
        "is left out, because no second source was found for the dates of some members; so are candidates, associates "
        "and observers, and the European Union and the African Union as members of the G20. The second sources are "
        "country converter (UN, OECD), countries-dictionary (EU), Unicode CLDR (euro area), Correlates of War (African "
        "Union) and lists of others. The years of nine members are those of the organisation's own page alone: in the "
        "Commonwealth GA, GM, KN, MV, MZ, NA and TG, in the African Union EH and MA.\n\n"
        "`since` in the African Union is the year of the organisation before it, too; Morocco was in that until 1984. "
        "In the European Economic Area it is from when the agreement was applied, in 2007 and 2014 months after the "
        "accession to the European Union. "
        "`since` in the Schengen area is the day from which its borders on land are open, and the year where sources "
        "have several days. Saudi Arabia was invited to BRICS, and did not say yes.\n\n"
        "A state that took over the seat of another has the year of that seat (Russia has that of the Soviet "
        "Union); one that was admitted anew has its own (Czechia, Serbia). Germany's years are those of the "
        "Federal Republic, and Indonesia was out of the United Nations from 1965 to 1966."
    ),
)
