"""Errors in tables of the World Population Prospects name the file and the place."""

from typing import Any

import pytest

from builder.inputs.errors import InputError
from refresh.sources import un_wpp
from refresh.sources_json import PinnedFile, Repository, Source
from tests.support.refresh.small_project import projection

FILES = {key: PinnedFile(f"wpp/{key}.txt", "") for key in ("population", "lifeExpectancy")}
SOURCE = Source("un-wpp", "", "", "", repository=Repository("", "", FILES))
KNOWN: Any = {"AF": {"ccn3": "004"}, "XK": {}}
POPULATION = projection("900 8266245.2 8335111.5 8403077.1", "4 43844.111 44900.5 45900", "412 1669.5914 1670 1671")
LIFE_EXPECTANCY = projection("900 73 73 73", "4 66.1234 66.4 66.6", "412 78 78.1 78.2")


def extract(population: str = POPULATION) -> dict[str, dict[str, dict[str, float]]]:
    files = {"population": population.encode(), "lifeExpectancy": LIFE_EXPECTANCY.encode()}
    return un_wpp.extract(SOURCE, files, KNOWN, {"900": "World"})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (POPULATION[:-3], r"wpp/population\.txt: ends in the middle of a line"),
        (projection("4 1 2 3", "412 1 2"), r"wpp/population\.txt: line 3: has not as many columns"),
        (projection("4 1 2 3", "777 1 2 3"), r"wpp/population\.txt: 777: is not the code of a country"),
        ("a\tb\n", r"wpp/population\.txt: country: is a column that the file lacks"),
    ],
)
def test_error_names_the_file_and_the_place(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        extract(text)
