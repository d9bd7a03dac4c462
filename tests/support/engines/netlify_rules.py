"""Evaluates Netlify's redirect rules with Netlify's own engine, and matches the patterns of its functions."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scripts.engine_processes import find_program
from tests.support.engines.vendor_runtimes import stage
from tests.support.serving import percent_encoded
from tests.support.vectors import Vector


def matches(site: Path, vectors: Sequence[Vector]) -> list[dict[str, Any] | None]:
    """Find the rule's target and status for each of *vectors*; None without a matching rule."""
    requests = []
    for vector in vectors:
        path, query = percent_encoded(vector.target)
        requests.append({"path": path, "query": query, "country": vector.country})
    answers: list[dict[str, Any] | None] = _run("netlify-rules.js", site / "hosts" / "netlify" / "_redirects", requests)
    return answers


def functions(site: Path, scratch: Path, requests: Sequence[tuple[str, str]]) -> list[list[str]]:
    """List the functions that run for each of *requests*, a method and a path. *scratch* gets the staged deployment."""
    staged = scratch / "staged"
    stage(site, "netlify", staged)
    names: list[list[str]] = _run(
        "netlify-functions.js", staged, [{"method": method, "path": path} for method, path in requests]
    )
    return names


def _run(script: str, path: Path, requests: Sequence[Any]) -> Any:
    """Run a script of this folder on *path* with *requests* as its input, and return its output, both as JSON."""
    command = [find_program("node"), Path(__file__).with_name(script), path]

    def run() -> str:
        text = json.dumps(requests)
        return subprocess.run(command, input=text, capture_output=True, text=True, check=True, timeout=60).stdout

    try:
        return json.loads(run())
    except subprocess.TimeoutExpired:
        # Netlify's engine hung once; it usually answers in a second.
        return json.loads(run())
