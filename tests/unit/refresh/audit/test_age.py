"""The age of sources, and what of the yearly round is due."""

from datetime import date

from refresh.audit.age import Round, round_lines, source_ages
from refresh.data_files import read_json
from refresh.source_list import load_sources
from tests.support.project import ROOT

DATA = ROOT / "data"


def _item(what: str, months: int, looked: str) -> Round:
    return {"what": what, "where": "there", "months": months, "looked": looked, "found": "nothing"}


def test_overdue_things_come_first_and_are_marked() -> None:
    rounds = [_item("names", 12, "2026-01-01"), _item("zones", 3, "2026-01-01")]
    assert list(round_lines(rounds, date(2026, 5, 1))) == [
        "DUE  2026-01-01  every  3 months  zones: there",
        "     2026-01-01  every 12 months  names: there",
    ]


def test_sources_are_listed_from_the_oldest() -> None:
    lines = list(source_ages(load_sources(DATA / "sources.json").sources, date(2026, 11, 22)))
    assert lines[0] == "  726 days  2024-11-26  un-wpp 2024"
    assert lines == sorted(lines, key=lambda line: -int(line.split()[0]))


def test_shipped_round_names_what_the_readme_lists() -> None:
    wheres = " ".join(item["where"] for item in read_json(DATA / "curated" / "yearly-round.json", list[Round]))
    for name in ("ISO 3166", "United Nations", "IANA", "ISO 4217", "IOC", "UNDP", "World Bank", "tz"):
        assert name in wheres
