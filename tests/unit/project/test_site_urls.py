"""The URLs of a site."""

import pytest

from builder.project.site_urls import is_loopback


@pytest.mark.parametrize("host", ["localhost:8000", "a.localhost", "127.9.9.9", "[::1]:1", "0.0.0.0:8000"])
def test_loopback_url_is_recognized(host: str) -> None:
    assert is_loopback(f"http://{host}")


@pytest.mark.parametrize("host", ["api.example.org", "192.0.2.1", "localhost.example.org"])
def test_public_url_is_not_a_loopback_url(host: str) -> None:
    assert not is_loopback(f"http://{host}")
