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
    part_column="cca2",
)
