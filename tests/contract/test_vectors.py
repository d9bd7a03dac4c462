"""The service answers all vectors. The ``why`` of each is the sentence of the contract that it tests."""

from itertools import groupby

import pytest

from tests.support.serving import Service
from tests.support.vectors import Vector, disagreements, load_vectors

VECTORS = load_vectors()
# Each file of vectors is one test, because pytest takes twenty times as long for a test as the core for a vector.
THEMES = {theme: [*vectors] for theme, vectors in groupby(VECTORS, lambda vector: vector.theme)}


@pytest.mark.parametrize("vectors", THEMES.values(), ids=THEMES)
def test_service_answers_the_vectors(service: Service, vectors: list[Vector]) -> None:
    found = [(vector.id, vector.why, disagreements(vector, service.send)) for vector in vectors]
    assert [(name, why, wrong) for name, why, wrong in found if wrong] == []


def test_every_vector_has_a_unique_name_and_a_reason() -> None:
    ids = [vector.id for vector in VECTORS]
    assert len(ids) == len(set(ids))
    assert all(vector.why for vector in VECTORS)
