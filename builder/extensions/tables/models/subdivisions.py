"""Subdivisions of countries by ISO 3166-2."""

from typing import Annotated

from pydantic import StringConstraints
from typing_extensions import TypedDict

from builder.api.field_types import Text
from builder.extensions.tables.table import CountryCode, Table, column, nullable

SubdivisionCode = Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}-[A-Z0-9]{1,3}$")]


class Subdivision(TypedDict):
    """A state, province, district or other part of a country."""

    cca2: Annotated[CountryCode, column("Country.")]
    code: Annotated[SubdivisionCode, column("ISO 3166-2 code.")]
    name: Annotated[Text, column("Name in ISO 3166-2, mostly in a language of the country, in Latin letters.")]
    kind: Annotated[Text, column("What ISO 3166-2 calls it, such as State, Province or Municipality.")]
    parent: Annotated[
        SubdivisionCode | None, nullable("Code of the subdivision that it is in; null directly below the country.")
    ]


TABLE = Table(
    name="subdivisions",
    title="Subdivisions",
    sentence="States, provinces, districts and other parts of countries with their ISO 3166-2 codes.",
    row_model=Subdivision,
    key=("cca2", "code"),
    sources=("iso-3166", "iso3166-2"),
    compared_with={"name": "iso-codes", "kind": "iso-standards", "parent": "iso-standards"},
    licence="MIT",
    words="iso 3166-2 states provinces regions districts counties departments cantons municipalities parts",
    notes=(
        "Levels are nested: England (`GB-ENG`) is the parent of Kent (`GB-KEN`). For one level, take the rows "
        "without a parent, or those of a kind. Some codes are those of countries with a record of their own, too: "
        "`US-PR` is `PR`, `FR-NC` is `NC`. The standard marks those of Morocco that are in Western Sahara with "
        "`(EH)`.\n\n"
        "ISO 3166-2 gives many subdivisions a name in each of several languages; `name` is one of them. There are no "
        "English names: the one list of them is joined by codes that ISO gave out anew, and has names of other places. "
        "Codes that "
        "the standard has withdrawn are left out (`GH-BA`, `PK-TA`, the districts of Luxembourg, the counties of "
        "Denmark), and so are the groups `GB-EAW`, `GB-GBN` and `GB-UKM`, which are not subdivisions.\n\n"
        "Where the law is ahead of the standard, by a list that was last reviewed on 2026-11-25: Norway has Østfold, "
        "Akershus, Buskerud, Vestfold, Telemark, Troms and Finnmark again since 2024, in the place of `NO-30`, `NO-38` "
        "and `NO-54`; Viet Nam has 34 provinces and cities since 2025-07-01; Burkina Faso 17 regions and 47 provinces, "
        "most with new names, by decrees of 2025-07-02; Algeria eleven more wilayas, 69, by its Council of Ministers "
        "of 2025-11-16.\n\n"
        "Codes, kinds and parents were compared with two other lists: iso-codes, of which the kinds are a copy, "
        "and the package iso-standards, which names the pages of ISO and of Wikipedia as its own references."
    ),
    part_column="cca2",
)
