"""The population of a country in the year of its capital's, so that the share of the capital is of one year."""

from collections.abc import Mapping
from pathlib import Path

import orjson

from builder.dataset_types import FieldProvenance
from refresh.data_files import format_json

FILE = "reference/capital-years.json"
_FIELD = "capitalInfo.population"
_HISTORY = "tables/history.json"


def capital_years(data: Path, provenance: Mapping[str, FieldProvenance], made: Mapping[str, str]) -> dict[str, str]:
    """Make the file, by its path in *data*: by alpha-2 code the population, or null.

    It is null where the population of the capital has no year, or the table ``history`` none of that year. The table is
    among the files that were *made*, or in *data*; without it there is no file.
    """
    path = data / _HISTORY
    if _FIELD not in provenance or not (_HISTORY in made or path.exists()):
        return {}
    rows = orjson.loads(made[_HISTORY] if _HISTORY in made else path.read_bytes())["rows"]
    people = {(row["cca2"], str(row["year"])): row.get("population") for row in rows}
    dates = provenance[_FIELD]["sources"].values()
    years = {code: day[:4] for days in dates for day, codes in days.items() for code in codes}
    return {FILE: format_json({code: people.get((code, year)) for code, year in sorted(years.items())})}
