"""The conventions of a country: the side of the road, weeks, measures, paper sizes, postal codes."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field
from typing_extensions import TypedDict

from builder.api.field_types import Text
from builder.extensions.tables.table import OURS, CountryCode, Table, column, nullable

Day = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]


def _compiled(regex: str) -> str:
    try:
        re.compile(regex)
    except re.error as error:
        raise ValueError(f"is not a regular expression: {error}") from None
    return regex


Days = Annotated[list[Day], Field(min_length=1)]
PostalExpression = Annotated[str, Field(min_length=1), AfterValidator(_compiled)]


class Conventions(TypedDict):
    """The conventions of a country."""

    cca2: Annotated[CountryCode, column("Country.")]
    drivingSide: Annotated[Literal["left", "right"], column("Side of the road that cars drive on.")]
    firstDay: Annotated[Day | None, nullable("First day of the week in calendars; null where no list names it.")]
    weekend: Annotated[Days | None, nullable("Days of the weekend; null where lists differ.")]
    measurement: Annotated[
        Literal["metric", "UK", "US"] | None,
        nullable(
            "System of measures: metric, or the customary one of the United States or the United Kingdom; null where "
            "lists differ."
        ),
    ]
    paper: Annotated[
        Literal["A4", "Letter"] | None,
        nullable("Usual size of paper: ISO A4, or US Letter; null where no list names it, or lists differ."),
    ]
    postalCodeExpression: Annotated[
        PostalExpression | None,
        nullable("Regular expression for postal codes; null where there are none, or the lists differ."),
    ]
    postalCodeFormat: Annotated[
        Text | None,
        nullable("Form of postal codes, if there is only one: `#` for a digit, `@` for a letter, no optional parts."),
    ]
    postalCodeExamples: Annotated[list[Text], column("Postal codes of the country, if any are known.")]


_MEASURES = {"metric": "metric", "UK": "metric and imperial", "US": "customary units of the United States"}


def _facts(row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "Driving side", row["drivingSide"]
    if row["firstDay"]:
        yield "Weeks begin on", row["firstDay"].capitalize()
    if row["weekend"]:
        yield "Weekend", " and ".join(day.capitalize() for day in row["weekend"])
    if row["measurement"]:
        yield "Measures", _MEASURES[row["measurement"]]
    if row["paper"]:
        yield "Paper", row["paper"]
    if row["postalCodeExamples"]:
        yield "Postal codes", f"such as {' or '.join(row['postalCodeExamples'][:2])}"


TABLE = Table(
    name="conventions",
    title="Conventions",
    sentence="Driving side, week, weekend, measures, paper and the form of postal codes of each country.",
    row_model=Conventions,
    key=("cca2",),
    sources=("country-coder", "cldr", "geonames", "libaddressinput"),
    compared_with={
        "drivingSide": "restcountries",
        "firstDay": "GNU C Library",
        "weekend": "StreetComplete, python-holidays",
        "measurement": "StreetComplete",
        "paper": "GNU C Library",
        "postalCodeExpression": "libaddressinput, codes in use",
        "postalCodeFormat": OURS,
        "postalCodeExamples": "the expressions",
    },
    licence="ISC AND Unicode-3.0 AND CC-BY-4.0",
    facts=_facts,
    words="traffic drive left right hand week start sunday monday metric imperial letter a4 zip postcode regex format",
)
