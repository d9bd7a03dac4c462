"""Calls of the edge core from Python."""

from builder.documents import DocumentData


def test_asker_gives_the_same_random_answer_each_time(data: DocumentData) -> None:
    assert data.ask("/v1/random").body == data.ask("/v1/random").body
