"""Tables of facts in ``data/curated/tables/``, maintained by hand: one field each, by country."""

import json
from pathlib import Path

from builder.refresh.refresh_types import Fact, Facts


def read_table(path: Path) -> Facts:
    """Read a table ``{field, asOf, dates, values}`` as facts of its field; ``dates`` are by country."""
    table = json.loads(path.read_text("utf-8"))
    dates, others = table.get("dates", {}), table.get("asOf", "")
    return {code: {table["field"]: Fact(value, dates.get(code, others))} for code, value in table["values"].items()}
