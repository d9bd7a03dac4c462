"""Official websites."""

from refresh.sources.name_suggestion_index import choose


def test_government_domain_is_preferred_to_https_and_to_a_shorter_url() -> None:
    assert choose(["https://a.example", "http://www.gov.example/"]) == "http://www.gov.example/"
    assert choose(["http://a.example", "https://long.a.example"]) == "https://long.a.example"
    assert choose(["https://long.a.example", "https://a.example"]) == "https://a.example"


def test_domain_that_only_contains_the_letters_is_no_government_domain() -> None:
    assert choose(["https://governor-club.example/long", "https://b.example"]) == "https://b.example"


def test_malformed_urls_are_ignored() -> None:
    assert choose(["ftp://gov.example", "https://gov example"]) is None
