"""Time zones by their names in the IANA database."""

from typing import Annotated

from pydantic import Field, StringConstraints
from typing_extensions import TypedDict

from builder.api.field_types import Text
from builder.extensions.tables.table import CountryCode, Table, column, nullable

Offset = Annotated[str, StringConstraints(pattern=r"^UTC[+-][0-9]{2}:[0-9]{2}$")]


class TimeZone(TypedDict):
    """A time zone: where it applies, and its offsets."""

    name: Annotated[Text, column("Name in the IANA time zone database, which programs know.")]
    countries: Annotated[list[CountryCode], column("Countries that have the zone.")]
    latitude: Annotated[float, Field(ge=-90, le=90), column("Latitude of the city in its name.", unit="degrees")]
    longitude: Annotated[float, Field(ge=-180, le=180), column("Longitude of the city in its name.", unit="degrees")]
    standardOffset: Annotated[Offset, column("Standard offset from UTC, in the year after the dataset's date.")]
    summerOffset: Annotated[Offset | None, nullable("Offset in summer; null where the clock is not changed.")]
    aliases: Annotated[
        list[Text],
        column(
            "Names that the database keeps for compatibility, older ones and some of other places with the same clock."
        ),
    ]


TABLE = Table(
    name="time-zones",
    title="Time zones",
    sentence="The time zones of each country by their names in the IANA database, with their offsets.",
    row_model=TimeZone,
    key=("name",),
    sources=("tz-database",),
    compared_with={
        "countries": "Unicode CLDR",
        "latitude": "GeoNames",
        "longitude": "GeoNames",
        "standardOffset": "GeoNames",
        "summerOffset": "the time zones of Windows",
        "aliases": "Unicode CLDR",
    },
    licence="LicenseRef-public-domain",
    words="timezone tz olson zoneinfo utc gmt offset clock local time daylight saving dst summer hour",
)
