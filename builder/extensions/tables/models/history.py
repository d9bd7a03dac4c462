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
    gdpPerCapita: Annotated[Number | None, nullable("The same by inhabitant.", unit="US dollars per person")]
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
    notes=(
        "Columns have the names of the [metrics](page:rankings). A year without a figure is null: nothing is "
        "interpolated. A revision of the source can change any year.\n\n"
        "`gdpPerCapita` divides by the inhabitants of the area that the GDP covers: that of Cyprus is the area "
        "which the government controls, that of Tanzania the mainland, that of Sudan includes South Sudan until "
        "2011, that of Morocco includes Western Sahara, and Crimea counts in Russia since 2014. `population` does "
        "not include these changes.\n\n"
        "Every year was compared with a second list: populations agree within 2% and life expectancies within one "
        "year with the World Population Prospects 2024, GDP from 1970 to 2023 within 10% with the National "
        "Accounts of the United Nations. GDP before 1970 and after 2023 has one source; it was checked that it "
        "equals `gdpPerCapita` times the inhabitants. Where a currency had several exchange rates, or accounts "
        "were revised, the two lists differ by more, such as Azerbaijan in 1992 by 92%; see "
        "`data/curated/agreement/history.json` in the repository. The life expectancies of France are those of its "
        "whole area here, and of the metropolitan area in the record.\n\n"
        "Where the record has a figure of another source or of a national institute, its newest year here differs "
        "from it. A country that the source lacks has no row: other sources begin in other years, and would mix "
        "two bases in one line."
    ),
    part_column="cca2",
)
