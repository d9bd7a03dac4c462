"""The tables of aliases, and the runs of words of a name."""

from builder.api.aliases import ALIAS_TABLES, word_runs
from tests.support.project import WORLD


def test_word_runs_are_all_sequences_of_whole_words() -> None:
    assert list(word_runs("new aland dollar")) == [
        "new",
        "newaland",
        "newalanddollar",
        "aland",
        "alanddollar",
        "dollar",
    ]


def test_every_alias_file_is_declared() -> None:
    assert {table.file for table in ALIAS_TABLES} == {path.stem for path in (WORLD / "aliases").glob("*.json")}
