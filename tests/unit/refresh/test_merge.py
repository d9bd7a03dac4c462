"""Facts of several sources become records."""

from typing import Any

import orjson
import pytest

from builder.api.field_types import value_at
from builder.inputs.errors import InputError
from refresh.corrections import CorrectionRow
from refresh.merge import FactOrigin, apply_precedence, compute_per_person, finish_records, make_provenance
from refresh.refresh_types import Fact
from tests.support.values import incomplete

GDP, YEAR, PER_PERSON = (f"enrichment.economics.{name}" for name in ("gdp", "gdpYear", "gdpPerCapita"))


def test_apply_precedence_takes_the_first_source_with_a_value() -> None:
    records: dict[str, Any] = {"AA": {}, "BB": {}}
    received = {
        "first": {"AA": {"area": Fact(1)}},
        "second": {"AA": {"area": Fact(2)}, "BB": {"area": Fact(3, "2024")}},
    }
    origins = apply_precedence(records, received, {"area": ("first", "second")})
    assert records == {"AA": {"area": 1}, "BB": {"area": 3}}
    assert origins == {"area": {"AA": FactOrigin("first", ""), "BB": FactOrigin("second", "2024")}}


@pytest.mark.parametrize(
    ("counted", "figure"),
    [
        ({"2023": 50, "2024": 10, "2025": 20}, 10),
        ({"2023": 50, "2025": 20}, 5),
        ({"2023": 50}, 2),
        ({"2022": 50, "2026": 20}, None),
    ],
)
def test_compute_per_person_takes_the_year_itself_then_the_next_then_the_one_before(
    counted: dict[str, int], figure: float | None
) -> None:
    records: dict[str, Any] = {"AA": {"enrichment": {"economics": {"gdp": 100, "gdpYear": 2024}}}}
    compute_per_person(records, {}, {"AA": counted})
    assert records["AA"]["enrichment"]["economics"].get("gdpPerCapita") == figure


def test_gdp_per_capita_is_for_the_year_of_the_gdp() -> None:
    records: Any = {
        code: {"enrichment": {"economics": {"gdp": 1000, "gdpYear": 2024, "gdpPerCapita": 7}}}
        for code in ("CY", "SS", "TW", "TK", "GG")
    }
    del records["GG"]["enrichment"]["economics"]["gdp"]
    bank, book = FactOrigin("world-bank", "2024"), FactOrigin("world-factbook", "2024")
    product = {"CY": bank, "SS": book, "TW": book, "TK": book, "GG": book}
    origins = {GDP: product, PER_PERSON: dict.fromkeys(records, bank)}
    compute_per_person(records, origins, {"SS": {"2023": 5, "2024": 10}, "TW": {"2025": 8}, "TK": {"2026": 8}})
    found = {code: value_at(record, PER_PERSON) for code, record in records.items()}
    assert found == {"CY": 7, "SS": 100, "TW": 125, "TK": None, "GG": None}
    assert origins[PER_PERSON] == {
        "CY": bank,
        "SS": FactOrigin("computed", "2024"),
        "TW": FactOrigin("computed", "2024"),
    }


def test_provenance_lists_sources_by_name_and_their_dates_in_order() -> None:
    records: dict[str, Any] = {code: {"area": 1} for code in ("AA", "BB", "CC")}
    dated = (("AA", "bank", "2025"), ("BB", "bank", "2023"), ("CC", "atlas", "2020"))
    origins = {"area": {code: FactOrigin(source, day) for code, source, day in dated}}
    entry = make_provenance(records, origins, (), {}, {})["area"]["sources"]
    assert [(source, [*dates]) for source, dates in entry.items()] == [("atlas", ["2020"]), ("bank", ["2023", "2025"])]


def test_copied_value_has_the_date_of_the_other_field() -> None:
    row = CorrectionRow(
        "f.json", "AA", "capitalInfo.population", "copy", "population", "The city is the whole country."
    )
    records: dict[str, Any] = {"AA": {"population": 5, "capitalInfo": {"population": 5}}}
    origins = {"population": {"AA": FactOrigin("bank", "2025")}, "capitalInfo.population": {}}
    table = make_provenance(records, origins, (row,), {}, {})
    assert table["capitalInfo.population"]["sources"] == {"curated": {"2025": ["AA"]}}


def finished(record: Any) -> Any:
    return finish_records(incomplete({"AA": record}), "2026-01-01T00:00:00Z", {"currencies": {"ZZZ": "Z", "AAA": "A"}})[
        "AA"
    ]


def test_finish_records_orders_fields_as_the_model_does_also_of_an_invalid_record() -> None:
    record = {"area": 12.0, "latlng": [51.0, 9.5], "cca3": 5, "name": {"official": "B", "common": "A"}}
    assert orjson.dumps(finished(record)) == (
        b'{"name":{"common":"A","official":"B"},"cca3":5,"latlng":[51,9.5],"area":12,"population":null,'
        b'"enrichment":{"fetchedAt":"2026-01-01T00:00:00Z","company":null}}'
    )


def test_finish_records_orders_objects_in_maps_and_lists_and_adds_nulls() -> None:
    value = finished(
        {
            "currencies": {"ZZZ": {"symbol": "z"}, "AAA": {}},
            "enrichment": {"development": {"gini": 30.0}},
            "holidays": {"items": [{"name": "New Year", "date": "2026-01-01", "localName": "Neujahr"}]},
        }
    )
    assert orjson.dumps(value["currencies"]) == b'{"AAA":{"name":"A"},"ZZZ":{"name":"Z","symbol":"z"}}'
    assert orjson.dumps(value["enrichment"]["development"]) == b'{"hdi":null,"lifeExpectancy":null,"gini":30}'
    assert list(value["holidays"]["items"][0]) == ["date", "localName", "name"]


def test_finish_records_rejects_codes_that_are_not_in_the_reference_lists() -> None:
    records = {"AA": {"currencies": {"QQQ": {"name": "q"}}, "languages": {"qqq": "q"}}}
    with pytest.raises(InputError, match=r"data/reference/") as refused:
        finish_records(incomplete(records), "2026-01-01T00:00:00Z", {"currencies": {}, "languages": {}})
    assert [problem.where for problem in refused.value.problems] == ["currencies.QQQ", "languages.qqq"]
