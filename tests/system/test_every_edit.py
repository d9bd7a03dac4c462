"""A build notices every edit: after an edit of any input file, the tree is the same as after a build from nothing."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from builder.build import build
from builder.inputs.errors import InputError
from builder.output.tree import Tree
from builder.project.build_request import BuildRequest
from tests.support.project import OTHER_INPUTS
from tests.support.small_project import small_project

# So many files are edited in a folder with similar files.
_SAMPLE = 2
_SIMILAR_FILES = ("data/countries", "data/holidays", "data/flags", "data/changes", "data/reference")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> BuildRequest:
    """Build a project with copies of all inputs."""
    request = small_project(tmp_path_factory.mktemp("edited") / "project", *OTHER_INPUTS)
    build(request, Tree(request.output))
    return request


def _tree(request: BuildRequest) -> dict[str, bytes]:
    paths = (path for path in request.output.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {path.relative_to(request.output).as_posix(): path.read_bytes() for path in paths}


def _edited(path: Path) -> Iterator[str]:
    """Yield contents of a file, each with one edit, which a build may refuse."""
    text = path.read_text("utf-8")
    if path.suffix == ".json":
        value = json.loads(text)
        for holder, key in list(_leaves(value))[::-1]:
            before = holder[key]
            holder[key] = before[:-1] + ("a" if before[-1:] != "a" else "b") if isinstance(before, str) else before + 1
            yield json.dumps(value, ensure_ascii=False)
            holder[key] = before
    elif path.suffix in (".md", ".txt", ""):
        yield f"{text}\nEdited.\n"
    elif path.suffix in (".html", ".svg"):
        yield text.replace("</", "<!-- edited --></", 1)
    elif path.suffix in (".js", ".css"):
        yield f"{text}/* edited */\n"
    elif path.suffix == ".toml":
        yield text.replace('title = "', 'title = "Edited ')


def _leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(inner, dict | list):
            yield from _leaves(inner)
        elif isinstance(inner, str) or (isinstance(inner, int | float) and not isinstance(inner, bool)):
            yield value, key


def _files(request: BuildRequest) -> list[Path]:
    found: dict[str, int] = {}
    files = []
    roots = [request.root / name for name in ("data", "templates", "site_config.toml", "CHANGELOG.md", "LICENSE")]
    for path in sorted(path for root in roots for path in _below(root)):
        folder = path.parent.relative_to(request.root).as_posix()
        found[folder] = found.get(folder, 0) + 1
        if folder not in _SIMILAR_FILES or found[folder] <= _SAMPLE:
            files.append(path)
    return files


def _below(path: Path) -> list[Path]:
    return [one for one in path.rglob("*") if one.is_file()] if path.is_dir() else [path]


def _differing(request: BuildRequest, path: Path, content: str) -> list[str] | None:
    """List the files in which a build after an edit differs from a build from nothing; None if it is refused."""
    before = path.read_bytes()
    path.write_text(content, "utf-8")
    try:
        build(request, Tree(request.output))
        kept = _tree(request)
        _damage(request.output / "public")
        build(request, Tree(request.output), anew=True)
        made = _tree(request)
    except InputError:
        return None
    finally:
        path.write_bytes(before)
    return [name for name in kept.keys() | made.keys() if kept.get(name) != made.get(name)]


def _damage(public: Path) -> None:
    # The damaged file has the old size and time.
    text, times = public / "llms.txt", (public / "llms.txt").stat()
    text.write_bytes(text.read_bytes().swapcase())
    os.utime(text, ns=(times.st_atime_ns, times.st_mtime_ns))
    (public / "openapi.json").write_text("{}")
    (public / "docs/index.html").unlink()


@pytest.mark.soak
def test_tree_after_an_edit_is_that_of_a_build_from_nothing(project: BuildRequest) -> None:
    unedited: list[str] = []
    wrong: dict[str, list[str]] = {}
    for path in _files(project):
        name = path.relative_to(project.root).as_posix()
        # A build refuses many edits of data; some values of each file can be others.
        for content, _ in zip(_edited(path), range(25), strict=False):
            differing = _differing(project, path, content)
            if differing is not None:
                wrong |= {name: differing} if differing else {}
                break
        else:
            unedited.append(name)
    assert wrong == {}
    print(unedited)  # noqa: T201  what no edit was accepted of


@pytest.mark.needs("pages")
def test_page_of_a_country_follows_the_reference_lists(small_copy: BuildRequest) -> None:
    path = small_copy.data / "reference/languages.json"
    stored = json.loads(path.read_bytes())
    stored["deu"]["alpha2"] = "dx"
    assert _differing(small_copy, path, json.dumps(stored)) == []


def test_file_in_a_linked_folder_is_an_input(tmp_path: Path) -> None:
    project = small_project(tmp_path / "project")
    folder = project.data / "holidays"
    moved = folder.rename(tmp_path / "holidays")
    folder.symlink_to(moved)
    before = project.inputs()["fingerprint"]
    (moved / "de.json").write_text((moved / "de.json").read_text("utf-8") + " ", "utf-8")
    assert project.inputs()["fingerprint"] != before
