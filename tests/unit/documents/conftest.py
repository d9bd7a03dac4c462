"""Texts of the built documents, shared by their tests."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def texts(site: Path) -> dict[str, str]:
    return {path.stem: path.read_text("utf-8") for path in sorted((site / "public/docs").glob("*.txt"))}


@pytest.fixture(scope="session")
def prose(texts: dict[str, str]) -> str:
    return "\n".join(texts.values())
