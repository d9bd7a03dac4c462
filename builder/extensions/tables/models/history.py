"""Population, GDP and life expectancy of each country by year."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from builder.api.field_types import Count, Number
from builder.extensions.tables.table import OURS, CountryCode, Table, column, nullable


class YearFigures(TypedDict):
    """The figures of a country in a year."""

    cca2: Annotated[CountryCode, column("Country.")]
    year: Annotated[int, Field(ge=1960, le=2100), column("Year.")]
    population: Annotated[Count | None, nullable("Inhabitants at the middle of the year.", unit="persons")]
    gdp: Annotated[
        Number | None,
        nullable(
            "Gross domestic product at the exchange rates of the year, not corrected for inflation.", unit="US dollars"
        ),
    ]
    gdpPerCapita: Annotated[Number | None, nullable("GDP per inhabitant.", unit="US dollars per person")]
    lifeExpectancy: Annotated[Number | None, nullable("Life expectancy at birth.", unit="years")]


TABLE = Table(
    name="history",
    title="Figures by year",
    sentence="Population, GDP, GDP per head and life expectancy of each country, year by year since 1960.",
    row_model=YearFigures,
    key=("cca2", "year"),
    sources=("world-bank",),
    compared_with={
        "population": "World Population Prospects",
        "gdp": "National Accounts of the United Nations",
        "gdpPerCapita": OURS,
        "lifeExpectancy": "World Population Prospects",
    },
    licence="CC-BY-4.0",
    words="time series historical trend years since 1960 population gdp growth life expectancy chart line",
    part_column="cca2",
)
