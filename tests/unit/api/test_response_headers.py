"""The response headers."""

import re

from builder.api.response_headers import CACHE


def test_error_is_cached_for_a_minute_an_answer_for_an_hour_and_an_image_for_a_day() -> None:
    seconds = {name: [*map(int, re.findall("max-age=([0-9]+)", value))] for name, value in CACHE.items()}
    assert seconds == {"ok": [3600], "error": [60], "none": [], "private": [], "image": [86_400]}
    assert "no-store" in CACHE["none"]
    assert "no-store" in CACHE["private"]
