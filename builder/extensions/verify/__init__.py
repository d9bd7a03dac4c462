"""Compares a deployed site with the one that was built."""

from pathlib import Path

from builder.api.extension import Extension

EXTENSION = Extension(
    name="verify",
    folder=Path(__file__).parent,
)
