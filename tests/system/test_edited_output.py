"""Foreign files in the output are named, and replaced only on demand."""

import shutil
from collections.abc import Callable
from pathlib import Path

from builder.project.build_request import BuildRequest
from tests.support.commands import countries
from tests.support.trees import content


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


# Edits of the output, with the path that the refusal names.
FOREIGN: tuple[tuple[Callable[[Path], object], str], ...] = (
    (lambda site: (site / "public/v1/all.json").write_text("[]"), "public/v1/all.json"),
    (_replaced_by_a_folder, "public/health.json/x"),
    (_replaced_by_a_link, "elsewhere/404.json"),
    (_file_for_folder, "public/flags"),
)


def test_foreign_files_are_named_and_replaced_only_on_demand(small_copy: BuildRequest) -> None:
    output = small_copy.output
    built = content(output)
    for edit, _ in FOREIGN:
        edit(output)
    before = content(output)
    refused = countries(small_copy, "build")
    assert refused.exit_code == 1
    assert [path for _, path in FOREIGN if f"{path}: was not written by a build" not in refused.stderr] == []
    assert content(output) == before
    assert countries(small_copy, "build", "--force-replace").exit_code == 0
    assert content(output) == built
