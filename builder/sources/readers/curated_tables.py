"""Hand-kept tables of facts below ``data/curated/tables/``: one field each, by country."""

import json
from pathlib import Path

from builder.sources.facts import Fact, Facts


def read_table(path: Path) -> Facts:
    """Read a table ``{field, asOf, values}`` as facts of its field."""
    table = json.loads(path.read_text("utf-8"))
    return {code: {table["field"]: Fact(value, table.get("asOf", ""))} for code, value in table["values"].items()}
