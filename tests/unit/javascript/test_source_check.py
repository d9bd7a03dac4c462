"""Faults of the JavaScript sources are named by file and line."""

import shutil
from pathlib import Path

import pytest

from builder.javascript.source_check import broken_modules
from tests.support.project import ROOT


@pytest.fixture
def edge(tmp_path: Path) -> Path:
    """Copy the sources of the edge."""
    return Path(shutil.copytree(ROOT / "edge", tmp_path / "edge"))


def test_shipped_sources_have_no_fault(edge: Path) -> None:
    assert [*broken_modules(edge)] == []


def test_every_fault_is_named(edge: Path) -> None:
    (edge / "core/fold.js").unlink()
    for name in ("core/shuffle.js", "adapters/site.js"):
        path = edge / name
        lines = path.read_text("utf-8").splitlines()
        path.write_text("\n".join([*lines, "const broken = ;", ""]), "utf-8")
        expected = f"edge/{name}: line {len(lines) + 1}: SyntaxError: "
        assert any(str(problem).startswith(expected) for problem in broken_modules(edge))
    missing = {str(problem) for problem in broken_modules(edge) if problem.file == "edge/core/fold.js"}
    assert "edge/core/fold.js: is missing; edge/core/search.js imports it" in missing
