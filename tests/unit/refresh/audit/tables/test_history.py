"""A wrong figure of any year is a difference from the second list, or a new one beside those that are explained."""

import json
from typing import Any

import pytest

from refresh.audit.tables.history import history
from tests.support.project import ROOT

Row = dict[str, Any]
SECOND = {
    "population": {"first": 1960, "countries": {"AA": [10, None, 12]}},
    "lifeExpectancy": {"first": 1960, "countries": {"AA": [50, 51, 52]}},
    "gdp": {"first": 1961, "countries": {"AA": [3, 4]}},
}
ROWS: list[Row] = [
    {"cca2": "AA", "year": 1960, "population": 10_000, "lifeExpectancy": 50.4},
    {"cca2": "AA", "year": 1961, "population": 11_000, "gdp": 3_000_000, "gdpPerCapita": 272.73},
    {"cca2": "AA", "year": 1962, "population": 12_100, "gdp": 4_200_000, "gdpPerCapita": 347.11, "lifeExpectancy": 52},
    {"cca2": "AA", "year": 1963, "population": 13_000},
]


def differences(rows: list[Row], second: Any) -> dict[tuple[str, str], str]:
    return {(name, code): str(ours) for name, code, ours, _, agrees in history(rows, second) if not agrees}


def test_figures_within_the_tolerance_and_those_of_one_side_alone_agree() -> None:
    assert differences(ROWS, SECOND) == {}


@pytest.mark.parametrize(
    ("year", "metric", "value", "expected"),
    [
        (1960, "population", 10_300, {("population (United Nations)", "AA"): "1960 +3%"}),
        (1962, "lifeExpectancy", 50.9, {("lifeExpectancy (United Nations)", "AA"): "1962 -1.1"}),
        (1961, "gdpPerCapita", 280, {("gdpPerCapita (gdp by population)", "AA"): "1961 +3%"}),
        (
            1961, "gdp", 4_000_000,
            {
                ("gdp (United Nations)", "AA"): "1961 +33%",
                ("gdpPerCapita (gdp by population)", "AA"): "1961 -25%",
            },
        ),
    ],
)  # fmt: skip
def test_difference_has_the_years_and_their_distance(
    year: int, metric: str, value: float, expected: dict[tuple[str, str], str]
) -> None:
    rows = [{**row, metric: value} if row["year"] == year else row for row in ROWS]
    assert differences(rows, SECOND) == expected


def test_years_of_the_same_distance_are_one_range() -> None:
    rows = [{**row, "lifeExpectancy": row["year"] - 1910 + 2} for row in ROWS]
    assert differences(rows, SECOND) == {("lifeExpectancy (United Nations)", "AA"): "1960-1962 +2.0"}


@pytest.fixture(scope="module")
def shipped() -> list[Row]:
    rows: list[Row] = json.loads((ROOT / "data/tables/history.json").read_text("utf-8"))["rows"]
    return rows


@pytest.fixture(scope="module")
def second() -> Any:
    return json.loads((ROOT / "data/curated/history-second-list.json").read_text("utf-8"))["values"]


def test_planted_years_are_found(shipped: list[Row], second: Any) -> None:
    """The countries have explained differences in other years, or none."""
    planted = {
        ("BO", 1963): ("population", 1.04),
        ("DE", 1991): ("population", 0.9),
        ("KE", 2009): ("population", 10),
        ("GE", 1975): ("population", 1.02),
        ("JP", 1986): ("lifeExpectancy", 0.98),
        ("RW", 1994): ("lifeExpectancy", 2),
        ("SE", 1970): ("gdp", 1.12),
        ("AR", 1985): ("gdp", 0.7),
        ("GH", 1983): ("gdp", 0.97),
        ("PT", 1965): ("gdp", 1.01),
        ("VN", 2004): ("gdpPerCapita", 1.01),
        ("ZA", 1960): ("gdpPerCapita", 0.1),
    }
    rows = []
    for row in shipped:
        metric, factor = planted.get((row["cca2"], row["year"]), ("", 1))
        rows.append({**row, metric: row[metric] * factor} if metric else row)
    before, after = differences(shipped, second), differences(rows, second)
    changed = {key[1] for key, text in after.items() if text != before.get(key)}
    assert changed == {code for code, _ in planted}
