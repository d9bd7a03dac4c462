"""Each extension can be deleted, with the extensions that need it: the rest builds and does not mention it."""

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.extensions import NAMES, load_extensions
from builder.project.build_request import BuildRequest
from tests.support.processes import printed, run
from tests.support.project import DATASETS, ROOT, copy_checkout

# Texts that mention an extension: addresses, names of files and commands. Names of sources of facts are no mention.
_MENTIONS = {
    "tables": r"/tables/(?!former)",
    "restcountries": r"from-restcountries|from restcountries|/v3\.1|\[compatibility\]",
    "pages": r"docs/[\w/-]*\.html|/calendars/|changes\.(?:json|atom)|sitemap",
    "exports": r"downloads/|\.sqlite|\.ndjson",
    "npm": r"countries npm|docs/npm|package with TypeScript types",
    "mcp": r"countries mcp|Model Context Protocol",
    "verify": r"countries verify",
}
# The history of the service may mention former extensions.
_HISTORY = {"changelog.txt", "licences.txt"}
# These judge the shipped data, take long on every engine, or are this test.
_LEFT_OUT = ("tests/dataset", "tests/system/engines", "tests/system/test_extensions.py")


def _with_dependents(name: str) -> tuple[str, ...]:
    """Return *name* and the extensions that need it."""
    gone = {name}
    for one in (*load_extensions(), *load_extensions()):
        if gone.intersection(one.needs):
            gone.add(one.name)
    return tuple(one for one in NAMES if one in gone)


def _delete(project: Path, names: tuple[str, ...]) -> None:
    """Delete each extension: its folder, its tests and its line. ``refresh`` needs the tables, and goes with them."""
    listed = project / "builder/extensions/__init__.py"
    for name in names:
        shutil.rmtree(project / "builder/extensions" / name)
        shutil.rmtree(project / "tests/extensions" / name)
        listed.write_text(re.sub(rf'    "{name}": .*\n', "", listed.read_text("utf-8")), "utf-8")
    if "tables" in names:
        for folder in ("refresh", "tests/unit/refresh", "tests/dataset", "tests/support/refresh"):
            shutil.rmtree(project / folder)


def _copy_without(names: tuple[str, ...], folder: Path) -> Path:
    """Copy the project into *folder* without the extensions *names*."""
    copy_checkout(folder)
    _delete(folder, names)
    (folder / ".cache").symlink_to(ROOT / ".cache")
    # Some tests read the list of files from git.
    printed("git", "init", "--quiet", folder=folder)
    printed("git", "add", "--all", folder=folder)
    return folder


def _build_and_check(project: Path) -> Path:
    """Build and check the site of few countries with the builder of *project*; return its public files."""
    site = project / "site"
    shutil.copytree(DATASETS / "few", site)
    config = site / "site_config.toml"
    config.write_text(config.read_text("utf-8").replace('limits = "all"', "limits = [5]"), "utf-8")
    for command in ("build", "check"):
        done = run(
            *(sys.executable, "-m", "builder", "--config", config, command, "--output", site / "output"),
            folder=project,
            PYTHONPATH=str(project),
        )
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return site / "output" / "public"


def _mentions(public: Path, names: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """Yield the mentions of the extensions *names* in the texts of *public*: the file, the extension and the text."""
    for path in (*public.glob("*.txt"), *public.glob("*.json"), *(public / "docs").rglob("*.[ht][xt][tm]*")):
        if path.name not in _HISTORY and path.parent.name != "v1":
            text = path.read_text("utf-8")
            for name in names:
                if found := re.search(f".{{0,30}}(?:{_MENTIONS[name]})", text):
                    yield path.relative_to(public).as_posix(), name, found[0]


_LOAD_TESTS = ("--collect-only",)
_RUN_QUICK_TESTS = ("--numprocesses=logical", "-m", "not slow and not soak")
_DELETED = {**{name: _with_dependents(name) for name in NAMES}, "all": (*NAMES,)}


@pytest.mark.parametrize(
    ("deleted", "options"),
    [
        pytest.param(_DELETED["all"], _LOAD_TESTS, id="all"),
        *(
            pytest.param(names, _RUN_QUICK_TESTS, id=f"{name} and tests", marks=pytest.mark.soak)
            for name, names in _DELETED.items()
        ),
    ],
)
def test_site_without_an_extension_is_sound_does_not_mention_it_and_its_tests_pass(
    deleted: tuple[str, ...], options: tuple[str, ...], tmp_path: Path
) -> None:
    project = _copy_without(deleted, tmp_path / "project")
    public = _build_and_check(project)
    assert [*_mentions(public, deleted)] == []
    assert (public / "docs/introduction.txt").is_file()
    assert bool([*public.rglob("*.html")]) is ("pages" not in deleted)
    ignored = (f"--ignore={path}" for path in _LEFT_OUT)
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, *ignored)
    tested = run(*command, folder=project, PYTHONPATH=str(project))
    assert tested.returncode == 0, tested.stdout[-3000:]


def test_pattern_of_every_extension_finds_its_mentions(small: BuildRequest) -> None:
    """A pattern that never matches would prove nothing."""
    assert {name for _, name, _ in _mentions(small.output / "public", (*NAMES,))} == {*NAMES}
