"""The project's structural rules, derived from the folders."""

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from builder.__main__ import REFRESH_COMMANDS
from builder.extensions import NAMES, load_extensions
from tests.planted_bugs import read_bugs

ROOT = Path(__file__).resolve().parents[1]
BUILDER = ROOT / "builder"
# The package that fills the dataset. The builder does not import it.
REFRESH = ROOT / "refresh"
# A module may import from its own layer or a lower one.
LAYERS = (
    {"api", "inputs"},
    {"images", "javascript", "output", "project"},
    {"site"},
    {"documents", "hosts"},
    {"build"},
    {"extensions"},
    {"cli"},
    {"__main__"},
)
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(BUILDER.glob("**/*.py"))
    if "node_modules" not in path.parts
}


def imported(path: Path) -> set[str]:
    """List the modules of the builder that a module imports, when it is loaded or when it runs."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports by its own place"
            found |= {
                name if (name := f"{node.module}.{alias.name}") in MODULES else str(node.module) for alias in node.names
            }
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found & MODULES.keys()


@cache
def imports() -> dict[str, set[str]]:
    """List the imports of every module."""
    return {name: imported(path) for name, path in MODULES.items()}


def layer(module: str) -> int:
    part = module.split(".")[1] if "." in module else ""
    # The root package contains only the version.
    return next((number for number, parts in enumerate(LAYERS) if part in parts), 0)


def test_every_part_has_a_layer() -> None:
    assert {name.split(".")[1] for name in MODULES if "." in name} == set().union(*LAYERS)


def extension_of(module: str) -> str:
    parts = module.split(".")
    return parts[2] if parts[1:2] == ["extensions"] and len(parts) > 2 else ""


def test_an_extension_imports_those_that_it_needs_alone() -> None:
    needs = {one.name: one.needs for one in load_extensions()}
    wrong = [
        (name, other)
        for name, found in imports().items()
        if (importer := extension_of(name))
        for other in found
        if (one := extension_of(other)) and one not in (importer, *needs[importer])
    ]
    assert wrong == []


def test_no_module_imports_from_a_higher_layer() -> None:
    assert [(name, other) for name, found in imports().items() for other in found if layer(other) > layer(name)] == []


def test_imports_have_no_cycle() -> None:
    TopologicalSorter(imports()).prepare()


def test_readme_shows_every_folder() -> None:
    shown = (ROOT / "README.md").read_text("utf-8").split("## A map of the code")[1].split("\n## ")[0]
    folders = {path.parent.name for path in BUILDER.glob("*/__init__.py")}
    assert [name for name in sorted(folders) if not re.search(rf"^ +{name}/(?:<name>/)? ", shown, re.MULTILINE)] == []


def test_architecture_page_draws_the_layers() -> None:
    page = (ROOT / "templates/pages/architecture.md").read_text("utf-8")
    rows = re.findall(r"^\d  (.*?)(?:   .*)?$", page.split("## The layers")[1], re.MULTILINE)
    assert [set(re.findall(r"\w+", names)) for names in reversed(rows)] == list(LAYERS)


def texts(path: Path) -> list[str]:
    """List the strings of a module, including those in f-strings, except docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in prose]
    return [node.value for node in constants if isinstance(node.value, str)]


def test_paths_of_the_output_are_written_in_one_module_only() -> None:
    spelled = re.compile(r"public/|(?:^|[^/])edge/(?:manifest|records)|(?:^|/)_(?:pages|records|objects|errors)(?:/|$)")
    found = {
        name: offenders
        for name, path in MODULES.items()
        # Modules that read sources do not use paths of the output.
        if name != "builder.api.output_paths" and not name.startswith("refresh.")
        if (offenders := [text for text in texts(path) if spelled.search(text)])
    }
    assert found == {}


