"""Generated seeds repeat their order, and a host's entropy decides about chance."""

import pytest

from tests.support.serving import Service


def test_generated_seed_repeats_its_order(service: Service) -> None:
    first = service.get("/v1?page=random&fields=cca2")
    again = service.get(f"/v1?page=random&fields=cca2&seed={first.header('X-List-Seed')}")
    assert again.body == first.body


def test_random_country_follows_from_the_entropy_of_the_host(service: Service) -> None:
    same = {service.get("/v1/random", entropy="0123456789abcdef" * 2).body for _ in range(5)}
    assert len(same) == 1


@pytest.mark.parametrize("target", ["/v1/random", "/v1?page=randomized", "/v1?page=random"])
def test_random_answer_names_no_file_which_a_host_could_cache_or_tag(service: Service, target: str) -> None:
    result = service.result(target)
    assert len(result["members"]) in (1, 5)
    assert "file" not in result
