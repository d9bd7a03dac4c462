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
    notes=(
        "A parliament can change an offset at any time: use `name` in programs, and show the offsets. They are "
        "those of the year that begins on the date of the dataset, whenever the site was built. Irish law calls "
        "summer time the standard; here the standard is the smaller offset, as in every other row. Cuba keeps its "
        "summer time from 2026-03-08 to 2027-11-07 without a break.\n\n"
        "The offsets of a country are those of `timezones` in its record, except for Ukraine: the record has "
        "Kyiv's, and Crimea, which is a part of it, has Moscow's clock. Kosovo has Belgrade's zone, and the "
        "database has none for Bouvet Island and for Heard Island and McDonald Islands, where nobody lives."
    ),
)
