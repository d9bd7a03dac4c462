"""Netlify's redirect rules, evaluated by Netlify's own engine."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.support.serving import percent_encoded
from tests.support.vectors import Vector


def matches(site: Path, vectors: Sequence[Vector]) -> list[dict[str, Any] | None]:
    """Find the rule's target and status for each of *vectors*; None without a matching rule."""
    asked = []
    for vector in vectors:
        path, query = percent_encoded(vector.target)
        asked.append({"path": path, "query": query, "country": vector.country})
    found = subprocess.run(
        ["node", Path(__file__).with_name("netlify-rules.js"), site / "hosts" / "netlify" / "_redirects"],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    answers: list[dict[str, Any] | None] = json.loads(found.stdout)
    return answers
