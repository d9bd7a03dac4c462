"""The extension that compares a deployed site with the built one."""

from pathlib import Path

from builder.api.extension import Extension

EXTENSION = Extension(name="verify", folder=Path(__file__).parent)
