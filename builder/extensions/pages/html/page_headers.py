"""The headers that every HTML page has, in addition to those of all files."""

# All features with a permission; the pages need none of them.
_FEATURES = "accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment usb"


def page_policy(base_url: str, cdn_url: str, docs_url: str = "") -> str:
    """Make the Content-Security-Policy of a page: it loads its own files, flags, and answers of the API.

    A page that can be served at any address also loads files from *docs_url*.
    """
    own = f"'self' {docs_url}/" if docs_url else "'self'"
    return (
        f"default-src 'none'; script-src {own}; style-src {own}; "
        f"img-src {own} {cdn_url}/ blob:; connect-src {own} {base_url}/ {cdn_url}/; base-uri 'none'; form-action 'none'"
    )


def page_headers(base_url: str, cdn_url: str, docs_url: str = "") -> tuple[tuple[str, str], ...]:
    """Return the headers of every HTML page, in addition to the common ones."""
    return (
        # A meta element cannot set frame-ancestors.
        ("Content-Security-Policy", f"{page_policy(base_url, cdn_url, docs_url)}; frame-ancestors 'none'"),
        ("Referrer-Policy", "no-referrer"),
        ("Permissions-Policy", ", ".join(f"{feature}=()" for feature in _FEATURES.split())),
    )
