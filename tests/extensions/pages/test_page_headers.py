"""The headers of HTML pages."""

from builder.extensions.pages.html.page_headers import page_headers, page_policy


def test_page_policy_allows_flags_and_the_api_and_no_inline_code() -> None:
    policy = page_policy("https://api.example.org", "https://flags.example.org")
    assert "img-src 'self' https://flags.example.org/" in policy
    assert "connect-src 'self' https://api.example.org/ https://flags.example.org/" in policy
    assert "unsafe" not in policy


def test_pages_cannot_be_framed() -> None:
    headers = dict(page_headers("https://api.example.org", "https://flags.example.org"))
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
