"""Tables of facts in ``data/curated/tables/``, maintained by hand: one field each, by country."""

from collections.abc import Iterable
from pathlib import Path
from typing import NotRequired

from typing_extensions import TypedDict

from refresh.data_files import read_json
from refresh.refresh_types import Fact, Facts


class CuratedTable(TypedDict):
    """A table: its field, its values by alpha-2 code, and their year or date. ``dates`` has those of some countries.

    ``publishers`` are by alpha-2 code: the office, the kind of count and, after a semicolon, what is counted.
    """

    field: str
    asOf: NotRequired[str]
    dates: NotRequired[dict[str, str]]
    publishers: NotRequired[dict[str, str]]
    values: dict[str, object]


def read_tables(paths: Iterable[Path]) -> Facts:
    """Read tables as facts of their fields."""
    facts: Facts = {}
    for path in paths:
        table = read_json(path, CuratedTable)
        dates, as_of, publishers = table.get("dates", {}), table.get("asOf", ""), table.get("publishers", {})
        for code, value in table["values"].items():
            note = f"{publishers[code]}." if code in publishers else ""
            facts.setdefault(code, {})[table["field"]] = Fact(value, dates.get(code, as_of), note)
    return facts
