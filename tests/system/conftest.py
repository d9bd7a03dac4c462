"""Requests to a separate flag host."""

import json
from pathlib import Path

import pytest

from builder.javascript.context import read_modules
from builder.javascript.core_calls import OpenSite
from tests.support.serving import Service


def flag_requests() -> list[tuple[str, str]]:
    """Read methods and targets that every flag host must answer in the same way."""
    rows = json.loads((Path(__file__).parent / "engines/flag-requests.json").read_text("utf-8"))
    return [(method, target) for method, target in rows]


@pytest.fixture(scope="session")
def flag_reference(site: Path) -> Service:
    """Answer as the core does with the site of a flag host."""
    folder = site / "hosts" / "cloudflare" / "flags"
    own = {f"generated/{name}": (folder / name).read_text("utf-8") for name in ("manifest.js", "records.js")}
    return Service(OpenSite({**read_modules(site / "edge"), **own}), site / "public" / "flags")
