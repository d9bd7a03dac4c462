"""The contract as vectors: the ``why`` of each states the sentence that it tests."""

from itertools import groupby

import pytest

from tests.support.serving import Service
from tests.support.vectors import Vector, disagreements, load_vectors

VECTORS = load_vectors()
# A test of a file: a test for each of its vectors takes pytest twenty times as long as the vector takes the core.
THEMES = {theme: [*vectors] for theme, vectors in groupby(VECTORS, lambda vector: vector.theme)}


@pytest.mark.parametrize("vectors", THEMES.values(), ids=THEMES)
def test_service_answers_the_vectors(service: Service, vectors: list[Vector]) -> None:
    found = [(vector.id, vector.why, disagreements(vector, service.send)) for vector in vectors]
    assert [(name, why, wrong) for name, why, wrong in found if wrong] == []


def test_every_vector_has_a_unique_name_and_a_reason() -> None:
    ids = [vector.id for vector in VECTORS]
    assert len(ids) == len(set(ids))
    assert all(vector.why for vector in VECTORS)


def test_there_are_several_hundred_vectors() -> None:
    assert len(VECTORS) >= 400
