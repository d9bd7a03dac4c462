"""The tables of aliases, and the runs of words of a name."""

from builder.api.aliases import word_runs


def test_word_runs_are_all_sequences_of_whole_words() -> None:
    assert list(word_runs("new aland dollar")) == [
        "new",
        "newaland",
        "newalanddollar",
        "aland",
        "alanddollar",
        "dollar",
    ]
