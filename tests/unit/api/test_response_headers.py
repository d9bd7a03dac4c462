"""The response headers."""

import re

from builder.api.response_headers import CACHE, common


def test_common_headers_have_the_revision_once() -> None:
    headers = common("0123456789abcdef")
    assert ("X-Dataset-Revision", "0123456789abcdef") in headers
    assert len({name.lower() for name, _ in headers}) == len(headers)


def test_error_is_cached_for_a_minute_an_answer_for_an_hour_and_an_image_for_a_day() -> None:
    seconds = {name: [*map(int, re.findall("max-age=([0-9]+)", value))] for name, value in CACHE.items()}
    assert seconds == {"ok": [3600], "error": [60], "none": [], "private": [], "image": [86_400]}
    assert "no-store" in CACHE["none"]
    assert "no-store" in CACHE["private"]
