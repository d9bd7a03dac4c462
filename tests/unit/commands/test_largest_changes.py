"""The largest changes of figures between two datasets, with the sources of both sides."""

from typing import Any

from builder.commands.diff import Side
from builder.commands.largest_changes import figure_tables


def side(population: dict[str, int], years: dict[str, float], provenance: dict[str, Any]) -> Side:
    records: dict[str, dict[str, Any]] = {
        code: {
            "name": {"common": f"Land {code}"},
            "population": people,
            "enrichment": {"development": {"lifeExpectancy": years[code]}},
        }
        for code, people in population.items()
    }
    return Side(records, {"provenance.json": provenance})


OLD = side(
    {"AA": 1_000_000, "BB": 2_000_000, "CC": 10, "DD": 7_000},
    {"AA": 70.0, "BB": 80.0, "CC": 60.0, "DD": 75.0},
    {"population": {"countries": 4, "sources": [{"id": "book", "countries": 4}]}},
)
NEW = side(
    {"AA": 1_100_000, "BB": 1_000_000, "CC": 20, "DD": 7_000},
    {"AA": 72.5, "BB": 80.0, "CC": 55.0, "DD": 75.1},
    {
        "population": {"sources": {"bank": {"2025": ["AA"], "2024": ["BB"]}}, "curated": {"BB": "It lost a province."}},
        "enrichment.development.lifeExpectancy": {"sources": {"bank": {"2024": ["AA", "CC", "DD"]}}},
    },
)


def test_largest_changes_come_first_with_their_source() -> None:
    text = "\n".join(figure_tables(OLD, NEW, 2))
    assert "| Land BB | 2,000,000 | 1,000,000 | -50.0% | bank 2024. It lost a province. |" in text
    assert "| Land AA | 1,000,000 | 1,100,000 | +10.0% | bank 2025 |" in text
    assert text.index("Land BB") < text.index("Land AA")
    assert "| Land CC | 60.0 | 55.0 | -5.0 | bank 2024 |" in text
    assert "Land DD" not in text, "the third largest"


def test_previous_source_is_named_if_different() -> None:
    text = "\n".join(figure_tables(NEW, side({"AA": 900_000}, {"AA": 72.5}, {"population": {"sources": {}}}), 5))
    assert "| Land AA | 1,100,000 | 900,000 | -18.2% | ; before: bank 2025 |" not in text
    assert "| Land AA | 1,100,000 | 900,000 | -18.2% | before: bank 2025 |" in text


def test_without_a_change_there_is_no_table() -> None:
    assert figure_tables(OLD, OLD, 3) == ["No well-known figure changed."]
