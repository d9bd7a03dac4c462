"""The URLs of a site."""

import re

import pytest

from builder.project.site_urls import ADDRESS, ORIGIN, SITE_URLS, is_loopback


@pytest.mark.parametrize(
    "url", ["http://localhost:8000", "http://a.localhost", "http://127.9.9.9", "http://[::1]:1", "http://0.0.0.0:8000"]
)
def test_loopback_url_is_recognized(url: str) -> None:
    assert is_loopback(url)


@pytest.mark.parametrize("url", ["https://api.example.org", "http://192.0.2.1", "https://localhost.example.org"])
def test_public_url_is_not_a_loopback_url(url: str) -> None:
    assert not is_loopback(url)


def test_origin_has_no_path_but_an_address_may() -> None:
    assert re.match(ORIGIN, "https://api.example.org:8443")
    assert not re.match(ORIGIN, "https://api.example.org/v1")
    assert re.match(ADDRESS, "https://www.example.org/flags")
    assert not re.match(ADDRESS, "https://www.example.org/flags?a")


def test_each_url_has_an_option_and_an_environment_variable() -> None:
    assert [(url.option, url.variable) for url in SITE_URLS] == [
        ("--base-url", "COUNTRIES_BASE_URL"),
        ("--cdn-url", "COUNTRIES_CDN_URL"),
        ("--docs-url", "COUNTRIES_DOCS_URL"),
        ("--repository-url", "COUNTRIES_REPOSITORY_URL"),
    ]
