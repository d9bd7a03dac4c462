"""Files of the World Development Indicators become figures; errors are named with their place."""

from typing import Any

import pytest

from builder.inputs.errors import InputError
from refresh.sources.world_bank import extract
from refresh.sources_json import PinnedFile, Repository, Source
from tests.support.refresh.small_project import FILES, indicator

KEYS = ("population", "gdp", "gdpPerCapita", "lifeExpectancy", "gini")
SOURCE = Source(
    "world-bank", "", "", "",
    repository=Repository("", "", {key: PinnedFile(f"wdi/{key}.csv", "") for key in KEYS}),
)  # fmt: skip
KNOWN: Any = {"DE": {"cca3": "DEU"}, "XK": {"cca3": "XKX"}}
AREAS = {"WLD": "World"}


def files(**changed: str) -> dict[str, bytes]:
    return {key: changed.get(key, FILES["world-bank"][key]).encode() for key in KEYS}


def test_gdp_per_capita_of_another_year_than_the_gdp_is_left_out() -> None:
    series = extract(SOURCE, files(gdpPerCapita=indicator("DEU,2024,56000")), KNOWN, AREAS)
    assert series["gdpPerCapita"] == {}


def test_populations_since_2010_are_kept_for_countries_without_a_gdp() -> None:
    people = indicator("XKX,2009,1", "XKX,2023,1600000", "XKX,2025,1576876", "DEU,2024,83000000", "DEU,2025,83491249")
    series = extract(SOURCE, files(population=people), KNOWN, AREAS)
    assert series["population"] == {"XK": {"2023": 1600000, "2025": 1576876}, "DE": {"2025": 83491249}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            indicator("DEU,2025,83491249", "DEU,20"),
            r"wdi/population\.csv: line 3: has not as many columns",
        ),
        (indicator("DEU,2025,83491249")[:-4], r"wdi/population\.csv: ends in the middle of a line"),
        (indicator("DEU,2025,many"), r"wdi/population\.csv: DEU: is not a figure .*Name,DEU,2025,many"),
        (indicator("DEU,now,1"), r"wdi/population\.csv: DEU: is not a figure"),
        ("Country,Year\n", r"wdi/population\.csv: Value: is a column that the file lacks"),
        ("", r"wdi/population\.csv: ends in the middle of a line"),
        (indicator("QQQ,2025,1", "DEU,2025,1"), r"wdi/population\.csv: QQQ: is not the code of a country \(Name\)"),
    ],
)
def test_malformed_file_and_unknown_code_are_named(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        extract(SOURCE, files(population=text), KNOWN, AREAS)
