"""Invalid inputs: a build and a check reject each by name, and the old output is unchanged.

``tests/fixtures/invalid/`` has a file for each: edits of the shipped inputs, the expected error, and the extension that
reads the file, if one does.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from builder.__main__ import judge
from builder.build import build
from builder.cli.check import check_site
from builder.extensions import NAMES
from builder.inputs.errors import InputError
from builder.output.tree import Tree, is_intact, read_state
from builder.project.build_request import BuildRequest
from tests.support import sites
from tests.support.project import ROOT

_ALL = {path.stem: json.loads(path.read_text("utf-8")) for path in (ROOT / "tests/fixtures/invalid").iterdir()}
CASES = {name: case for name, case in _ALL.items() if case.get("extension", "") in ("", *NAMES)}
# One case of each file or folder is in every run. The tests of modules show the single rules.
OF_EACH_INPUT = {"/".join(CASES[name]["edits"][0]["file"].split("/")[:2]): name for name in sorted(CASES)}


def _in_every_run() -> dict[str, dict[str, Any]]:
    """Return the cases of every run. A build names the faults of all files of the dataset, so these are one case.

    Cases stay apart if they edit files that are read before the dataset, or a file that another case edits.
    """
    dataset: dict[str, Any] = {"edits": [], "refused": []}
    apart = {}
    for name in OF_EACH_INPUT.values():
        edits, edited_files = CASES[name]["edits"], {edit["file"] for edit in dataset["edits"]}
        if all(edit["file"].startswith("data/") and edit["file"] not in edited_files for edit in edits):
            dataset = {key: dataset[key] + CASES[name][key] for key in dataset}
        else:
            apart[name] = CASES[name]
    return {**apart, "each-file-of-the-dataset": dataset}


IN_EVERY_RUN = _in_every_run()


@pytest.fixture(scope="module")
def project(small: BuildRequest, tmp_path_factory: pytest.TempPathFactory) -> BuildRequest:
    """Copy a small site for the cases to edit."""
    return sites.copied(small, tmp_path_factory.mktemp("project") / "small")


@contextmanager
def edited(root: Path, edits: list[dict[str, Any]]) -> Iterator[None]:
    before = {edit["file"]: (root / edit["file"]) for edit in edits}
    contents = {path: path.read_bytes() if path.exists() else None for path in before.values()}
    try:
        for edit in edits:
            _apply(root, edit)
        yield
    finally:
        for path, content in contents.items():
            if content is None:
                path.unlink()
            else:
                path.write_bytes(content)


def _apply(root: Path, edit: dict[str, Any]) -> None:
    path = root / edit["file"]
    if "delete" in edit:
        path.unlink()
    elif "text" in edit:
        path.write_text(edit["text"], "utf-8")
    elif "bytes" in edit:
        path.write_bytes(bytes.fromhex(edit["bytes"]))
    elif "link" in edit:
        path.symlink_to(edit["link"])
    elif "from" in edit:
        path.write_bytes((root / edit["from"]).read_bytes())
    else:
        value = json.loads(path.read_text("utf-8"))
        *parents, last = (edit.get("set") or edit["remove"]).split(".")
        inner = value
        for name in parents:
            inner = inner[name]
        if "set" in edit:
            inner[last] = edit["to"]
        else:
            del inner[last]
        path.write_text(json.dumps(value, ensure_ascii=False), "utf-8")


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=name, marks=[pytest.mark.soak] * (name not in IN_EVERY_RUN))
        for name, case in (IN_EVERY_RUN | CASES).items()
    ],
)
def test_invalid_input_is_named_by_build_and_check_and_the_old_site_is_kept(
    project: BuildRequest, case: dict[str, Any]
) -> None:
    tree = Tree(project.output)
    with edited(project.root, case["edits"]):
        with pytest.raises(InputError) as refused:
            build(project, tree)
        with pytest.raises(InputError) as found:
            check_site(project._replace(output=project.root / "none"), date(2026, 11, 24), judge=judge)
    for message in (str(refused.value), str(found.value)):
        assert [part for part in case["refused"] if part not in message] == []
    assert is_intact(tree, read_state(tree.state))
