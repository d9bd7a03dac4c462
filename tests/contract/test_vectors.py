"""The contract as vectors: the ``why`` of each states the sentence that it tests."""

import pytest

from tests.support.serving import Service
from tests.support.vectors import Vector, disagreements, load_vectors

VECTORS = load_vectors()


@pytest.mark.parametrize("vector", VECTORS, ids=[vector.id for vector in VECTORS])
def test_service_answers_the_vector(service: Service, vector: Vector) -> None:
    assert disagreements(vector, service.send) == [], vector.why


def test_every_vector_has_a_unique_name_and_a_reason() -> None:
    ids = [vector.id for vector in VECTORS]
    assert len(ids) == len(set(ids))
    assert all(vector.why for vector in VECTORS)


def test_there_are_several_hundred_vectors() -> None:
    assert len(VECTORS) >= 400
