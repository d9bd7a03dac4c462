"""What people of a country are used to: the side of the road, weeks, measures, paper, postal codes."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationInfo, field_validator

from builder.api.record_fields import ObjectModel, Text
from builder.forms.table import CountryCode, Table, column, maybe

Day = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]


def _expression(regex: str) -> str:
    try:
        re.compile(regex)
    except re.error as error:
        raise ValueError(f"is not a regular expression: {error}") from None
    return regex


class Conventions(ObjectModel):
    """The conventions of a country."""

    cca2: CountryCode = column("Country.")
    drivingSide: Literal["left", "right"] = column("Side of the road that cars drive on.")
    firstDay: Day = column("First day of the week in calendars.")
    weekend: Annotated[list[Day], Field(min_length=1)] = column("Days of the weekend.")
    measurement: Literal["metric", "UK", "US"] = column(
        "System of measures: metric, or the customary one of the United States or the United Kingdom."
    )
    paper: Literal["A4", "Letter"] = column("Usual size of paper: ISO A4, or US Letter.")
    postalCodeExpression: Annotated[str, Field(min_length=1), AfterValidator(_expression)] | None = maybe(
        "Regular expression for postal codes; null where there are none."
    )
    postalCodeFormat: Text | None = maybe(
        "The form where there is one alone, with `#` for a digit and `@` for a letter."
    )
    postalCodeExamples: list[Text] = column("Postal codes of the country, if any are known.")

    @field_validator("postalCodeFormat")
    @classmethod
    def _matches(cls, form: str | None, info: ValidationInfo) -> str | None:
        regex = info.data.get("postalCodeExpression")
        if form and not (regex and re.search(regex, form.replace("#", "0").replace("@", "A"))):
            raise ValueError(f"does not match the expression {regex!r}")
        return form


TABLE = Table(
    name="conventions",
    title="Conventions",
    sentence="Driving side, week, weekend, measures, paper and the form of postal codes of each country.",
    row=Conventions,
    key=("cca2",),
    sources=("country-coder", "cldr", "geonames", "libaddressinput"),
    licence="ISC AND Unicode-3.0 AND CC-BY-4.0",
    words="traffic drive left right hand week start sunday monday metric imperial letter a4 zip postcode regex format",
    notes=(
        "A country without a row in Unicode CLDR has its defaults for the world: weeks from Monday, weekends on "
        "Saturday and Sunday, metric measures, A4.\n\n"
        "Weekends were compared with a second source, which corrected four. On Afghanistan the two disagree; the "
        "value here is that of Unicode CLDR.\n\n"
        "An expression matches a code as it is written on letters, in some countries with a prefix such as `LT-`. "
        "It cannot tell whether the code is in use. Examples are real codes."
    ),
)
