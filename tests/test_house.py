"""The rules of the house that a machine can hold."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BUILDER = ROOT / "builder"
STAGES = ("dataset", "listings", "pages", "images", "documents", "edge", "hosts", "output")
ORDER = ("build", "cli", "check", "inputs", "preview", "plan", "diff", "engines", "__main__")
SOURCES = [
    path
    for pattern in ("builder/**/*.py", "tests/**/*.py", "tests/**/*.js", "templates/**/*.js", "templates/**/*.j2")
    for path in sorted(ROOT.glob(pattern))
    if "node_modules" not in path.parts
]


def imported(path: Path) -> set[str]:
    """Name the parts of the builder that a module imports when it runs."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports by its own place"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name.split(".")[1] for name in found if name.startswith("builder.")}


def modules(part: str) -> list[Path]:
    return [BUILDER / f"{part}.py"] if (BUILDER / f"{part}.py").exists() else sorted((BUILDER / part).glob("**/*.py"))


@pytest.mark.parametrize("stage", STAGES)
def test_no_stage_imports_another(stage: str) -> None:
    others = set(STAGES) - {stage}
    assert {path.name: imported(path) & others for path in modules(stage) if imported(path) & others} == {}


@pytest.mark.parametrize("stage", STAGES)
def test_no_stage_knows_the_order(stage: str) -> None:
    assert {path.name: imported(path) & set(ORDER) for path in modules(stage) if imported(path) & set(ORDER)} == {}


def test_a_build_never_needs_the_sources() -> None:
    users = [path for path in BUILDER.glob("**/*.py") if "sources" in imported(path)]
    assert {path.relative_to(BUILDER).parts[0] for path in users} <= {"check.py", "cli", "diff.py", "sources"}


def test_the_core_knows_no_host() -> None:
    names = re.compile(r"cloudflare|netlify|vercel|lambda|cloudfront|nginx|workerd|deno", re.IGNORECASE)
    for path in (ROOT / "templates/edge/core").glob("*.js"):
        assert not names.search(path.read_text("utf-8")), path.name


@pytest.mark.parametrize("path", SOURCES, ids=[path.relative_to(ROOT).as_posix() for path in SOURCES])
def test_no_file_grows_past_four_hundred_lines(path: Path) -> None:
    assert path.read_text("utf-8").count("\n") <= 400
