"""The years of indicators, as pages show and draw them."""

from builder.annexes.pages.history import decades_of
from builder.annexes.pages.rankings import Figure, Ranking
from builder.api.figures import INDICATORS

_POPULATION = next(indicator for indicator in INDICATORS if indicator.name == "population")
_RANKING = Ranking(
    _POPULATION, (Figure("IN", "India", 1460.0, "2025", "A"), Figure("SH", "Saint Helena", 4.0, "", "B"))
)
_HISTORY = {"population": {"IN": {1969: 540.0, 1970: 550.0, 1972: 570.0}}}


def test_a_table_has_every_tenth_year_and_the_newest_of_countries_with_a_history() -> None:
    decades = decades_of(_RANKING, _HISTORY)
    assert decades
    assert decades.years == (1970, 1972)
    assert decades.rows == (("India", "IN", (550.0, 570.0)),)


def test_a_line_has_every_year_and_nothing_where_no_value_is_known() -> None:
    decades = decades_of(_RANKING, _HISTORY)
    assert decades
    assert decades.lines == {"in": (1969, [540.0, 550.0, None, 570.0])}


def test_an_indicator_without_history_has_none() -> None:
    assert decades_of(_RANKING, {}) is None
