"""Requests to a separate flag host, and their expected answers."""

import json
from pathlib import Path

import pytest

from builder.core.core_calls import Core
from builder.core.javascript import read_modules
from tests.support.serving import Service


def flag_requests() -> list[tuple[str, str]]:
    """Read methods and targets that every flag host must answer in the same way."""
    rows = json.loads(Path(__file__).with_name("flag-requests.json").read_text("utf-8"))
    return [(method, target) for method, target in rows]


@pytest.fixture(scope="session")
def flag_reference(engine_site: Path) -> Service:
    """Answer as the core does with the site of a flag host."""
    site = engine_site / "hosts" / "cloudflare" / "flags"
    own = {name: (site / name).read_text("utf-8") for name in ("manifest.js", "records.js")}
    return Service(Core({**read_modules(engine_site / "edge"), **own}), engine_site / "public" / "flags")
