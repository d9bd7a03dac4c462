"""Calls of the edge core from Python."""

from builder.documents import DocumentData
from tests.support import values


def test_folding_maps_spellings_of_a_name_to_the_same_text() -> None:
    assert values.folding()(["Côte d'Ivoire", "COTE DIVOIRE"]) == ["cote divoire", "cote divoire"]


def test_asker_gives_the_same_random_answer_each_time(data: DocumentData) -> None:
    assert data.ask("/v1/random").body == data.ask("/v1/random").body
