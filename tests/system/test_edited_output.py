"""Edited outputs: files of a build are restored, and foreign files are replaced only on demand."""

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from builder.build_request import BuildRequest
from builder.output.tree import Tree
from tests.soak.faults import Contents, contents
from tests.support import sites
from tests.support.commands import countries


@dataclass(frozen=True)
class Edited:
    """A project with its built site, and the unedited files of the site."""

    request: BuildRequest
    known: Contents

    @property
    def output(self) -> Path:
        """Return the folder of the site."""
        return self.request.output

    def repair(self) -> str:
        """Build again and check that the site is restored; return the build's messages."""
        built = countries(self.request, "build")
        assert built.exit_code == 0, built.output
        assert contents(self.output) == self.known
        tree = Tree(self.output)
        assert not [path for path in (tree.next, tree.old, tree.next_state) if path.exists()]
        return built.output


@pytest.fixture(scope="module")
def project(small: BuildRequest, tmp_path_factory: pytest.TempPathFactory) -> Edited:
    """Copy a built project, and build it once as a command does. Each test ends with the unedited site."""
    request = sites.copied(small, tmp_path_factory.mktemp("edited") / "small")
    assert countries(request, "build").exit_code == 0
    return Edited(request, contents(request.output))


def _replaced_by_a_folder(site: Path) -> None:
    (site / "public/health.json").unlink()
    (site / "public/health.json").mkdir()
    (site / "public/health.json" / "x").write_text("x")


def _replaced_by_a_link(site: Path) -> None:
    (site / "public/_errors").rename(site / "elsewhere")
    (site / "public/_errors").symlink_to("../elsewhere")


def _file_for_folder(site: Path) -> None:
    shutil.rmtree(site / "public/flags")
    (site / "public/flags").write_text("x")


def _spoiled_in_several_places(site: Path) -> None:
    path = site / "public/v1/alpha/de.json"
    path.write_bytes(path.read_bytes()[:100])
    (site / "public/openapi.json").unlink()
    shutil.rmtree(site / "edge")


# An edit that leaves a file or folder of others, and the path that names it.
FOREIGN: tuple[tuple[Callable[[Path], object], str], ...] = (
    (lambda site: (site / "public/v1/all.json").write_text("[]"), "public/v1/all.json"),
    (_replaced_by_a_folder, "public/health.json/x"),
    (_replaced_by_a_link, "elsewhere/404.json"),
    (_file_for_folder, "public/flags"),
)
EDITS: dict[str, Callable[[Path], object]] = {
    "a file is cut short, one is removed, and the function is gone": _spoiled_in_several_places,
    "the site is gone": shutil.rmtree,
    "the state is gone": lambda site: site.with_name(f".{site.name}.state.json").unlink(),
    "the state is cut short": lambda site: os.truncate(site.with_name(f".{site.name}.state.json"), 1000),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_edited_output_is_restored_and_reported(project: Edited, edit: Callable[[Path], object]) -> None:
    edit(project.output)
    said = project.repair()
    assert " 0 changed" not in said or "0 removed" not in said


def test_foreign_files_are_named_and_replaced_only_on_demand(project: Edited) -> None:
    for edit, _ in FOREIGN:
        edit(project.output)
    before = contents(project.output)
    refused = countries(project.request, "build")
    assert refused.exit_code == 1
    assert [path for _, path in FOREIGN if f"{path}: was not written by a build" not in refused.stderr] == []
    assert contents(project.output) == before
    assert countries(project.request, "build", "--force-replace").exit_code == 0
    assert contents(project.output) == project.known


def test_hidden_files_of_others_are_named_and_the_site_is_unchanged(project: Edited) -> None:
    tree = Tree(project.output)
    obstacles = (tree.state, tree.next_state, tree.lock)
    for path in obstacles:
        if path.exists():
            path.rename(path.with_name(f"{path.name}.kept"))
        path.mkdir()
    try:
        refused = countries(project.request, "build", "--force-replace")
        assert refused.exit_code == 1
        assert contents(project.output) == project.known
        for path in obstacles:
            assert (
                f"{path}: is in the place of a file or folder of the build; move it away or remove it" in refused.stderr
            )
    finally:
        for path in obstacles:
            path.rmdir()
            kept = path.with_name(f"{path.name}.kept")
            if kept.exists():
                kept.rename(path)
    project.repair()
