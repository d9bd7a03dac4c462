"""Detection of an unchanged site by the fingerprint of its inputs, and inputs that are refused."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from builder.api.types import Entry
from builder.inputs.errors import InputError
from builder.output.tree import Tree, up_to_date
from builder.project.build_request import BuildRequest, refuse_overlap, refuse_unused_files
from tests.support.trees import write_files, write_tree


@pytest.fixture
def request_(tmp_path: Path) -> BuildRequest:
    """Write the inputs of a project, and a site for them."""
    folders = ("data/countries/aa.json", "data/flags/aa.svg", "edge/a.js", "templates/a.txt")
    write_files(tmp_path, dict.fromkeys((*folders, "site_config.toml", "CHANGELOG.md", "LICENSE"), "before"))
    request = BuildRequest(
        tmp_path, tmp_path / "site_config.toml", tmp_path / "output", {"base_url": "https://a.example"}
    )
    site = [Entry.of("public/a.json", b"1"), Entry.of("edge/b.js", b"22")]
    write_tree(Tree(request.output), site, request.inputs())
    return request


def is_current(request: BuildRequest) -> bool:
    """Whether the site is up to date."""
    return up_to_date(Tree(request.output), request.inputs) is not None


def test_unchanged_site_is_up_to_date(request_: BuildRequest) -> None:
    report = up_to_date(Tree(request_.output), request_.inputs)
    assert report
    assert (report.files, report.bytes, report.changed, report.unchanged, report.removed) == (2, 3, 0, 2, 0)


def touch(path: Path) -> None:
    """Change only the time of *path*."""
    os.utime(path, ns=(1, 1))


EDITS: dict[str, Callable[[BuildRequest], Any]] = {
    "a data file": lambda request: (request.data / "countries" / "aa.json").write_text("{} "),
    "a new data file": lambda request: (request.data / "countries" / "bb.json").write_text(""),
    "a removed data file": lambda request: (request.data / "countries" / "aa.json").unlink(),
    "a template": lambda request: (request.templates / "a.txt").write_text("after"),
    "a guide": lambda request: write_files(request.pages, {"offices.md": "# Offices"}),
    "an image": lambda request: (request.data / "flags" / "aa.svg").write_text("other"),
    "the config": lambda request: request.config.write_text("# other"),
    "the core": lambda request: (request.edge / "a.js").write_text("another"),
    "the licence": lambda request: (request.root / "LICENSE").write_text("another"),
    "the locked packages": lambda request: (request.root / "requirements.lock").write_text("another"),
    "the release notes": lambda request: request.file("CHANGELOG.md").write_text("after it"),
    "a built file": lambda request: touch(request.output / "public" / "a.json"),
    "a removed built file": lambda request: (request.output / "edge" / "b.js").unlink(),
    "a file that no build wrote": lambda request: (request.output / "stray").write_text(""),
    "the removed state": lambda request: Tree(request.output).state.unlink(),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_changed_input_or_output_needs_a_build(request_: BuildRequest, edit: Callable[[BuildRequest], Any]) -> None:
    assert is_current(request_)
    edit(request_)
    assert not is_current(request_)


def test_another_origin_or_config_needs_a_build(request_: BuildRequest) -> None:
    assert not is_current(request_._replace(overrides={}))
    other = request_.root / "other.toml"
    other.write_text("before")
    assert not is_current(request_._replace(config=other))


def test_inputs_are_read_back_from_json_unchanged(request_: BuildRequest) -> None:
    inputs = request_.inputs()
    assert orjson.loads(orjson.dumps(inputs)) == inputs


@pytest.mark.parametrize(
    ("output", "relation", "count"),
    [
        ("templates", "is", 1),
        (".", "contains", 12),
        ("..", "contains", 12),
        ("/", "contains", 15),
        ("data/new", "is inside", 1),
        ("pages/new", "is inside", 1),
    ],
)
def test_output_that_overlaps_an_input_is_rejected(
    request_: BuildRequest, output: str, relation: str, count: int
) -> None:
    with pytest.raises(InputError, match=f"{relation} .*choose another folder") as refused:
        refuse_overlap(request_._replace(output=request_.root / output))
    assert len(refused.value.problems) == count


def test_output_next_to_the_inputs_is_accepted(request_: BuildRequest) -> None:
    refuse_overlap(request_)
    refuse_overlap(request_._replace(output=request_.root / "data-of-mine"))


def test_template_that_replaces_no_file_is_named_with_similar_names(request_: BuildRequest) -> None:
    (request_.templates / "a.txt").unlink()
    files: dict[str, str | bytes] = {"own/a.txt": "", "text/llms.txt": "", "hosts/node/templates/README.md.j2": ""}
    write_files(request_.templates, files)
    refuse_unused_files(request_)
    write_files(request_.templates, {"text/lms.txt": "", "zzz": "", "hosts/node/README.md.j2": ""})
    with pytest.raises(InputError) as refused:
        refuse_unused_files(request_)
    found = [str(problem).partition("; what")[0] for problem in refused.value.problems]
    message = "has the path of no shipped file, so nothing uses it; compare"
    assert [text.partition("/templates/README")[0] for text in found] == [
        f"templates/hosts/node/README.md.j2: {message} hosts/node",
        f"templates/text/lms.txt: {message} text/llms.txt, text/licences.txt, text/robots.txt",
        f"templates/zzz: {message} hosts/, pages/, samples/, text/",
    ]


def test_files_with_a_wrong_ending_a_subfolder_or_a_misspelled_folder_are_named(request_: BuildRequest) -> None:
    (request_.templates / "a.txt").unlink()
    files = ("flags/xn.svg", "flags/README.md", "countries/xn.json", "offices/a.json", "correction.md")
    write_files(request_.root, dict.fromkeys(files, ""))
    refuse_unused_files(request_)
    wrong = ("flags/xb.png", "countries/ours/xb.json", "correction/a.json")
    write_files(request_.root, dict.fromkeys(wrong, ""))
    with pytest.raises(InputError) as refused:
        refuse_unused_files(request_)
    assert [str(problem) for problem in refused.value.problems] == [
        "correction/: is not read; rename it to corrections/",
        "countries/ours/xb.json: is not read; files of countries/ end in .json and are in no subfolder",
        "flags/xb.png: is not read; files of flags/ end in .svg and are in no subfolder",
    ]