def test_texts_name_no_command_and_no_module_that_a_wheel_lacks() -> None:
    commands = "|".join(REFRESH_COMMANDS)
    targets = "|".join(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    # No index has the package, and a wheel has neither the Makefile nor what only this repository needs.
    lacking = re.compile(rf"\bcountries ({commands})\b|\bmake ({targets})\b|/\w+\.py\b|/models/|country-reference\[")
    # This module asks whether the folder of a refresh exists.
    modules = MODULES.keys() - {"builder.__main__"}
    assert [(name, text) for name in modules for text in texts(MODULES[name]) if lacking.search(text)] == []


def test_builder_imports_neither_refresh_nor_the_tests() -> None:
    wrong = re.compile(r"^\s*(from|import) (refresh|tests)\b", re.MULTILINE)
    assert [name for name, path in MODULES.items() if wrong.search(path.read_text("utf-8"))] == []


def imports_around(folder: str) -> set[tuple[str, str]]:
    """List what the modules below *folder* import from the tests, the scripts and the benchmarks."""
    return {
        (path.relative_to(ROOT).as_posix(), str(node.module))
        for path in (ROOT / folder).rglob("*.py")
        if "node_modules" not in path.parts
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and re.match(r"(tests|scripts|benchmarks)\b", str(node.module))
    }


@pytest.mark.parametrize(
    ("folder", "allowed"),
    [
        ("tests/support", r"(scripts\.engine_processes|tests\.support)\b"),
        ("benchmarks", r"(scripts\.(engine_processes|preview_process)|benchmarks)\b"),
        ("scripts", r"scripts\b"),
        ("tests", r"(?!.*\.test_)"),
    ],
)
def test_shared_helpers_are_imported_one_way(folder: str, allowed: str) -> None:
    assert [(path, module) for path, module in sorted(imports_around(folder)) if not re.match(allowed, module)] == []


def test_core_contains_no_name_of_a_host() -> None:
    names = re.compile(r"cloudflare|netlify|vercel|lambda|cloudfront|nginx|workerd|deno", re.IGNORECASE)
    for path in (ROOT / "edge/core").rglob("*.js"):
        assert not names.search(path.read_text("utf-8")), path.name


def test_unit_tests_mirror_the_builder() -> None:
    folders = {path.relative_to(BUILDER) for path in (BUILDER, *BUILDER.rglob("*")) if path.is_dir()}
    folders |= {path.relative_to(ROOT) for path in (REFRESH, *REFRESH.rglob("*")) if path.is_dir()}
    unit = ROOT / "tests/unit"
    tested = {path.parent.relative_to(unit) for path in unit.rglob("test_*.py")}
    assert tested - folders == set()


def test_every_test_of_the_edge_has_the_name_of_a_module_or_a_host() -> None:
    tests = {path.name.removesuffix(".test.js") for path in (ROOT / "tests/edge").rglob("*.test.js")}
    modules = {path.stem for path in (ROOT / "edge").rglob("*.js")}
    hosts = {path.parent.name for path in BUILDER.glob("hosts/*/adapter.js")}
    assert tests - modules - hosts == set()


def is_deleted(path: str) -> bool:
    """Whether *path* is of an extension that was deleted, or of ``refresh``, which goes with the tables."""
    named = re.match(r"(?:builder|tests)/extensions/(\w+)", path)
    refreshed = re.match(r"refresh\b|tests/(dataset|unit/refresh|support/refresh)\b", path)
    return bool((named and named[1] not in NAMES) or (refreshed and "tables" not in NAMES))


@pytest.mark.parametrize(
    "name", ["README.md", "CONTRIBUTING.md", "SECURITY.md", "tests/README.md", "templates/pages/architecture.md"]
)
def test_every_path_in_a_document_exists(name: str) -> None:
    named = re.findall(
        r"`((?:benchmarks|builder|data|docs|edge|refresh|scripts|templates|tests)/[^` ]*)`",
        (ROOT / name).read_text("utf-8"),
    )
    patterns = {re.sub(r"<\w+>", "*", path).rstrip("/") for path in named}
    assert patterns
    assert [pattern for pattern in sorted(patterns) if not (any(ROOT.glob(pattern)) or is_deleted(pattern))] == []


# Paths from the top folder, with stars for what varies; a wheel has what it ships as builder/shipped.
_PATH = re.compile(
    r"(?<![\w/.@{}~-])((?:benchmarks|builder|data|decisions|edge|refresh|scripts|templates|tests)/[\w./<>*-]+)"
)
_MADE = {"builder/shipped", "templates/own"}


@pytest.mark.parametrize(
    "folder", [".github", "benchmarks", "builder", "data", "decisions", "edge", "refresh", "scripts", "templates"]
)
def test_every_path_in_a_comment_a_page_or_a_licence_exists(folder: str) -> None:
    """Only texts are searched, also in ``data/``. Tests are left out, because they name paths that do not exist."""
    endings = (".py", ".js", ".ts", ".md", ".txt", ".toml", ".yml", ".sh", ".sql", "LICENSE")
    files = [path for path in (ROOT / folder).rglob("*") if path.name.endswith(endings) and "notices" not in path.parts]
    named = {(path, found.rstrip("./")) for path in files for found in _PATH.findall(path.read_text("utf-8"))}
    assert files or is_deleted(folder)
    assert [
        f"{path.relative_to(ROOT)}: {name}"
        for path, name in sorted(named)
        if name not in _MADE and not is_deleted(name) and not any(ROOT.glob(re.sub(r"<\w+>", "*", name)))
    ] == []


def test_every_bug_of_the_list_can_be_planted() -> None:
    bugs = [bug for bug in read_bugs([]) if not is_deleted(bug.file)]
    assert [bug.title for bug in bugs if (ROOT / bug.file).read_text("utf-8").count(bug.find) != 1] == []
    tests = {test for bug in bugs for test in bug.tests}
    assert [test for test in sorted(tests) if not (ROOT / test).exists() and not is_deleted(test)] == []
