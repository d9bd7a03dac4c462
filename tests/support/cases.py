"""The rows of tests, of which ``tests/fixtures/cases/`` has a file for a module."""

import json
from typing import Any

from tests.support.project import ROOT


def load_cases(module: str) -> Any:
    """Read the rows of a module of tests, by what they are."""
    return json.loads((ROOT / f"tests/fixtures/cases/{module}.json").read_text("utf-8"))
