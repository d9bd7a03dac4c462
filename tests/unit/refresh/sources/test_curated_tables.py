"""Tables of facts that are maintained by hand."""

import json
from pathlib import Path

from refresh.refresh_types import Fact
from refresh.sources.curated_tables import read_table


def test_date_of_a_country_replaces_the_date_of_the_table(tmp_path: Path) -> None:
    table = {"field": "fifa", "asOf": "2024", "dates": {"BB": "2025"}, "values": {"AA": "AAA", "BB": "BBB"}}
    (tmp_path / "fifa.json").write_text(json.dumps(table), "utf-8")
    assert read_table(tmp_path / "fifa.json") == {
        "AA": {"fifa": Fact("AAA", "2024")},
        "BB": {"fifa": Fact("BBB", "2025")},
    }
