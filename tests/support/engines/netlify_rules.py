"""Netlify's redirect rules, evaluated by Netlify's own engine, and the patterns of its functions."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from builder.preview.engines import node
from builder.preview.engines.miniflare import stage
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


def functions(site: Path, scratch: Path, requests: Sequence[tuple[str, str]]) -> list[list[str]]:
    """List the functions that run for each of *requests*, a method and a path. *scratch* gets the staged deployment."""
    staged = scratch / "staged"
    stage(site, "netlify", staged)
    found = subprocess.run(
        [node.program(), Path(__file__).with_name("netlify-functions.js"), staged],
        input=json.dumps([{"method": method, "path": path} for method, path in requests]),
        capture_output=True,
        text=True,
        check=True,
    )
    names: list[list[str]] = json.loads(found.stdout)
    return names
