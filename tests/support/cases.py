"""Reads the rows of tests from ``tests/fixtures/cases/``, which has a file for each module."""

import json
from typing import Any

from tests.support.project import ROOT


def load_cases(module: str) -> Any:
    """Read the rows of a module of tests, by their kind."""
    return json.loads((ROOT / f"tests/fixtures/cases/{module}.json").read_text("utf-8"))
