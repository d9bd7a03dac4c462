"""What must hold across the records and their reference lists, beyond the shape that the model declares."""

from collections.abc import Mapping
from typing import Any

from builder.problems import Problem

Records = Mapping[str, Mapping[str, Any]]


def broken_invariants(records: Records, reference: Mapping[str, Any]) -> list[Problem]:  # noqa: ARG001
    """Every broken invariant of *records* (by file name, each valid by the model) and *reference* (by list name)."""
    return []
